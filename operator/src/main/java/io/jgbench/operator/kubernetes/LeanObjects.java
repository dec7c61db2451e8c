package io.jgbench.operator.kubernetes;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * How the operator reads objects: without what the API server notes of who wrote which field, and without the copy of
 * all that {@code kubectl apply} has sent, as nobody asks for them here. Of a large run's status the former takes more
 * room than the status, of one with a stack in its spec the latter as much as the spec, and all runs are kept in
 * memory. So the long texts of a spec are left out as well, see {@link LeftOutTexts}, and annotations beyond some
 * kilobytes of an object. Fields of runs and suites that do not fit the operator's types are left out, see
 * {@link UnreadableFields}.
 *
 * <p>An object that somebody may have applied is never written whole as it was read: it would lose all that.
 */
public final class LeanObjects {
    /**
     * How many runs or suites a list is read at a time: the operator has little memory, and each may have a stack whose
     * JSON takes 384 KiB.
     */
    public static final long MOST_IN_A_LIST = 20;

    /** In characters, names included: an API server takes 256 KiB. Those that the operator reads are short. */
    private static final int MOST_OF_ANNOTATIONS = 8 * 1024;

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private LeanObjects() {}

    /** For a client. What it writes leaves those notes to the API server. */
    public static KubernetesSerialization serialization() {
        return serialization(new UnfitObjects(LeftOutTexts::leaveOut));
    }

    /** The same with the long texts of specs. */
    static KubernetesSerialization wholeSpecs() {
        return serialization(new UnfitObjects(UnaryOperator.identity()));
    }

    private static KubernetesSerialization serialization(UnfitObjects ours) {
        ObjectMapper mapper = new ObjectMapper()
                .addMixIn(ObjectMeta.class, Lean.class)
                .addMixIn(NodeStatus.class, LeanNodeStatus.class)
                .registerModule(new SimpleModule().setDeserializerModifier(ours));
        return new KubernetesSerialization(mapper, true);
    }

    /** The images on a node take tens of kilobytes, and all nodes are held. */
    @JsonIgnoreProperties({"images", "volumesInUse", "volumesAttached"})
    interface LeanNodeStatus {}

    @JsonIgnoreProperties("managedFields")
    interface Lean {

        @JsonDeserialize(using = LeanAnnotations.class)
        void setAnnotations(Map<String, String> annotations);
    }

    /** Passes the copy over before it takes any room, and what goes beyond it. */
    static final class LeanAnnotations extends JsonDeserializer<Map<String, String>> {
        @Override
        public Map<String, String> deserialize(JsonParser json, DeserializationContext context) throws IOException {
            Map<String, String> annotations = new LinkedHashMap<>();
            int left = MOST_OF_ANNOTATIONS;
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                json.nextToken();
                if (name.equals(LAST_APPLIED)) {
                    continue;
                }
                String value = json.getValueAsString();
                int length = name.length() + (value == null ? 0 : value.length());
                if (length <= left) {
                    annotations.put(name, value);
                    left -= length;
                }
            }
            return annotations;
        }
    }
}
