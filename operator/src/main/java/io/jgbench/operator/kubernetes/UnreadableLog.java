package io.jgbench.operator.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what this operator cannot read of runs and suites, once for each. */
public final class UnreadableLog {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableLog.class);

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** Looks at an object; may be called as often as one likes. */
    public void see(HasMetadata object) {
        Stream.of(UnreadableFields.ofSpec(object), UnreadableFields.ofStatus(object))
                .flatMap(problem -> problem.stream())
                .reduce((first, second) -> first + "; " + second)
                .filter(_ -> told.add(object.getMetadata().getUid()))
                .ifPresent(problems -> LOG.warn(
                        "{} {}/{} is stored with fields that this operator cannot read: {}",
                        object.getKind(),
                        object.getMetadata().getNamespace(),
                        object.getMetadata().getName(),
                        problems));
    }

    /** The object is gone. */
    public void forget(String uid) {
        told.remove(uid);
    }
}
