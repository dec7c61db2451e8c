package io.jgbench.operator.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a reconciler is given with an object where no operator runs: a cache that has that object alone. */
public final class PlayedContext {
    private PlayedContext() {}

    /** The context of an object. */
    public static <T extends HasMetadata> Context<T> of(T object) {
        return leaving(object, Integer.MAX_VALUE);
    }

    /** The context of an object that is gone once it was looked up so often. */
    @SuppressWarnings("unchecked")
    public static <T extends HasMetadata> Context<T> leaving(T object, int after) {
        IndexedResourceCache<T> cache = cache(object, new AtomicInteger(after));
        return (Context<T>) Proxy.newProxyInstance(
                PlayedContext.class.getClassLoader(),
                new Class<?>[] {Context.class},
                (_, method, _) -> switch (method.getName()) {
                    case "getPrimaryCache" -> cache;
                    case "getSecondaryResourcesAsStream" -> Stream.empty();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @SuppressWarnings("unchecked")
    private static <T extends HasMetadata> IndexedResourceCache<T> cache(T object, AtomicInteger left) {
        return (IndexedResourceCache<T>) Proxy.newProxyInstance(
                PlayedContext.class.getClassLoader(),
                new Class<?>[] {IndexedResourceCache.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "get" ->
                        Optional.of(object)
                                .filter(_ -> left.getAndDecrement() > 0)
                                .filter(it -> ResourceID.fromResource(it).equals(arguments[0]));
                    case "list" -> Stream.of(object).filter((Predicate<T>) arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
