package io.jgbench.house;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may use whom, so that what is added is added in one room. */
final class HouseTest {
    /** All classes of the programs. */
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.jgbench");

    @ParameterizedTest
    @EnumSource
    void roomUsesOnlyTheRoomsThatItMayUse(Room room) {
        noClasses()
                .that(room.classes())
                .should()
                .dependOnClassesThat(room.others())
                .check(CLASSES);
    }

    @Test
    void everyClassIsInARoom() {
        assertThat(CLASSES.stream().filter(type -> Room.of(type).isEmpty()).map(JavaClass::getSource))
                .as("classes that are in no room")
                .isEmpty();
    }

    @Test
    void everyPackageIsInOneRoom() {
        Map<String, Set<Room>> rooms = CLASSES.stream()
                .collect(Collectors.groupingBy(
                        JavaClass::getPackageName,
                        Collectors.flatMapping(type -> Room.of(type).stream(), Collectors.toSet())));
        rooms.values().removeIf(in -> in.size() == 1);

        assertThat(rooms).as("packages that several rooms share").isEmpty();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.jgbench.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void coordinationKnowsNeitherKubernetesNorProcesses() {
        noClasses()
                .that(Room.COORDINATION.classes())
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.fabric8..", "io.javaoperatorsdk..")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class)
                .check(CLASSES);
    }

    /** Sentences, stored evidence and facts must not differ by the language of whoever starts a program. */
    @Test
    void programsWriteNumbersAlikeInEveryLanguage() {
        classes()
                .that(describe(
                        "start a program",
                        type -> Room.of(type).isPresent()
                                && type.tryGetMethod("main", String[].class).isPresent()))
                .should(callMethod(Locale.class, "setDefault", Locale.class))
                .check(CLASSES);
    }

    @Test
    void operatorDoesNotSpeakJGroups() {
        noClasses()
                .that(Room.OPERATOR.classes())
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jgroups..")
                .check(CLASSES);
    }

    @Test
    void workloadsDoNotKnowEachOther() {
        slices().matching("io.jgbench..workload.(*)..")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(resideInAPackage("io.jgbench..workload.registry.."), alwaysTrue())
                .check(CLASSES);
    }

    @Test
    void transportsDoNotKnowWhatTheyCarry() {
        noClasses()
                .that()
                .resideInAPackage("io.jgbench.transport..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.jgbench..workload..")
                .check(CLASSES);
    }
}
