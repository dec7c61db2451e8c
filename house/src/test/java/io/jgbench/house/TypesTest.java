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
import io.jgbench.coordination.suite.result.ThresholdResult.ThresholdOutcome;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

    /** The enums that have a word for each of their constants, and these words. */
    private static final Map<Class<?>, List<String>> WORDS = Map.ofEntries(
            words(BottleneckType.class, BottleneckType::label),
            words(Claim.class, Claim::label),
            words(ConditionReason.class, ConditionReason::label),
            words(ConditionType.class, ConditionType::label),
            words(Finding.Reason.class, Finding.Reason::label),
            words(Severity.class, Severity::label),
            words(SuiteConditionReason.class, SuiteConditionReason::label),
            words(SuiteConditionType.class, SuiteConditionType::label),
            words(ThresholdOutcome.class, ThresholdOutcome::label),
            words(WorkloadSettings.Type.class, WorkloadSettings.Type::label));

    private static final Set<String> WITH_A_WORD = Stream.<Class<?>>concat(
                    WORDS.keySet().stream(), Stream.of(ReasonWord.class))
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    private static <E extends Enum<E>> Map.Entry<Class<?>, List<String>> words(
            Class<E> type, Function<E, String> label) {
        return Map.entry(type, Arrays.stream(type.getEnumConstants()).map(label).toList());
    }

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
        String words = WORDS.values().stream()
                .flatMap(List::stream)
                .distinct()
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "\"(", ")\""));
        var comparison = Pattern.compile("equals(IgnoreCase)?\\(" + words + "\\)|" + words + "\\.equals|case " + words
                + "|(Set|List)\\.of\\([^()]*" + words + "[^()]*\\)\\s*\\.contains\\(");

        assertThat(Sources.findings(file -> !isEnum(file), comparison))
                .as("words of the API's enums that are compared as text")
                .isEmpty();
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
        String workloads = WORDS.get(WorkloadSettings.Type.class).stream().collect(Collectors.joining("|", "(", ")"));
        String types = "(" + workloads + "(Accounts|Figures|MemberFigures|Report|Settings|Spec|Status)"
                + "|Status(Member)?" + workloads + ")";
        var cast = Pattern.compile(
                "\\(" + types + "\\) ?[\\w(]|(instanceof|case) " + types + "\\b|" + types + "\\.class(::|\\.)cast");

        assertThat(Sources.findingsInTestsToo(_ -> true, cast))
                .as("casts to a workload's types, and patterns of them; Workloads gives them typed")
                .isEmpty();
    }

    @Test
    void onlyTheRegistriesAskWhichWorkloadItIs() {
        String types = Arrays.stream(WorkloadSettings.Type.values())
                .map(WorkloadSettings.Type::name)
                .collect(Collectors.joining("|", "(", ")\\b"));
        String one = "(WorkloadSettings\\.)?Type\\." + types;
        var asked = Pattern.compile(
                "case ([A-Z_]+, )*" + types + "|[!=]= " + one + "|" + one + " [!=]= |equals\\(" + one + "\\)");

        assertThat(Sources.findings(file -> !file.toString().contains("/workload/registry/"), asked))
                .as("questions which workload it is; WorkloadType answers what one wants to know of it")
                .isEmpty();
    }

    @Test
    void recordOfManyComponentsHasABuilder() {
        List<String> without = HouseTest.CLASSES.stream()
                .filter(JavaClass::isRecord)
                .filter(type -> components(type) > MOST_COMPONENTS)
                .filter(type -> !HouseTest.CLASSES.contain(builder(type)))
                .map(type -> type.getName() + " with " + components(type))
                .toList();

        assertThat(without)
                .as("records of more than %d components without @RecordBuilder", MOST_COMPONENTS)
                .isEmpty();
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
