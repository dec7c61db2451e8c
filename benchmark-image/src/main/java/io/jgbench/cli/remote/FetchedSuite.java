package io.jgbench.cli.remote;

import io.jgbench.api.v1alpha1.ConfigMapKeyRef;
import io.jgbench.coordination.resolve.RunSpecResolver;
import io.jgbench.coordination.suite.BaselineRequest;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.resolve.SuiteResolver;
import io.jgbench.coordination.suite.result.BaselineCheck;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.coordination.suite.result.SuiteResultBuilder;
import io.jgbench.report.papers.PaperShares;
import io.jgbench.report.papers.PublishedFigures;
import io.jgbench.report.stored.ClusterSuite;
import io.jgbench.report.stored.ConfigMapEntry;
import io.jgbench.report.stored.MissingBaseline;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.StoredSuiteResult;
import io.jgbench.report.stored.SuiteDetails;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A suite that was downloaded from a cluster.
 *
 * @param suite all that its digests hold
 * @param paper its cells beside the figures of the paper that is its baseline
 * @param missing why it is not compared with its baseline; empty where it is, or has none
 * @param leftOut what else there might be and is not, one sentence each
 */
public record FetchedSuite(
        StoredSuite suite, Optional<PaperShares> paper, Optional<MissingBaseline> missing, List<String> leftOut) {
    private static final Pattern SUITE =
            Pattern.compile("(?:bsuite|benchmarksuites?(?:\\.jgbench\\.io)?)/([a-z0-9.-]+)");

    /** Copies the list. */
    public FetchedSuite {
        leftOut = List.copyOf(leftOut);
    }

    /** The name of the suite that is meant; empty where it is no suite of a cluster. */
    public static Optional<String> suiteOf(String given) {
        Matcher matcher = SUITE.matcher(given);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Downloads it, and the suite that it is compared with.
     *
     * @throws IOException if kubectl is not there or refuses, with one sentence
     * @throws StoredResultException if there is no digest of it, or one that cannot be read
     */
    public static FetchedSuite of(String name, Kubectl kubectl)
            throws IOException, InterruptedException, StoredResultException {
        var stacks = new ClusterStacks(kubectl);
        var resolver = new SuiteResolver(new RunSpecResolver(stacks));
        ClusterSuite suite = suite(name, kubectl, resolver);
        List<VisitDigest> digests = suite.digests(kubectl.json("configmap", "-l", suite.selector()));
        List<String> leftOut = new ArrayList<>();
        suite.refusal().ifPresent(leftOut::add);
        suite.missing(digests).ifPresent(leftOut::add);
        SuiteResult result = suite.result(suite.spec(), digests);
        Optional<BaselineRequest> baseline =
                suite.spec().baseline().filter(asked -> asked.paper().isEmpty());
        Optional<MissingBaseline> missing = Optional.empty();
        if (baseline.isPresent()) {
            Compared compared = against(result, baseline.get(), kubectl, resolver);
            result = compared.result();
            missing = compared.obstacle().map(why -> new MissingBaseline(why, suite.judgement()));
        }
        leftOut.addAll(stacks.missing());
        SuiteDetails details = SuiteDetails.of(digests, new ClusterResults(new ClusterResult(kubectl)));
        Optional<PaperShares> paper = paper(suite.spec(), result);
        SuiteResult judged = SuiteResultBuilder.builder(result)
                .paper(paper.map(PaperShares::comparison))
                .build();
        return new FetchedSuite(suite.stored(judged, digests, details), paper, missing, leftOut);
    }

    /**
     * What the visits of a suite came to.
     *
     * @param result with the figure that is asked for
     * @param leftOut what else there might be and is not, one sentence each
     */
    public record Measured(SuiteResult result, List<String> leftOut) {

        /** Copies the list. */
        public Measured {
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * Downloads what its visits came to and nothing else, for a comparison with another suite.
     *
     * @param asked what is asked of both
     * @throws IOException if kubectl is not there or refuses, with one sentence
     * @throws StoredResultException if there is no digest of it, or one that cannot be read
     */
    public static Measured measured(String name, BaselineRequest asked, Kubectl kubectl)
            throws IOException, InterruptedException, StoredResultException {
        return measured(name, asked, kubectl, new SuiteResolver(new RunSpecResolver(new ClusterStacks(kubectl))));
    }

    private static Optional<PaperShares> paper(SuiteSpec spec, SuiteResult result) {
        return spec.baseline()
                .flatMap(BaselineRequest::paper)
                .map(paper -> PaperShares.of(PublishedFigures.known(), paper, spec.cells(), result));
    }

    private static ClusterSuite suite(String name, Kubectl kubectl, SuiteResolver resolver)
            throws IOException, InterruptedException, StoredResultException {
        return ClusterSuite.of("bsuite/" + name, kubectl.json("benchmarksuites.jgbench.io", name), resolver);
    }

    /** A result with the comparison, or why there is none. */
    private record Compared(SuiteResult result, Optional<String> obstacle) {}

    private static Compared against(SuiteResult now, BaselineRequest asked, Kubectl kubectl, SuiteResolver resolver)
            throws InterruptedException {
        try {
            SuiteResult before = asked.configMap().isPresent()
                    ? kept(asked.configMap().get(), kubectl)
                    : measured(asked.suite().orElseThrow(), asked, kubectl, resolver)
                            .result();
            Optional<String> obstacle = BaselineCheck.obstacle(now, before, asked.metric());
            return obstacle.isEmpty()
                    ? new Compared(now.against(before, asked.metric(), asked.rule()), obstacle)
                    : new Compared(now, obstacle);
        } catch (IOException | StoredResultException e) {
            return new Compared(now, Optional.of(e.getMessage()));
        }
    }

    private static SuiteResult kept(ConfigMapKeyRef ref, Kubectl kubectl)
            throws IOException, InterruptedException, StoredResultException {
        String place = "key " + ref.key() + " of ConfigMap " + ref.name();
        return StoredSuiteResult.ofConfigMap(
                ConfigMapEntry.of(kubectl.json("configmap", ref.name()), ref.key())
                        .orElseThrow(() -> new StoredResultException(place + " is not there")),
                place);
    }

    private static Measured measured(String name, BaselineRequest asked, Kubectl kubectl, SuiteResolver resolver)
            throws IOException, InterruptedException, StoredResultException {
        ClusterSuite suite = suite(name, kubectl, resolver);
        List<VisitDigest> digests = suite.digests(kubectl.json("configmap", "-l", suite.selector()));
        return new Measured(
                suite.result(suite.spec().comparedBy(asked), digests),
                suite.missing(digests).stream().toList());
    }
}
