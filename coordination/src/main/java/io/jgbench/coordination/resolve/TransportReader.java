package io.jgbench.coordination.resolve;

import static java.util.Objects.requireNonNullElse;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.JvmSettings;
import io.jgbench.api.v1alpha1.PlacementSettings;
import io.jgbench.api.v1alpha1.StackSource;
import io.jgbench.api.v1alpha1.TransportSettings;
import io.jgbench.coordination.control.ControlPaths;
import io.jgbench.coordination.control.ProtocolJson;
import io.jgbench.coordination.flowwindow.RunWindow;
import io.jgbench.coordination.spec.FlowWindow;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.SettingReader.Setting;
import io.jgbench.coordination.spec.SpecProblem;
import io.jgbench.coordination.spec.StackProtocols;
import io.jgbench.coordination.spec.TransportSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the transport and its stack. */
record TransportReader(SettingReader reader, BenchmarkRunSpec spec, Function<StackSource, TransportSpec.Stack> stacks) {
    private static final String PATH = "spec.stack";
    private static final String OPTIONS_PATH = "spec.jvm.options";
    private static final String WINDOW_GIVEN = "as stack.window has it";
    private static final StackSource DEFAULT_STACK = StackSource.named("udp");

    /** Reads and checks the settings. The supplier gives the result; it may be called only if there was no problem. */
    Supplier<TransportSpec> read() {
        var settings = requireNonNullElse(spec.transport(), TransportSettings.defaults());
        String name = requireNonNullElse(settings.name(), TransportSettings.JGROUPS);
        Optional<TransportSpec.Stack> stack = stack(name);
        int bindPort = bindPort();
        return () -> new TransportSpec(name, stack, settings.options(), bindPort);
    }

    private int bindPort() {
        Integer given = spec.placement() == null ? null : spec.placement().bindPort();
        var setting = Setting.of("spec.placement", PlacementSettings.class, "bindPort");
        return given == null ? 0 : (int) reader.number(setting, given, 0);
    }

    private Optional<TransportSpec.Stack> stack(String transport) {
        StackSource given = spec.stack();
        if (!transport.equals(TransportSettings.JGROUPS)) {
            if (given != null) {
                refuse(BenchmarkRunSpec.STACK_RULE, "transport " + transport, "leave the stack out");
            }
            return Optional.empty();
        }
        StackSource source = requireNonNullElse(given, DEFAULT_STACK);
        long sources = Stream.of(source.name(), source.configMapKeyRef(), source.inline())
                .filter(Objects::nonNull)
                .count();
        if (sources != 1) {
            refuse(
                    StackSource.SOURCE_RULE,
                    sources == 0 ? "none" : sources + " of them",
                    "a good value is {name: udp}");
            return Optional.empty();
        }
        Optional<FlowWindow> window = window(source);
        Optional<TransportSpec.Stack> stack = resolved(source);
        stack.ifPresent(this::checkOptions);
        return stack.map(found -> window.map(found::withWindow).orElse(found));
    }

    private void checkOptions(TransportSpec.Stack stack) {
        List<String> options =
                requireNonNullElse(spec.jvm(), JvmSettings.defaults()).options();
        RunWindow.tooSmallOption(stack, options)
                .ifPresent(option -> reader.add(SpecProblem.ofValue(
                        OPTIONS_PATH,
                        "must set " + option.property() + " to at least " + option.leastBytes()
                                + " bytes, as a sender could wait for credits for ever",
                        option.given(),
                        option.good())));
    }

    private Optional<FlowWindow> window(StackSource source) {
        if (source.window() == null) {
            return Optional.empty();
        }
        if (source.name() == null || !StackSource.WITH_WINDOW.contains(source.name())) {
            refuse(StackSource.WINDOW_RULE, "window " + source.window() + " of another stack", "leave the window out");
            return Optional.empty();
        }
        long bytes = reader.bytes(Setting.of(PATH, StackSource.class, "window"), source.window());
        return bytes > 0 ? Optional.of(FlowWindow.fixed(bytes, WINDOW_GIVEN)) : Optional.empty();
    }

    private Optional<TransportSpec.Stack> resolved(StackSource source) {
        try {
            TransportSpec.Stack stack = stacks.apply(source);
            Optional<String> problem = tooLong(stack).or(() -> StackProtocols.missing(stack));
            problem.ifPresent(it -> reader.add(new SpecProblem(PATH, PATH + ": " + it)));
            return problem.isPresent() ? Optional.empty() : Optional.of(stack);
        } catch (IllegalArgumentException e) {
            reader.add(new SpecProblem(PATH, PATH + ": " + e.getMessage()));
            return Optional.empty();
        }
    }

    /** A member would refuse the request that tells it the stack, when all are up and the nodes are taken. */
    private static Optional<String> tooLong(TransportSpec.Stack stack) {
        int bytes = ProtocolJson.write(stack.xml()).length;
        return bytes <= ControlPaths.MAX_STACK_BYTES
                ? Optional.empty()
                : Optional.of("stack " + stack.name() + " must have at most " + ControlPaths.MAX_STACK_BYTES
                        + " bytes as JSON, in which members get it, got: " + bytes
                        + "; leave out comments and blanks");
    }

    private void refuse(String rule, String found, String advice) {
        reader.add(new SpecProblem(PATH, "spec." + rule, found, advice));
    }
}
