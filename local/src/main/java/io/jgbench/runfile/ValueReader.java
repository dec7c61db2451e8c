package io.jgbench.runfile;

import io.jgbench.api.schema.ApiField;
import io.jgbench.api.schema.DurationRange;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.naming.NearestName;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;

/** Reads single values by the rules that the types declare. Null means that there was a problem. */
record ValueReader(Problems problems) {

    Object read(String path, ApiField field, Node node) {
        Class<?> type = field.type();
        if (type == Integer.class || type == Long.class) {
            return number(path, field, node);
        }
        if (type == Boolean.class) {
            return bool(path, field, node);
        }
        if (type == ByteQuantity.class) {
            return quantity(path, field, node);
        }
        if (type.isEnum()) {
            return constant(path, field, node);
        }
        if (field.annotation(DurationRange.class).isPresent()
                && Scalars.string(node).isEmpty()) {
            refuse(path, "must be a duration such as 2m, 1m30s or 500ms", node, field.example());
            return null;
        }
        return text(path, field.textRule(), node, field.example());
    }

    private Boolean bool(String path, ApiField field, Node node) {
        Optional<Boolean> bool = Scalars.bool(node);
        if (bool.isEmpty()) {
            refuse(path, "must be true or false", node, field.example());
        }
        return bool.orElse(null);
    }

    private Number number(String path, ApiField field, Node node) {
        Optional<BigInteger> number = Scalars.wholeNumber(node);
        if (number.isEmpty()) {
            refuse(path, "must be a whole number", node, field.example());
            return null;
        }
        if (number.get().compareTo(BigInteger.valueOf(field.least())) < 0
                || number.get().compareTo(BigInteger.valueOf(field.most())) > 0) {
            refuse(path, range(field), node, field.example());
            return null;
        }
        return field.type() == Integer.class
                ? (Number) number.get().intValueExact()
                : (Number) number.get().longValueExact();
    }

    private static String range(ApiField field) {
        return field.most() == Long.MAX_VALUE
                ? "must be at least " + field.least()
                : "must be between " + field.least() + " and " + field.most();
    }

    private ByteQuantity quantity(String path, ApiField field, Node node) {
        try {
            var quantity = new ByteQuantity(Scalars.wholeNumber(node)
                    .map(BigInteger::toString)
                    .or(() -> Scalars.string(node))
                    .orElse(""));
            quantity.bytes();
            return quantity;
        } catch (IllegalArgumentException e) {
            refuse(path, e.getMessage(), node, field.example());
            return null;
        }
    }

    private Object constant(String path, ApiField field, Node node) {
        List<String> words = field.words();
        int index = Scalars.string(node).map(words::indexOf).orElse(-1);
        if (index >= 0) {
            return field.type().getEnumConstants()[index];
        }
        String rule = words.size() == 1 ? "must be " + words.getFirst() : "must be one of " + String.join(", ", words);
        refuse(path, rule, node, NearestName.of(Scalars.shown(node), words));
        return null;
    }

    /** A string by itself or in a list or a map. */
    String text(String path, ApiField.TextRule rule, Node node, String example) {
        Optional<String> text = Scalars.string(node);
        if (text.isEmpty()) {
            refuse(path, "must be a string (quote what looks like a number or a boolean)", node, example);
            return null;
        }
        int length = text.get().length();
        if (length < rule.minLength() || length > rule.maxLength()) {
            refuse(path, "must have " + rule.minLength() + " to " + rule.maxLength() + " characters", node, example);
            return null;
        }
        if (rule.pattern().isPresent()
                && !Pattern.compile(rule.pattern().get()).matcher(text.get()).matches()) {
            refuse(path, "must match " + rule.pattern().get(), node, example);
            return null;
        }
        return text.get();
    }

    private void refuse(String path, String rule, Node node, String example) {
        problems.add(node, path + " " + rule, Scalars.shown(node), "a good value is " + example);
    }
}
