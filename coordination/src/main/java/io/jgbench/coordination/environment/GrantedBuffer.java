package io.jgbench.coordination.environment;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A socket's buffer as transports tell of it among the facts: {@code …BufferBytesAsked} beside
 * {@code …BufferBytesGranted}.
 *
 * @param asked bytes that the transport asked for
 * @param granted bytes that the kernel gave
 */
public record GrantedBuffer(long asked, long granted) {
    private static final String GRANTED = "Granted";

    /** Which way what is in the buffer goes. */
    public enum Way {
        /** What has arrived and was not read yet. */
        RECEIVE("receive"),
        /** What is to be sent. */
        SEND("send");

        private final String word;

        Way(String word) {
            this.word = word;
        }

        /** The way in a sentence. */
        public String word() {
            return word;
        }
    }

    /** Those of one way; none whose sizes are not known. */
    public static List<GrantedBuffer> of(Way way, Map<String, String> facts) {
        String asked = way.word + "BufferBytesAsked";
        return facts.keySet().stream()
                .filter(name -> name.regionMatches(true, name.length() - asked.length(), asked, 0, asked.length()))
                .flatMap(name ->
                        of(facts.get(name), facts.get(name.substring(0, name.length() - "Asked".length()) + GRANTED)))
                .toList();
    }

    /** The smallest of one way; empty where none is known. */
    public static Optional<GrantedBuffer> smallest(Way way, Map<String, String> facts) {
        return of(way, facts).stream().min(Comparator.comparingLong(GrantedBuffer::granted));
    }

    private static Stream<GrantedBuffer> of(String asked, String granted) {
        return isNumber(asked) && isNumber(granted)
                ? Stream.of(new GrantedBuffer(Long.parseLong(asked), Long.parseLong(granted)))
                : Stream.empty();
    }

    private static boolean isNumber(String text) {
        return text != null && text.matches("[0-9]{1,18}");
    }

    /** Whether the kernel gave less than it was asked for. */
    public boolean isLessThanAsked() {
        return granted < asked;
    }
}
