package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBuilder;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.SettableBeanProperty;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.jgbench.api.v1alpha1.BenchmarkRun;
import io.jgbench.api.v1alpha1.BenchmarkSuite;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads runs and suites whose spec or status does not fit their Java types, too: without the fields that do not fit,
 * and with a note of the first one, see {@link UnreadableFields}. Otherwise one such object would fail the list of all
 * objects, and no run of the cluster would be looked at.
 */
final class UnfitObjects extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    private static final String SPEC = "spec";
    private static final String STATUS = "status";

    /** Not to be written: Jackson only asks modifiers to be serializable. */
    private final transient UnaryOperator<ObjectNode> shortenSpec;

    /**
     * Reads whole statuses.
     *
     * @param shortenSpec leaves out of a spec what is not kept; may change it
     */
    UnfitObjects(UnaryOperator<ObjectNode> shortenSpec) {
        this.shortenSpec = shortenSpec;
    }

    @Override
    public BeanDeserializerBuilder updateBuilder(
            DeserializationConfig config, BeanDescription bean, BeanDeserializerBuilder builder) {
        if (isOurs(bean)) {
            leniently(builder, SPEC, shortenSpec);
            leniently(builder, STATUS, UnaryOperator.identity());
        }
        return builder;
    }

    private static void leniently(BeanDeserializerBuilder builder, String name, UnaryOperator<ObjectNode> shorten) {
        SettableBeanProperty property = builder.findProperty(PropertyName.construct(name));
        builder.addOrReplaceProperty(
                property.withValueDeserializer(new FittingFields(name, shorten, Optional.empty())), true);
    }

    @Override
    public JsonDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> deserializer) {
        return isOurs(bean) ? new NotedObject(deserializer) : deserializer;
    }

    private static boolean isOurs(BeanDescription bean) {
        return bean.getBeanClass() == BenchmarkRun.class || bean.getBeanClass() == BenchmarkSuite.class;
    }

    /** Reads the whole object, and notes what a part of it could not be read of. */
    private static final class NotedObject extends DelegatingDeserializer {
        private static final long serialVersionUID = 1L;

        NotedObject(JsonDeserializer<?> all) {
            super(all);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> all) {
            return new NotedObject(all);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            context.setAttribute(SPEC, null);
            context.setAttribute(STATUS, null);
            var object = (CustomResource<?, ?>) super.deserialize(json, context);
            note(context, SPEC).ifPresent(problem -> UnreadableFields.noteSpec(object, problem));
            note(context, STATUS).ifPresent(problem -> UnreadableFields.noteStatus(object, problem));
            return withSpec(object, context);
        }

        private static Optional<String> note(DeserializationContext context, String part) {
            return Optional.ofNullable((String) context.getAttribute(part));
        }

        /** One that is stored and has no spec, which a definition without a schema lets in, gets an empty one. */
        private static CustomResource<?, ?> withSpec(CustomResource<?, ?> object, DeserializationContext context)
                throws IOException {
            boolean isStored = object.getMetadata().getUid() != null;
            if (object.getSpec() != null || !isStored) {
                return object;
            }
            ObjectNode empty = context.getNodeFactory().objectNode();
            empty.set(SPEC, empty.objectNode());
            CustomResource<?, ?> other = context.readTreeAsValue(empty, object.getClass());
            return copy(other, object);
        }

        @SuppressWarnings("unchecked")
        private static <S, T> CustomResource<S, T> copy(CustomResource<S, T> withSpec, CustomResource<?, ?> object) {
            withSpec.setMetadata(object.getMetadata());
            withSpec.setStatus((T) object.getStatus());
            UnreadableFields.noteSpec(withSpec, "spec: expected an object, found nothing");
            return withSpec;
        }
    }

    /** Reads a spec or a status without those of its fields that cannot be read. */
    private static final class FittingFields extends JsonDeserializer<Object> implements ContextualDeserializer {
        private final String name;
        private final UnaryOperator<ObjectNode> shorten;
        private final Optional<JsonDeserializer<Object>> all;

        FittingFields(String name, UnaryOperator<ObjectNode> shorten, Optional<JsonDeserializer<Object>> all) {
            this.name = name;
            this.shorten = shorten;
            this.all = all;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
                throws JsonMappingException {
            return new FittingFields(
                    name, shorten, Optional.of(context.findContextualValueDeserializer(property.getType(), property)));
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            JsonNode given = context.readTree(json);
            ObjectNode left = given instanceof ObjectNode object
                    ? shorten.apply(object.deepCopy())
                    : context.getNodeFactory().objectNode();
            if (!given.isObject()) {
                context.setAttribute(name, name + ": expected an object, found " + UnfitField.shown(given));
            }
            while (true) {
                try (JsonParser fields = left.traverse(json.getCodec())) {
                    fields.nextToken();
                    return all.orElseThrow().deserialize(fields, context);
                } catch (JsonMappingException e) {
                    if (left.isEmpty()) {
                        throw e;
                    }
                    if (context.getAttribute(name) == null) {
                        context.setAttribute(name, UnfitField.of(e).told(name, given));
                    }
                    leaveOut(left, e);
                }
            }
        }

        /** All fields where it is not said which one it is. */
        private static void leaveOut(ObjectNode left, JsonMappingException e) {
            String field = e.getPath().isEmpty() ? null : e.getPath().getFirst().getFieldName();
            if (field == null || left.remove(field) == null) {
                left.removeAll();
            }
        }
    }
}
