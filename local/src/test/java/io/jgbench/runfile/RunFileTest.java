package io.jgbench.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.ByteQuantity;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.spec.TransportSpec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunFileTest {
    private static final String HEAD = """
            apiVersion: jgbench.io/v1alpha1
            kind: BenchmarkRun
            metadata: {name: udp-4x1k}
            spec:
              members: 4
              messages: 1_000_000
              messageSize: 1k
            """;

    private final RunSpecResolver resolver =
            new RunSpecResolver(source -> new TransportSpec.Stack(source.name(), "<config/>"));

    @TempDir
    Path folder;

    @Test
    void fiveLinesAreARun() throws Exception {
        var run = read(HEAD).run();

        assertThat(run.getMetadata().getName()).isEqualTo("udp-4x1k");
        assertThat(run.getSpec().members()).isEqualTo(4);
        assertThat(run.getSpec().messages()).isEqualTo(1_000_000);
        assertThat(run.getSpec().messageSize()).isEqualTo(new ByteQuantity("1k"));
        assertThat(run.getSpec().senders()).isNull();
        assertThat(read(HEAD).resolve(resolver).name()).isEqualTo("udp-4x1k");
    }

    @Test
    void everyKindOfFieldIsRead() throws Exception {
        BenchmarkRunSpec spec = read(HEAD + """
                  senders:
                  transport: {name: jgroups, options: {a: "1", b: two}}
                  placement: {nodeNames: [n1, n2, n3, n4], spread: Any, interface: eth0,
                    tolerations: [{key: dedicated, operator: Exists, tolerationSeconds: 60}]}
                  tuning: {mode: Apply, rmemMax: 26214400, flowControl: {rx: On, tx: off}}
                  jvm: &jvm
                    options: [-Xmx1g, "-Da=b c"]
                  suspend: true
                """).run().getSpec();

        assertThat(spec.senders()).isNull();
        assertThat(spec.transport().options()).containsEntry("a", "1").containsEntry("b", "two");
        assertThat(spec.placement().nodeNames()).containsExactly("n1", "n2", "n3", "n4");
        assertThat(spec.placement().spread()).isEqualTo(PlacementSettings.Spread.ANY);
        assertThat(spec.placement().networkInterface()).isEqualTo("eth0");
        assertThat(spec.placement().tolerations().getFirst().tolerationSeconds())
                .isEqualTo(60);
        assertThat(spec.tuning().rmemMax().bytes()).isEqualTo(26_214_400);
        assertThat(spec.tuning().flowControl().rx()).isTrue();
        assertThat(spec.tuning().flowControl().tx()).isFalse();
        assertThat(spec.jvm().options()).containsExactly("-Xmx1g", "-Da=b c");
        assertThat(spec.suspend()).isTrue();
    }

    @Test
    void runThatCannotBeOverInTimeIsToldWithTheLineOfTheFile() throws Exception {
        var run = read(HEAD + """
                  warmup: {messages: 0}
                  activeDeadline: 10m
                  workload: {type: Multicast, multicast: {targetRate: 1000}}
                """);

        assertThatThrownBy(() -> run.resolve(resolver))
                .isInstanceOf(RunFileException.class)
                .hasMessage("run.yaml:9: activeDeadline must be longer than warm-up and measured"
                        + " part together, which take 1000 s or more, got: 600 s; give a longer one, or measure less");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sender: 4 | spec.sender is not a field, got: 4; the nearest is senders, as in senders: 4",
                "start: {timout: 2m} | spec.start.timout is not a field, got: 2m; the nearest is timeout,"
                        + " as in timeout: 2m",
                "senders: four | spec.senders must be a whole number, got: four; a good value is 4",
                "senders: '4' | spec.senders must be a whole number, got: \"4\"; a good value is 4",
                "senders: 1.5 | spec.senders must be a whole number, got: 1.5; a good value is 4",
                "senders: [4] | spec.senders must be a whole number, got: a list; a good value is 4",
                "senders: 0 | spec.senders must be between 1 and 256, got: 0; a good value is 4",
                "senders: 99999999999999999999 | spec.senders must be between 1 and 256, got: 99999999999999999999;"
                        + " a good value is 4",
                "senders: 5 | spec.senders must be at most members, got: 5 senders of 4 members; a good value is 4",
                "stack: udp | spec.stack must be a map, got: udp; a good value is {name: udp}",
                "stack: {name: 4} | spec.stack.name must be a string (quote what looks like a number or a boolean),"
                        + " got: 4; a good value is udp",
                "stack: {name: Udp} | spec.stack.name must match ^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$, got: Udp;"
                        + " a good value is udp",
                "stack: {} | spec.stack must have exactly one of name, configMapKeyRef and inline, got: none;"
                        + " a good value is {name: udp}",
                "stack: {configMapKeyRef: {name: a}} | spec.stack.configMapKeyRef.key is required, got: nothing;"
                        + " a good value is udp.xml",
                "workload: {type: Rcp} | spec.workload.type must be one of Multicast, Rpc, MessageBus, Datagram, got:"
                        + " Rcp; a good value is Rpc",
                "tuning: {mode: aply} | spec.tuning.mode must be one of Verify, Apply, Ignore, got: aply;"
                        + " a good value is Apply",
                "tuning: {rmemMax: 25MB} | spec.tuning.rmemMax must be a whole number of bytes, alone or with one of"
                        + " k, M, G, Ki, Mi, Gi, got: 25MB; a good value is 25Mi",
                "suspend: maybe | spec.suspend must be true or false, got: maybe; a good value is false",
                "activeDeadline: 30 | spec.activeDeadline must be a duration such as 2m, 1m30s or 500ms, got: 30;"
                        + " a good value is 30m",
                "activeDeadline: 1d | spec.activeDeadline must be a duration such as 2m, 1m30s or 500ms, got: 1d;"
                        + " a good value is 30m",
                "start: {maxSkew: 2h} | spec.start.maxSkew must be between 1us and 1h, got: 2h; a good value is 10ms",
                "jvm: {options: -Xmx1g} | spec.jvm.options must be a list, got: -Xmx1g;"
                        + " a good value is [-Xms1g, -Xmx1g]",
                "placement: {tolerations: [{key: a, value: b c}]} | spec.placement.tolerations[0].value must match"
                        + " ^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$, got: b c; a good value is benchmark",
                "jvm: {options: [Xmx1g]} | spec.jvm.options[0] must match ^-.+$, got: Xmx1g;"
                        + " a good value is [-Xms1g, -Xmx1g]",
                "placement: {nodeNames: [a]} | spec.placement.nodeNames must name at least as many nodes as there are"
                        + " members, or none; any number with spread Any, got: 1 nodes for 4 members; name more nodes,"
                        + " or write spread: Any",
                "placement: {tolerations: [{tolerationSeconds: -1}]} | spec.placement.tolerations[0].tolerationSeconds"
                        + " must be at least 0, got: -1; a good value is 300",
                "transport: {options: {a: 1}} | spec.transport.options.a must be a string (quote what looks like a"
                        + " number or a boolean), got: 1; a good value is {mode: unicast}",
                "transport: {options: {n: '1'}} | spec.transport.options.n must have its name in quotes, as YAML takes"
                        + " it for a boolean, got: n; write \"n\"",
                "transport: {options: {a: y}} | spec.transport.options.a must be a string (quote what looks like a"
                        + " number or a boolean), got: y; a good value is {mode: unicast}",
                "<<: {members: 4} | spec.<<, which takes over the fields of another map, is not read, got: a map;"
                        + " write these fields out",
                "'\"\\u001b[31m\": 1' | spec.\\u001b[31m is not a field, got: 1; the nearest is jvm, as in jvm:"
                        + " {options: [-Xms1g, -Xmx1g]}",
                "members: 5 | spec.members must be given once, got: a second one; the first is in line 5",
            })
    void mistakeIsOneLineWithItsLine(String line, String sentence) {
        assertThatThrownBy(() -> read(HEAD + "  " + line + "\n").resolve(resolver))
                .isInstanceOf(RunFileException.class)
                .hasMessage("run.yaml:8: " + sentence);
    }

    @Test
    void renamedRequiredFieldIsOneProblemAndAMissingOneIsToldWithTheObjectsLine() {
        refused(HEAD.replace("members", "membres"))
                .hasMessage(
                        "run.yaml:5: spec.membres is not a field, got: 4; the nearest is members, as in members: 4");
        refused(HEAD.replace("  members: 4\n", ""))
                .hasMessage("run.yaml:5: spec.members is required, got: nothing; a good value is 4");
        refused(HEAD.replace("members: 4", "members:"))
                .hasMessage("run.yaml:5: spec.members is required, got: nothing; a good value is 4");
    }

    @Test
    void whatAMergeWouldHaveBroughtAlongIsNotMissing() {
        refused(HEAD.replace("  members: 4\n", "  <<: {members: 4}\n"))
                .hasMessage("run.yaml:5: spec.<<, which takes over the fields of another map, is not read, got: a map;"
                        + " write these fields out");
    }

    @Test
    void longNameIsShortened() {
        refused(HEAD + "  " + "x".repeat(1000) + ": 1\n")
                .hasMessageStartingWith("run.yaml:8: spec." + "x".repeat(60) + "... is not a field, got: 1; ");
    }

    @Test
    void tabInAnotherLineIsNotWhatIsWrong() {
        refused("# a\ttab\na: *b\n")
                .hasMessage("run.yaml:2: a run file must be valid YAML, got: found undefined alias b; mend it there");
    }

    @Test
    void problemOfAnOptionIsToldWithTheOption() throws Exception {
        RunFile file = read(HEAD);
        var changed = file.run();
        changed.setSpec(changed.getSpec().withRepetitions(0));

        assertThatThrownBy(() -> file.resolve(resolver, changed, Map.of("spec.repetitions", "--repetitions")))
                .hasMessageStartingWith("--repetitions: spec.repetitions must be between 1 and 100, got: 0");
    }

    @Test
    void severalMistakesAreALineEachInTheOrderOfTheFile() {
        refused(HEAD.replace("1_000_000", "0").replace("4\n", "x\n"))
                .hasMessage("run.yaml:5: spec.members must be a whole number, got: x; a good value is 4\n"
                        + "run.yaml:6: spec.messages must be between 1 and 1000000000000, got: 0;"
                        + " a good value is 1000000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 1: a run file must hold a BenchmarkRun, got: an empty file; start from examples/quickstart.yaml",
                "'# only a comment\n' | 1: a run file must hold a BenchmarkRun, got: an empty file;"
                        + " start from examples/quickstart.yaml",
                "'hello' | 1: a run file must hold a BenchmarkRun, got: hello; start from examples/quickstart.yaml",
                "'[1]' | 1: a run file must hold a BenchmarkRun, got: a list; start from examples/quickstart.yaml",
                "'kind: BenchmarkRun\n' | 1: apiVersion is required, got: nothing;"
                        + " write apiVersion: jgbench.io/v1alpha1",
                "'kind: BenchmarkRun\napiVersion: v1\n' | 2: apiVersion must be jgbench.io/v1alpha1, got: v1;"
                        + " write jgbench.io/v1alpha1",
                "'apiVersion: jgbench.io/v1alpha1\nkind: Pod\n' | 2: kind must be BenchmarkRun, got: Pod;"
                        + " write BenchmarkRun",
                "'apiVersion: jgbench.io/v1alpha1\nkind: BenchmarkRun\nmetadata: {name: a}\n'"
                        + "| 1: spec is required, got: nothing;"
                        + " a good value is {members: 4, messages: 1000000, messageSize: 1k}",
                "'a: 1\n---\nb: 2\n' | 3: a run file must hold one document, got: another one;"
                        + " put each run into a file of its own",
                "'spec:\n\tmembers: 4\n' | 2: a run file must be valid YAML, got: found character '\\t(TAB)' that"
                        + " cannot start any token; indent with spaces, not tabs",
                "'a: [1, 2\n' | 2: a run file must be valid YAML, got: expected ',' or ']', but got <stream end>;"
                        + " mend it there",
                "'a: *b\n' | 1: a run file must be valid YAML, got: found undefined alias b; mend it there",
                "'a\u0000b' | 1: a run file must be text in UTF-8, got: a NUL byte; start from"
                        + " examples/quickstart.yaml",
                "'a: 1\nb: \u0007\n' | 2: a run file must be text in UTF-8, got: a control character;"
                        + " start from examples/quickstart.yaml",
            })
    void fileThatHoldsNoRunIsToldSo(String text, String told) {
        refused(text).hasMessage("run.yaml:" + told);
    }

    @Test
    void bytesThatAreNoTextAreToldWithTheirLine() {
        byte[] bytes = {'a', '\n', (byte) 0xff, (byte) 0xfe};

        assertThatThrownBy(() -> RunFile.read(new ByteArrayInputStream(bytes), "run.yaml"))
                .hasMessage("run.yaml:2: a run file must be text in UTF-8, got: bytes that are none;"
                        + " start from examples/quickstart.yaml");
    }

    @Test
    void nestedAliasesAreRefusedInNoTime() {
        var bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 100; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }

        refused(bomb.toString()).hasMessageStartingWith("run.yaml:1: a run file must be plain YAML, got: ");
        refused("[".repeat(10_000)).hasMessageStartingWith("run.yaml:1: a run file must be plain YAML, got: ");
    }

    @Test
    void aliasesThatStayWithinTheLimitCannotMakeItGoFar() {
        var bomb = new StringBuilder(HEAD).append("  jvm: {options: &a0 [-Xa]}\nx0: &b0 {options: *a0}\n");
        for (int i = 1; i < 20; i++) {
            bomb.append("x%d: &b%d [*b%d, *b%d]\n".formatted(i, i, i - 1, i - 1));
        }

        refused(bomb.toString()).hasMessageStartingWith("run.yaml:9: x0 is not a field, got: a map; ");
    }

    @Test
    void statusOfAnExportedObjectIsRefusedWithAReason() {
        refused(HEAD + "status: {}\n")
                .hasMessage("run.yaml:8: status is not a field, got: a map; leave it out, the run writes it");
    }

    @Test
    void largeFileIsRefused() {
        refused("#".repeat(1 << 20) + "\n" + HEAD)
                .hasMessage("run.yaml:1: a run file must have at most 1048576 bytes, got: more;"
                        + " start from examples/quickstart.yaml");
    }

    @Test
    void whatIsNoFileIsToldWithoutALine() {
        assertThatThrownBy(() -> RunFile.read(folder))
                .hasMessage(folder + ": a run file must be a file, got: a directory;"
                        + " name one, such as examples/quickstart.yaml");
        assertThatThrownBy(() -> RunFile.read(folder.resolve("none.yaml")))
                .hasMessage(folder.resolve("none.yaml") + ": a run file must be a file, got: no such file;"
                        + " name one, such as examples/quickstart.yaml");
    }

    @Test
    void unreadableFileIsToldSo() throws IOException {
        Path secret = Files.createFile(
                folder.resolve("secret.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assumeThat(Files.isReadable(secret)).as("root reads everything").isFalse();

        assertThatThrownBy(() -> RunFile.read(secret))
                .hasMessage(secret + ": a run file must be readable, got: permission denied; run chmod +r");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(String text) {
        return assertThatThrownBy(() -> read(text)).isInstanceOf(RunFileException.class);
    }

    private static RunFile read(String text) throws RunFileException {
        return RunFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "run.yaml");
    }
}
