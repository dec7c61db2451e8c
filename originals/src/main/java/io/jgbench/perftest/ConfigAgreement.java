package io.jgbench.perftest;

import io.jgbench.perftest.GroupMessage.Announcement;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether members that were started on different hosts mean the same test. */
final class ConfigAgreement {
    private ConfigAgreement() {}

    /** What keeps two members from being in one test, in one sentence. */
    static Optional<String> conflict(Announcement self, Announcement other) {
        if (other.from().equals(self.from())) {
            return other.token() == self.token()
                    ? Optional.empty()
                    : Optional.of("two members are called " + self.from() + "; name one of them otherwise with -name");
        }
        var keys = new TreeSet<>(self.settings().keySet());
        keys.addAll(other.settings().keySet());
        String differences = keys.stream()
                .filter(key -> !value(self, key).equals(value(other, key)))
                .map(key -> key + " is " + value(self, key) + " at " + self.from() + " and " + value(other, key)
                        + " at " + other.from())
                .collect(Collectors.joining(", "));
        return differences.isEmpty()
                ? Optional.empty()
                : Optional.of("the configuration must be the same at all members: " + differences);
    }

    private static String value(Announcement member, String key) {
        return member.settings().getOrDefault(key, "not set");
    }

    /** Whether as many members send as must, once all are there; if not, one sentence that names them. */
    static Optional<String> senders(Collection<Announcement> members, Map<String, String> settings) {
        var senders = new TreeSet<>(members.stream()
                .filter(Announcement::sender)
                .map(Announcement::from)
                .toList());
        String expected = settings.get(ConfigKey.NUM_SENDERS.text());
        if (String.valueOf(senders.size()).equals(expected)) {
            return Optional.empty();
        }
        return Optional.of("num_senders is " + expected + ", but " + senders.size() + " of " + members.size()
                + " members were started with -sender: " + (senders.isEmpty() ? "none" : String.join(", ", senders)));
    }
}
