package io.jgbench.coordination.workload;

import io.jgbench.api.v1alpha1.BenchmarkRunSpec;
import io.jgbench.api.v1alpha1.StatusMemberBuilder;
import io.jgbench.api.v1alpha1.StatusSummaryBuilder;
import io.jgbench.api.v1alpha1.WorkloadSettings;
import io.jgbench.coordination.judge.GeneratorRule.Generator;
import io.jgbench.coordination.protocol.MemberReport;
import io.jgbench.coordination.protocol.OpenLoopReport;
import io.jgbench.coordination.protocol.WorkloadReport;
import io.jgbench.coordination.result.Accounts;
import io.jgbench.coordination.result.MemberFigures;
import io.jgbench.coordination.result.MemberResult;
import io.jgbench.coordination.result.Named;
import io.jgbench.coordination.result.RunEvidence;
import io.jgbench.coordination.result.RunFigures;
import io.jgbench.coordination.result.RunResult;
import io.jgbench.coordination.result.WorkloadAnalysis;
import io.jgbench.coordination.result.WorkloadRules;
import io.jgbench.coordination.spec.SettingReader;
import io.jgbench.coordination.spec.WorkloadSpec;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * All that is known of one workload without running it: how its spec is read, how its members' reports are analysed and
 * judged, and how its figures are put into a status and into words.
 *
 * <p>{@link #of} and {@link #own} are the only places where what is common to all workloads becomes a workload's own.
 *
 * @param <S> what is to be done
 * @param <R> what one member saw
 * @param <M> what one member's report comes to
 * @param <A> where everything went
 * @param <F> the run's figures
 */
public abstract class WorkloadType<
                S extends WorkloadSpec,
                R extends WorkloadReport,
                M extends MemberFigures,
                A extends Accounts,
                F extends RunFigures>
        implements WorkloadRules {
    private final WorkloadSettings.Type type;
    private final Records<S, R, M, A, F> records;

    /** The workload that the API calls so, with the records that hold what is its own. */
    protected WorkloadType(WorkloadSettings.Type type, Records<S, R, M, A, F> records) {
        this.type = Objects.requireNonNull(type, "type");
        this.records = Objects.requireNonNull(records, "records");
    }

    /**
     * The records of one workload.
     *
     * @param spec what is to be done
     * @param report what one member saw
     * @param memberFigures what one member's report comes to
     * @param accounts where everything went
     * @param figures the run's figures
     */
    public record Records<S, R, M, A, F>(
            Class<S> spec, Class<R> report, Class<M> memberFigures, Class<A> accounts, Class<F> figures) {

        /** All of them. */
        public List<Class<?>> all() {
            return List.of(spec, report, memberFigures, accounts, figures);
        }
    }

    /**
     * The block of a spec's workload that holds this workload's settings.
     *
     * @param name its name in a run file
     * @param rule what a spec breaks that has the block with another type
     * @param settings the block of a spec; null where it has none
     */
    public record Block(String name, String rule, Function<WorkloadSettings, Object> settings) {}

    /** Which workload it is. */
    public final WorkloadSettings.Type type() {
        return type;
    }

    /** Its records, which JSON tells apart by the type's label. */
    public final Records<S, R, M, A, F> records() {
        return records;
    }

    /** Where its settings stand. */
    public abstract Block block();

    /** Whether {@code spec.senders} says how many members send. */
    public boolean hasSenders() {
        return false;
    }

    /** Whether {@code spec.duration} says how long is measured; the other workloads have a duration in their block. */
    public boolean hasSpecDuration() {
        return false;
    }

    /** Whether its rate counts requests, whose payload goes out with some and comes back with others. */
    public boolean countsRequests() {
        return false;
    }

    /**
     * Reads and checks the settings now; what they make can be had when none was wrong.
     *
     * @param reader collects what is wrong
     * @param spec what was declared
     * @param members how many members the run has
     */
    public abstract Supplier<S> read(SettingReader reader, BenchmarkRunSpec spec, int members);

    /** The numbers of its own block of a status' summary, in the block's order; none where it has no block. */
    public List<Metric> metrics() {
        return List.of();
    }

    /**
     * The numbers that it fills of a status' summary outside its own block, beside the rates and the spread that runs
     * of any workload have.
     */
    public List<String> sharedMetrics() {
        return List.of();
    }

    /** What a member's report comes to. */
    protected abstract M figures(R report, long beganAtEpochNanos);

    /** What is made of the reports of all. */
    protected abstract WorkloadAnalysis analysis(Evidence evidence);

    /** Fills the workload's own block of a status' summary. Called only if the run has figures. */
    protected abstract void summarize(Run run, StatusSummaryBuilder summary);

    /** Fills the workload's own block of a member that reported. */
    protected abstract void summarize(Run run, Member member, StatusMemberBuilder status);

    /** Puts a run into words. */
    protected abstract WorkloadSection section(Run run);

    /** What the rate of its runs is. */
    protected abstract RateMeaning rateMeaning(S spec);

    /** How what was published of this workload stands to one of its runs. */
    protected PublishedWork published(S spec) {
        return PublishedWork.NONE;
    }

    @Override
    public final MemberFigures memberFigures(MemberReport report) {
        return figures(own(report.workload()), report.beganAtEpochNanos());
    }

    @Override
    public final WorkloadAnalysis analysis(RunEvidence evidence, List<MemberResult> members) {
        return analysis(new Evidence(evidence, members));
    }

    /** Fills the workload's own block of a status' summary. Called only if the run has figures. */
    public final void summarize(RunResult result, StatusSummaryBuilder summary) {
        summarize(of(result), summary);
    }

    /** Fills the workload's own block of a member; does nothing if it left no report. */
    public final void summarize(RunResult result, MemberResult member, StatusMemberBuilder status) {
        if (member.report().isPresent()) {
            summarize(of(result), new Member(member), status);
        }
    }

    /** Puts a run into words. */
    public final WorkloadSection section(RunResult result) {
        return section(of(result));
    }

    /**
     * What the rate of a run is that does this.
     *
     * @throws IllegalArgumentException if the spec is of another workload
     */
    public final RateMeaning rateOf(WorkloadSpec spec) {
        return rateMeaning(own(spec));
    }

    /**
     * How what was published of this workload stands to a run that does this.
     *
     * @throws IllegalArgumentException if the spec is of another workload
     */
    public final PublishedWork publishedOf(WorkloadSpec spec) {
        return published(own(spec));
    }

    /**
     * The result of a run of this workload.
     *
     * @throws IllegalArgumentException if it is of another one
     */
    public final Run of(RunResult result) {
        return new Run(result);
    }

    /**
     * A spec of this workload.
     *
     * @throws IllegalArgumentException if it is of another one
     */
    public final S own(WorkloadSpec spec) {
        return own(records.spec(), spec);
    }

    /**
     * A report of this workload.
     *
     * @throws IllegalArgumentException if it is of another one
     */
    public final R own(WorkloadReport report) {
        return own(records.report(), report);
    }

    private <T> T own(Class<T> record, Object found) {
        if (!record.isInstance(found)) {
            throw new IllegalArgumentException("the workload " + type.label() + " needs a " + record.getSimpleName()
                    + ", got: " + found.getClass().getSimpleName());
        }
        return record.cast(found);
    }

    /** What a run of this workload left behind. */
    public final class Evidence {
        private final RunEvidence run;
        private final S spec;
        private final List<MemberResult> all;
        private final List<Member> members;

        private Evidence(RunEvidence run, List<MemberResult> all) {
            this.run = run;
            this.spec = own(run.spec().workload());
            this.all = all;
            this.members = reported(all);
        }

        /** All of it. */
        public RunEvidence run() {
            return run;
        }

        /** What was to be done. */
        public S spec() {
            return spec;
        }

        /** All members that were planned, by index. */
        public List<MemberResult> all() {
            return all;
        }

        /** Those that reported, partial reports included. */
        public List<Member> members() {
            return members;
        }

        /** Those that did their whole workload. */
        public List<Member> complete() {
            return members.stream().filter(Member::complete).toList();
        }

        /** Whether all did. */
        public boolean allComplete() {
            return all.stream().allMatch(MemberResult::complete);
        }

        /** What those that reported saw. */
        public List<R> reports() {
            return members.stream().map(Member::report).toList();
        }

        /** How those that reported kept the rate that they were asked for. */
        public List<OpenLoopReport> openLoops() {
            return reports().stream()
                    .flatMap(report -> report.openLoop().stream())
                    .toList();
        }

        /** Those that were asked for a rate and did their whole workload. */
        public List<Generator> generators() {
            return complete().stream()
                    .flatMap(member ->
                            member.report().openLoop().stream().map(openLoop -> new Generator(member.name(), openLoop)))
                    .toList();
        }
    }

    /** The result of a run of this workload. */
    public final class Run {
        private final RunResult result;
        private final S spec;
        private final List<Member> members;

        private Run(RunResult result) {
            this.result = result;
            this.spec = own(result.spec().workload());
            this.members = reported(result.members());
        }

        /** All of it. */
        public RunResult result() {
            return result;
        }

        /** What was to be done. */
        public S spec() {
            return spec;
        }

        /** The members that reported, partial reports included. */
        public List<Member> members() {
            return members;
        }

        /** A member of it that has reported. */
        public Member member(MemberResult member) {
            return new Member(member);
        }

        /** Where everything went. */
        public A accounts() {
            return own(records.accounts(), result.accounts());
        }

        /** The figures; empty unless each member did its whole workload. */
        public Optional<F> figures() {
            return result.figures().map(figures -> own(records.figures(), figures));
        }
    }

    /** A member of a run of this workload that has reported. */
    public final class Member implements Named {
        private final MemberResult result;
        private final R report;
        private final M figures;

        private Member(MemberResult result) {
            this.result = result;
            this.report = own(result.report().orElseThrow().workload());
            this.figures = own(records.memberFigures(), result.figures().orElseThrow());
        }

        /** What holds for all workloads. */
        public MemberResult result() {
            return result;
        }

        @Override
        public String name() {
            return result.name();
        }

        /** Its place in the run, from 0. */
        public int index() {
            return result.index();
        }

        /** Whether it did its whole workload. */
        public boolean complete() {
            return result.complete();
        }

        /** What it saw. */
        public R report() {
            return report;
        }

        /** What that comes to. */
        public M figures() {
            return figures;
        }
    }

    private List<Member> reported(List<MemberResult> members) {
        return members.stream()
                .filter(member -> member.report().isPresent())
                .map(Member::new)
                .toList();
    }
}
