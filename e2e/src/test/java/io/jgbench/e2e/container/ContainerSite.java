package io.jgbench.e2e.container;

import io.jgbench.coordination.control.MemberClient;
import io.jgbench.coordination.drive.MemberDriver;
import io.jgbench.coordination.drive.MemberSite;
import io.jgbench.coordination.protocol.JoinRequest;
import io.jgbench.coordination.run.MemberObservation;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** One member of a run, which lives in a container. */
final class ContainerSite implements MemberSite, AutoCloseable {
    private final MemberContainer container;
    private final Supplier<MemberClient> connect;
    private final Function<Duration, JoinRequest> join;
    private final MemberDriver driver;
    private volatile Optional<MemberClient> client = Optional.empty();

    ContainerSite(
            int index,
            MemberContainer container,
            Supplier<MemberClient> connect,
            Function<Duration, JoinRequest> join,
            MemberDriver.OfRun run) {
        this.container = container;
        this.connect = connect;
        this.join = join;
        this.driver = new MemberDriver(index, this, run);
    }

    MemberDriver driver() {
        return driver;
    }

    MemberObservation seen() {
        if (client.isEmpty()) {
            return new MemberObservation.NotLaunched();
        }
        return container.isRunning()
                ? driver.found().orElseGet(() -> new MemberObservation.Silent("its JVM is starting"))
                : new MemberObservation.Exited("its container has ended", container.logs());
    }

    @Override
    public void launch() {
        if (client.isEmpty()) {
            container.start();
            client = Optional.of(connect.get());
        }
    }

    @Override
    public Optional<MemberClient> client() {
        return client;
    }

    @Override
    public JoinRequest join(Duration timeout) {
        return join.apply(timeout);
    }

    /** Nothing: the container ends with its test. */
    @Override
    public void end() {}

    @Override
    public void close() {
        driver.close();
        client.ifPresent(MemberClient::close);
    }
}
