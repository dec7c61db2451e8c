package io.jgbench.report.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.jgbench.coordination.suite.SuitePhase;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteJson;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.report.TestSuites;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredSuitesTest {
    @TempDir
    private Path folder;

    @Test
    void suitesAreFoundBelowFoldersOfAnyNameButNotAmongTheVisitsOfOne() throws Exception {
        Path nightly = Files.createDirectories(folder.resolve("ci/runs"));
        Path suite = TestSuites.whole().folder(nightly);
        Path ofVisits = Files.createDirectories(suite.resolve("runs/copy"));
        Files.copy(suite.resolve("suite.json"), ofVisits.resolve("suite.json"));

        assertThat(StoredSuites.below(folder).suites())
                .extracting(SuiteHistory.Entry::place)
                .containsExactly(folder.relativize(suite).toString());
    }

    @Test
    void copyOfASuiteIsNoMeasurementOfItsOwn() throws Exception {
        Path suite = TestSuites.whole().folder(folder);
        Path copy = Files.createDirectories(folder.resolve("reference"));
        Files.copy(suite.resolve("suite.json"), copy.resolve("suite.json"));

        StoredSuites found = StoredSuites.below(folder);

        assertThat(found.suites()).hasSize(1);
        assertThat(found.unread()).containsExactly("reference holds the same measurement as lab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-reference", "z-reference"})
    void finishedCopyCountsWhereTheSuiteItselfGoesOn(String place) throws Exception {
        Path suite = TestSuites.whole().folder(folder);
        Path copy = Files.createDirectories(folder.resolve(place));
        Files.copy(suite.resolve("suite.json"), copy.resolve("suite.json"));
        SuiteResult whole = TestSuites.whole().result();
        SuiteResult goesOn = SuiteResultBuilder.builder(whole)
                .phase(SuitePhase.RUNNING)
                .completionTime(whole.completionTime().map(over -> over.plusSeconds(60)))
                .build();
        Files.write(suite.resolve("suite.json"), SuiteJson.write(goesOn));

        StoredSuites found = StoredSuites.below(folder);

        assertThat(found.suites()).extracting(SuiteHistory.Entry::place).containsExactly(place);
        assertThat(found.unread()).containsExactly("lab holds the same measurement as " + place);
    }

    @Test
    void suiteThatIsNotOverIsNamedAndLeftOut() throws Exception {
        Path suite = TestSuites.whole().folder(folder);
        SuiteResult running = SuiteResultBuilder.builder(TestSuites.whole().result())
                .phase(SuitePhase.RUNNING)
                .build();
        Files.write(suite.resolve("suite.json"), SuiteJson.write(running));

        StoredSuites found = StoredSuites.below(folder);

        assertThat(found.suites()).isEmpty();
        assertThat(found.unread()).containsExactly("lab is of a suite that is not over: its medians still change");
    }

    @Test
    void folderOfOneSuiteThatIsNotOverHasAName() throws Exception {
        Path suite = TestSuites.whole().folder(folder);
        SuiteResult running = SuiteResultBuilder.builder(TestSuites.whole().result())
                .phase(SuitePhase.RUNNING)
                .build();
        Files.write(suite.resolve("suite.json"), SuiteJson.write(running));

        assertThat(StoredSuites.below(suite).unread())
                .containsExactly(". is of a suite that is not over: its medians still change");
    }

    @Test
    void linkToAFolderIsFollowed() throws Exception {
        TestSuites.whole().folder(Files.createDirectories(folder.resolve("data")));
        Path link = Files.createSymbolicLink(folder.resolve("results"), folder.resolve("data"));

        assertThat(StoredSuites.below(link).suites()).hasSize(1);
    }
}
