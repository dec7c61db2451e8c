package io.jgbench.transport.jgroups;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jgroups.util.Util;

/**
 * Reads fields of JGroups' objects for which it has no methods. Each field is looked for once, as looking for one costs
 * a hundred times what reading it does. For one thread.
 */
final class PrivateFields {
    private final Map<FieldName, Optional<Field>> found = new HashMap<>();

    private record FieldName(Class<?> owner, String name) {}

    /** What the field holds; null if there is none of this name. */
    Object value(Object owner, String name) {
        return found.computeIfAbsent(new FieldName(owner.getClass(), name), PrivateFields::find)
                .map(field -> Util.getField(field, owner))
                .orElse(null);
    }

    private static Optional<Field> find(FieldName field) {
        return Optional.ofNullable(Util.getField(field.owner(), field.name()));
    }
}
