package io.jgbench.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.jgbench.api.schema.QuantityRange;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes as the user wrote it, in the notation of Kubernetes quantities: {@code 1000}, {@code 1k} (1000),
 * {@code 1Ki} (1024).
 *
 * @param text the quantity; see {@link QuantityRange#PATTERN}
 */
public record ByteQuantity(@JsonValue String text) {
    private static final Pattern WHOLE_WITH_SUFFIX = Pattern.compile("([0-9]{1,18})(k|M|G|Ki|Mi|Gi)?");
    private static final Map<String, Long> UNITS =
            Map.of("k", 1_000L, "M", 1_000_000L, "G", 1_000_000_000L, "Ki", 1L << 10, "Mi", 1L << 20, "Gi", 1L << 30);

    /** Takes a string. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ByteQuantity {}

    /** Takes a number. */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ByteQuantity of(long bytes) {
        return new ByteQuantity(Long.toString(bytes));
    }

    /**
     * The number of bytes; {@link Long#MAX_VALUE} where it is larger than that.
     *
     * @throws IllegalArgumentException if the text is no quantity of whole bytes
     */
    public long bytes() {
        Matcher matcher = WHOLE_WITH_SUFFIX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be a whole number of bytes, alone or with one of k, M, G, Ki, Mi, Gi");
        }
        long unit = matcher.group(2) == null ? 1 : UNITS.get(matcher.group(2));
        BigInteger bytes = new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
        return bytes.bitLength() < Long.SIZE ? bytes.longValue() : Long.MAX_VALUE;
    }

    @Override
    public String toString() {
        return text;
    }
}
