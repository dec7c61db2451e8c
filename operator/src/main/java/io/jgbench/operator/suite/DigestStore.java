package io.jgbench.operator.suite;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.jgbench.api.v1alpha1.ObjectLabels;
import io.jgbench.api.v1alpha1.StoredContent;
import io.jgbench.coordination.suite.SuiteSpec;
import io.jgbench.coordination.suite.VisitDigest;
import io.jgbench.coordination.suite.result.CompressedDigest;
import io.jgbench.coordination.suite.result.SuiteFormatException;
import io.jgbench.operator.kubernetes.ApiAnswer;
import io.jgbench.operator.kubernetes.SuiteRef;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The digests of a suite's visits, compressed, in ConfigMaps that the suite owns: as many in each as its budget of
 * bytes allows, each under a key of its own. They are all that is remembered of a suite, so that an operator that knows
 * nothing yet finds here which visits are made.
 */
final class DigestStore {
    /** The most bytes of keys and digests in a ConfigMap; the API server takes 1 MiB. */
    static final long BUDGET_BYTES = 768 * 1024;

    private static final String SUFFIX = ".json.gz";

    /** What is read at once; a list would bring all. */
    private static final long MAPS_AT_A_TIME = 2;

    private final KubernetesClient client;
    private final long budgetBytes;

    DigestStore(KubernetesClient client) {
        this(client, BUDGET_BYTES);
    }

    DigestStore(KubernetesClient client, long budgetBytes) {
        this.client = client;
        this.budgetBytes = budgetBytes;
    }

    /** The label selector of a suite's ConfigMaps. */
    static String selector(SuiteRef suite) {
        return ObjectLabels.SUITE_ID + "=" + suite.id() + "," + StoredContent.DIGESTS.selector();
    }

    /**
     * All visits of which a digest is stored.
     *
     * @param spec what the suite does
     * @throws SuiteFormatException if one of them cannot be read, or is of none of the suite's visits
     */
    KeptVisits load(SuiteRef suite, SuiteSpec spec) throws SuiteFormatException {
        List<KeptVisit> visits = new ArrayList<>();
        List<String> strangers = new ArrayList<>();
        SortedMap<Integer, Long> bytes = read(suite, digest -> {
            visits.add(KeptVisit.of(digest));
            spec.whyNotOf(digest).ifPresent(strangers::add);
        });
        if (!strangers.isEmpty()) {
            throw new SuiteFormatException(strangers.getFirst());
        }
        return KeptVisits.of(visits, bytes);
    }

    /**
     * The figures of all visits of which a digest is stored, in any order.
     *
     * @param names those that are asked for; nothing else stays in memory
     * @throws SuiteFormatException if one of them cannot be read
     */
    List<VisitDigest> figures(SuiteRef suite, Set<String> names) throws SuiteFormatException {
        List<VisitDigest> digests = new ArrayList<>();
        read(suite, digest -> digests.add(digest.withOnlyFigures(names)));
        return digests;
    }

    /**
     * Gives all digests that are stored to whoever asks, one after the other and in any order, so that not all of them
     * need be in memory.
     *
     * @throws SuiteFormatException if one of them cannot be read
     */
    void forEach(SuiteRef suite, Consumer<VisitDigest> each) throws SuiteFormatException {
        read(suite, each);
    }

    /** Reads one digest after the other; gives how much each ConfigMap holds. */
    private SortedMap<Integer, Long> read(SuiteRef suite, Consumer<VisitDigest> each) throws SuiteFormatException {
        SortedMap<Integer, Long> bytes = new TreeMap<>();
        String next = null;
        do {
            ConfigMapList page = client.configMaps()
                    .inNamespace(suite.namespace())
                    .list(new ListOptionsBuilder()
                            .withLabelSelector(selector(suite))
                            .withLimit(MAPS_AT_A_TIME)
                            .withContinue(next)
                            .build());
            for (ConfigMap map : page.getItems()) {
                bytes.put(number(suite, map), read(map, each));
            }
            next = page.getMetadata() == null ? null : page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
        return bytes;
    }

    private static int number(SuiteRef suite, ConfigMap map) throws SuiteFormatException {
        String name = map.getMetadata().getName();
        for (int number = 0; number < 1000; number++) {
            if (name(suite, number).equals(name)) {
                return number;
            }
        }
        throw new SuiteFormatException("ConfigMap " + name + " is labelled as holding digests of suite " + suite.name()
                + ", and none of it has that name; remove the label");
    }

    private static long read(ConfigMap map, Consumer<VisitDigest> each) throws SuiteFormatException {
        long bytes = 0;
        for (var entry : orEmpty(map.getBinaryData()).entrySet()) {
            byte[] compressed = Base64.getDecoder().decode(entry.getValue());
            String place = "the digest " + entry.getKey() + " in ConfigMap "
                    + map.getMetadata().getName();
            each.accept(CompressedDigest.read(compressed, place));
            bytes += size(entry.getKey(), compressed);
        }
        return bytes;
    }

    private static Map<String, String> orEmpty(Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    /**
     * Stores a digest.
     *
     * @param kept those that are stored
     * @return the same with this one; empty where the ConfigMap was removed meanwhile, so that what is stored must be
     *     read again
     */
    Optional<KeptVisits> keep(SuiteRef suite, KeptVisits kept, VisitDigest digest) {
        byte[] compressed = CompressedDigest.of(digest);
        String key = digest.run() + SUFFIX;
        int map = kept.mapFor(size(key, compressed), budgetBytes);
        if (!kept.bytes().containsKey(map)) {
            create(suite, map);
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("binaryData").put(key, Base64.getEncoder().encodeToString(compressed));
        try {
            client.configMaps()
                    .inNamespace(suite.namespace())
                    .withName(name(suite, map))
                    .patch(PatchContext.of(PatchType.JSON_MERGE), patch.toString());
        } catch (KubernetesClientException e) {
            if (ApiAnswer.isNotFound(e)) {
                return Optional.empty();
            }
            throw e;
        }
        return Optional.of(kept.with(KeptVisit.of(digest), map, size(key, compressed)));
    }

    private void create(SuiteRef suite, int number) {
        Map<String, String> labels = new HashMap<>(suite.labels());
        labels.put(ObjectLabels.CONTENT, StoredContent.DIGESTS.label());
        ConfigMap map = new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(suite.namespace())
                .withName(name(suite, number))
                .withLabels(labels)
                .withOwnerReferences(suite.ownerReference())
                .endMetadata()
                .build();
        try {
            client.configMaps().inNamespace(suite.namespace()).resource(map).create();
        } catch (KubernetesClientException e) {
            if (!ApiAnswer.isConflict(e)) {
                throw e;
            }
        }
    }

    static String name(SuiteRef suite, int number) {
        return "%s-digests-%03d".formatted(suite.id(), number);
    }

    private static long size(String key, byte[] compressed) {
        return key.length() + (long) compressed.length;
    }
}
