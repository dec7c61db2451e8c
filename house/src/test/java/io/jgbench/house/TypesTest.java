package io.jgbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.jgbench.api.v1alpha1.BottleneckType;
import io.jgbench.api.v1alpha1.ConditionReason;
import io.jgbench.api.v1alpha1.ConditionType;
import io.jgbench.api.v1alpha1.ReasonWord;
import io.jgbench.api.v1alpha1.Severity;
import io.jgbench.api.v1alpha1.SuiteConditionReason;
import io.jgbench.api.v1alpha1.SuiteConditionType;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.result.Finding;
import io.jgbench.coordination.statistics.Claim;
import io.jgbench.coordination.suite.result.ThresholdResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the API has a type for is that type everywhere, and not its word. */
final class TypesTest {
    private static final int MOST_COMPONENTS = 12;

    private static final Set<String> WITH_A_WORD = Stream.of(
                    BottleneckType.class,
                    Claim.class,
                    ConditionReason.class,
                    ConditionType.class,
                    Finding.Reason.class,
                    ReasonWord.class,
                    Severity.class,
                    SuiteConditionReason.class,
                    SuiteConditionType.class,
                    ThresholdResult.ThresholdOutcome.class,
                    WorkloadSettings.Type.class)
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void wordOfAnEnumIsNotComparedWithAString() {
        assertThat(HouseTest.CLASSES.stream()
                        .filter(type -> !Room.of(type).equals(Optional.of(Room.CRDS)))
                        .flatMap(TypesTest::comparedWords))
                .as("calls of label() whose text is compared; compare the constants instead")
                .isEmpty();
    }

    private static Stream<String> comparedWords(JavaClass type) {
        Set<Integer> comparing = type.getMethodCallsFromSelf().stream()
                .filter(TypesTest::compares)
                .map(JavaMethodCall::getLineNumber)
                .collect(Collectors.toSet());
        return type.getMethodCallsFromSelf().stream()
                .filter(call -> call.getName().equals("label"))
                .filter(call -> WITH_A_WORD.contains(call.getTargetOwner().getName()))
                .filter(call -> comparing.contains(call.getLineNumber()))
                .map(JavaMethodCall::getDescription);
    }

    private static boolean compares(JavaMethodCall call) {
        return (call.getTargetOwner().isEquivalentTo(String.class)
                        && call.getName().matches("equals(IgnoreCase)?"))
                || (call.getTargetOwner().isEquivalentTo(Objects.class)
                        && call.getName().equals("equals"));
    }

    @Test
    void wordOfAnEnumIsNotWrittenOutInAComparison() {
        String words = Stream.of(
                        labels(BottleneckType.values(), BottleneckType::label),
                        labels(ConditionReason.values(), ConditionReason::label),
                        labels(ConditionType.values(), ConditionType::label),
                        labels(Finding.Reason.values(), Finding.Reason::label),
                        labels(Severity.values(), Severity::label),
                        labels(SuiteConditionReason.values(), SuiteConditionReason::label),
                        labels(SuiteConditionType.values(), SuiteConditionType::label))
                .flatMap(Function.identity())
                .distinct()
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "\"(", ")\""));
        var comparison = Pattern.compile("equals\\(" + words + "\\)|" + words + "\\.equals|case " + words);

        assertThat(Sources.findings(file -> !isEnum(file), comparison))
                .as("words of conditions, reasons, severities and bottlenecks that are compared as text")
                .isEmpty();
    }

    private static <E> Stream<String> labels(E[] values, Function<E, String> label) {
        return Arrays.stream(values).map(label);
    }

    /** An enum may say by which words it is read. */
    private static boolean isEnum(Path file) {
        String name = file.getFileName().toString().replace(".java", "");
        return Pattern.compile("\\benum " + name + "\\b")
                .matcher(Sources.text(file))
                .find();
    }

    @Test
    void nothingCastsToAWorkloadsOwnTypes() {
        String types = Arrays.stream(WorkloadSettings.Type.values())
                        .map(WorkloadSettings.Type::label)
                        .collect(Collectors.joining("|", "(", ")"))
                + "(Accounts|Figures|MemberFigures|Report|Spec|Status)";
        var cast = Pattern.compile(
                "\\(" + types + "\\) ?[\\w(]|instanceof " + types + "\\b|" + types + "\\.class(::|\\.)cast");

        assertThat(Sources.findings(_ -> true, cast))
                .as("casts to a workload's types")
                .isEmpty();
    }

    /** Settings and specs of the API are made of what a user wrote, field by field. */
    @Test
    void recordOfManyComponentsHasABuilder() {
        List<String> without = HouseTest.CLASSES.stream()
                .filter(JavaClass::isRecord)
                .filter(type -> !isDeclared(type))
                .filter(type -> components(type) > MOST_COMPONENTS)
                .filter(type -> !HouseTest.CLASSES.contain(builder(type)))
                .map(type -> type.getName() + " with " + components(type))
                .toList();

        assertThat(without)
                .as("records of more than %d components without @RecordBuilder", MOST_COMPONENTS)
                .isEmpty();
    }

    private static boolean isDeclared(JavaClass type) {
        return Room.of(type).equals(Optional.of(Room.CRDS))
                && type.getSimpleName().matches(".*(Settings|Spec)");
    }

    private static long components(JavaClass record) {
        return record.getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .count();
    }

    /** Such as {@code DatagramReportInboundBuilder} for a record in another one. */
    private static String builder(JavaClass record) {
        String simple =
                record.getName().substring(record.getPackageName().length() + 1).replace("$", "");
        return record.getPackageName() + "." + simple + "Builder";
    }
}
