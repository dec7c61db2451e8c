package io.jgbench.api.schema;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One field of an API type, and what its annotations say of it: the rules that the custom resource definition is
 * generated from, for those who have no API server to apply them.
 *
 * @param name its name in YAML
 * @param field the record's field that holds it
 */
public record ApiField(String name, Field field) {

    /** The fields of a record, in the order of its declaration. */
    public static List<ApiField> of(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(component -> of(type, component.getName()))
                .toList();
    }

    /** The field that holds one component of a record. */
    public static ApiField of(Class<?> type, String component) {
        try {
            Field field = type.getDeclaredField(component);
            JsonProperty renamed = field.getAnnotation(JsonProperty.class);
            return new ApiField(renamed == null ? component : renamed.value(), field);
        } catch (NoSuchFieldException e) {
            throw new IllegalArgumentException(type + " has no component " + component, e);
        }
    }

    /** An annotation of the field. */
    public <A extends Annotation> Optional<A> annotation(Class<A> annotation) {
        return Optional.ofNullable(field.getAnnotation(annotation));
    }

    /** The type of the field itself. */
    public Class<?> type() {
        return field.getType();
    }

    /** Whether it is a list. */
    public boolean list() {
        return type() == List.class;
    }

    /** Whether it is a map from names to strings. */
    public boolean map() {
        return type() == Map.class;
    }

    /** The type of a list's entries or a map's values. */
    public Class<?> entryType() {
        return (Class<?>) ((ParameterizedType) field.getGenericType()).getActualTypeArguments()[map() ? 1 : 0];
    }

    /** The API type of this field or of its list's entries, if it is an object. */
    public Optional<Class<?>> nested() {
        Class<?> type = list() ? entryType() : type();
        return type.isRecord() && annotation(QuantityRange.class).isEmpty() ? Optional.of(type) : Optional.empty();
    }

    /** Whether it must be given. */
    public boolean required() {
        return annotation(Required.class).isPresent();
    }

    /** What holds where it is not given, as YAML. */
    public Optional<String> defaultText() {
        return annotation(Default.class).map(Default::value);
    }

    /** A good value, as YAML. */
    public String example() {
        return annotation(Example.class).map(Example::value).orElse("");
    }

    /** The least whole number allowed. */
    public long least() {
        return annotation(Min.class).map(min -> (long) min.value()).orElse(Long.MIN_VALUE);
    }

    /** The largest whole number allowed. */
    public long most() {
        return annotation(Max.class).map(max -> (long) max.value()).orElse(Long.MAX_VALUE);
    }

    /** The most entries of a list or a map. */
    public long mostEntries() {
        return annotation(Size.class).map(Size::max).orElse(Long.MAX_VALUE);
    }

    /** What is allowed for a string. */
    public TextRule textRule() {
        return TextRule.of(field);
    }

    /** What is allowed for the strings in a list or a map. */
    public TextRule entryTextRule() {
        var type = (AnnotatedParameterizedType) field.getAnnotatedType();
        return TextRule.of(type.getAnnotatedActualTypeArguments()[map() ? 1 : 0]);
    }

    /** The words that are allowed where the field is an enumeration, in the order of its declaration. */
    public List<String> words() {
        return Arrays.stream(type().getEnumConstants())
                .map(constant -> word((Enum<?>) constant))
                .toList();
    }

    /** The word by which YAML calls a constant of an enumeration. */
    public static String word(Enum<?> constant) {
        try {
            JsonProperty named =
                    constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
            return named == null ? constant.name() : named.value();
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(constant + " is no constant of its own enumeration", e);
        }
    }

    /**
     * What is allowed for a string.
     *
     * @param pattern the regular expression that it matches as a whole
     * @param minLength the least number of characters
     * @param maxLength the largest number of characters
     */
    public record TextRule(Optional<String> pattern, long minLength, long maxLength) {
        private static TextRule of(AnnotatedElement element) {
            Optional<Size> size = Optional.ofNullable(element.getAnnotation(Size.class));
            return new TextRule(
                    Optional.ofNullable(element.getAnnotation(Pattern.class)).map(Pattern::value),
                    size.map(Size::min).orElse(0L),
                    size.map(Size::max).orElse(Long.MAX_VALUE));
        }
    }
}
