package io.jgbench.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.config.ConfigurationServiceOverrider;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetrics;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.jgbench.coordination.EpochClock;
import io.jgbench.operator.kubernetes.LeanObjects;
import io.jgbench.operator.metrics.MemberMetrics;
import io.jgbench.operator.metrics.RunMetrics;
import io.jgbench.operator.metrics.SuiteMetrics;
import io.jgbench.operator.reconcile.BenchmarkRunReconciler;
import io.jgbench.operator.reconcile.ReconcilerPartsBuilder;
import io.jgbench.operator.result.ReportMemory;
import io.jgbench.operator.result.ResultStore;
import io.jgbench.operator.storage.ResultArchive;
import io.jgbench.operator.suite.BenchmarkSuiteReconciler;
import io.jgbench.operator.time.SteadyClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The operator as a whole: controllers of runs and suites, their watches, and the election of who acts. */
public final class BenchmarkOperator implements AutoCloseable {
    private static final Duration FIRST_RETRY = Duration.ofMillis(500);
    private static final double RETRY_FACTOR = 1.5;

    /** Many runs that the API server refuses are no load on it then; what removes the cause may wait for so long. */
    private static final Duration LONGEST_RETRY = Duration.ofSeconds(30);

    private static final Duration TERMINATION = Duration.ofSeconds(5);

    private final KubernetesClient client;
    private final Optional<Leadership> leadership;
    private final Operator operator;
    private final BenchmarkRunReconciler reconciler;
    private final ResultArchive archive;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean isStarted;

    /**
     * Puts the operator together; nothing is watched yet.
     *
     * @param client the API server; closed with the operator
     * @param registry takes the metrics
     * @param whenLeadershipIsLost ends the process, as what the operator has under way is another's from then on
     */
    public BenchmarkOperator(
            KubernetesClient client, OperatorSettings settings, MeterRegistry registry, Runnable whenLeadershipIsLost) {
        this.client = client;
        EpochClock steadyClock = EpochClock.system();
        var memory = ReportMemory.ofProcess();
        this.archive =
                ResultArchive.of(settings.storage(), new ResultStore(client), memory, new SteadyClock(steadyClock));
        var suites = new BenchmarkSuiteReconciler(
                client,
                steadyClock,
                Clock.systemUTC(),
                threads,
                new SuiteMetrics(registry),
                archive,
                settings.members().rules(),
                settings.ports());
        this.reconciler = ReconcilerPartsBuilder.builder()
                .client(client)
                .leaseNamespace(settings.namespace())
                .isWatched(settings::watches)
                .members(settings.members())
                .ports(settings.ports())
                .wallClock(Clock.systemUTC())
                .steadyClock(steadyClock)
                .executor(threads)
                .runMetrics(new RunMetrics(registry))
                .memberMetrics(new MemberMetrics(registry))
                .archive(archive)
                .memory(memory)
                .suites(suites::find)
                .budget(settings.budget())
                .timeToLive(settings.timeToLive())
                .build()
                .reconciler();
        this.leadership = settings.leaderLease()
                .map(lease -> new Leadership(
                        settings.namespace(), lease, settings.identity(), reconciler::lead, whenLeadershipIsLost));
        this.operator = new Operator(overrider -> configure(overrider, registry));
        operator.register(reconciler, controller -> configure(controller, settings));
        operator.register(suites, controller -> configure(controller, settings));
    }

    private void configure(ConfigurationServiceOverrider overrider, MeterRegistry registry) {
        overrider
                .withKubernetesClient(client)
                .withMetrics(MicrometerMetrics.withoutPerResourceMetrics(registry))
                .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
                .withReconciliationTerminationTimeout(TERMINATION)
                .withCloseClientOnStop(false)
                .withUseSSAToPatchPrimaryResource(true);
        leadership.map(Leadership::configuration).ifPresent(overrider::withLeaderElectionConfiguration);
    }

    private static void configure(
            ControllerConfigurationOverrider<? extends HasMetadata> controller, OperatorSettings settings) {
        controller.withRetry(GenericRetry.defaultLimitedExponentialRetry()
                .setInitialInterval(FIRST_RETRY)
                .setIntervalMultiplier(RETRY_FACTOR)
                .setMaxInterval(LONGEST_RETRY.toMillis())
                .withoutMaxAttempts());
        controller.withInformerListLimit(LeanObjects.MOST_IN_A_LIST);
        if (settings.watchedNamespaces().isEmpty()) {
            controller.watchingAllNamespaces();
        } else {
            controller.settingNamespaces(settings.watchedNamespaces());
        }
    }

    /** Begins to watch, or to wait to be elected. */
    public void start() {
        operator.start();
        if (leadership.isEmpty()) {
            reconciler.lead();
        }
        isStarted = true;
    }

    /** Whether it has started and its watches stand; one that waits to be elected has none yet, and is ready to. */
    public boolean isReady() {
        return isStarted && operator.getRuntimeInfo().allEventSourcesAreHealthy();
    }

    /** Stops. Runs under way continue, and another operator picks them up. */
    @Override
    public void close() {
        isStarted = false;
        leadership.ifPresent(Leadership::stopping);
        operator.stop();
        reconciler.close();
        archive.close();
        threads.shutdownNow();
        leadership.ifPresent(it -> it.giveBack(client));
        client.close();
    }
}
