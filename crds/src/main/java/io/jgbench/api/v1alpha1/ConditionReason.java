package io.jgbench.api.v1alpha1;

import static io.jgbench.api.v1alpha1.ConditionReason.Trait.BEGINNING;
import static io.jgbench.api.v1alpha1.ConditionReason.Trait.ENDS_EARLY;
import static io.jgbench.api.v1alpha1.ConditionReason.Trait.IN_ORDER;
import static io.jgbench.api.v1alpha1.ConditionReason.Trait.STANDS_ASIDE;
import static io.jgbench.api.v1alpha1.ConditionReason.Trait.TROUBLE;
import static io.jgbench.api.v1alpha1.ConditionReason.Trait.TROUBLED_STAGE;
import static io.jgbench.api.v1alpha1.ConditionType.FINISHED;
import static io.jgbench.api.v1alpha1.ConditionType.MEMBERS_READY;
import static io.jgbench.api.v1alpha1.ConditionType.NODES_RESERVED;
import static io.jgbench.api.v1alpha1.ConditionType.RESULTS_COLLECTED;
import static io.jgbench.api.v1alpha1.ConditionType.RESULTS_STORED;
import static io.jgbench.api.v1alpha1.ConditionType.STARTED;
import static io.jgbench.api.v1alpha1.ConditionType.TUNING_VERIFIED;
import static io.jgbench.api.v1alpha1.ConditionType.VALID;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Why a condition is what it is: the word that stands in a status, the conditions that it is a reason of, what it means
 * and what to do about it. The reference of all reasons in {@code docs/TROUBLESHOOTING.md} is generated from this.
 */
// its sets are never changed, which their type does not say
@SuppressWarnings("ImmutableEnumChecker")
public enum ConditionReason implements ReasonWord {
    RESERVED(
            "Reserved",
            of(NODES_RESERVED),
            "A Lease is held on each node, so that no other run is there.",
            "Nothing: the run goes to its next stage."),
    NODE_BUSY(
            "NodeBusy",
            of(NODES_RESERVED),
            "Another run has one of the nodes, or was declared before and wants it; the message names the" + " run.",
            "Wait for that run, delete it (`kubectl delete brun NAME`), or give this run other nodes by"
                    + " `spec.placement`.",
            IN_ORDER),
    NOT_ENOUGH_NODES(
            "NotEnoughNodes",
            of(NODES_RESERVED),
            "Too few nodes fit; the message says why the others do not. After `start.timeout` the run fails.",
            "Uncordon nodes, give them the labels of `placement.nodeSelector`, tolerate their taints by"
                    + " `placement.tolerations`, or declare fewer `members`."),
    RELEASED(
            "Released",
            of(NODES_RESERVED, STARTED),
            "Of `Started`: all members took the start. Of `NodesReserved`: the run is over and its nodes are"
                    + " free.",
            "Nothing.",
            IN_ORDER),

    VERIFIED("Verified", of(TUNING_VERIFIED), "What is asked of the hosts was read back from each.", "Nothing."),
    RESTORED(
            "Restored",
            of(TUNING_VERIFIED),
            "The hosts were as asked, and are as they were before the run.",
            "Nothing."),
    RESTORED_IN_PART(
            "RestoredInPart",
            of(TUNING_VERIFIED),
            "The hosts are as they were before the run but for settings that another program changed meanwhile, or that"
                    + " are gone, as an interface may be. They were left as they are; the message says which, on which"
                    + " node, and what they are.",
            "Find out what else sets them on that host, and set by hand what is not as it should be. If that program"
                    + " changed them while the run measured, its figures are not those of the settings that it asked"
                    + " for: repeat it."),
    MISMATCH(
            "Mismatch",
            of(TUNING_VERIFIED, MEMBERS_READY),
            "A host is not as asked, and the run does not change hosts.",
            "Set what the message names on that host, or let the run set it: `tuning.mode: Apply`."),
    APPLY_FAILED(
            "ApplyFailed",
            of(TUNING_VERIFIED, MEMBERS_READY),
            "A host could not be set as asked; the message names the setting.",
            "Ask for a value that the host's kernel and network card take (`ip -d link show`, `ethtool -a`),"
                    + " or set it by hand and use `tuning.mode: Verify`. Where the host's own address is on the"
                    + " interface, name another one by `placement.interface`, or ask the cluster's admin to allow it."),
    HOST_BUSY(
            "HostBusy",
            of(TUNING_VERIFIED, MEMBERS_READY),
            "The tuner of another run holds the host.",
            "Wait until that run is over and its tuner has put the host back, then apply this run again."),
    RESTORE_FAILED(
            "RestoreFailed",
            of(TUNING_VERIFIED, MEMBERS_READY),
            "A host could not be put back as it was.",
            "Set what the message names by hand, before anybody else uses the host."),
    RESTORE_UNCONFIRMED(
            "RestoreUnconfirmed",
            of(TUNING_VERIFIED, NODES_RESERVED),
            "It is not known whether a host was restored after a run changed it, because the host was lost for"
                    + " instance; the message names it. The operator keeps trying while the run exists, and no other"
                    + " run begins on that host until then. Of `NodesReserved`: the run waited for it until"
                    + " `start.timeout` had passed.",
            "Bring the node back, or find out why it cannot be restored. If it has its old settings, or no longer"
                    + " exists, delete its Lease `jgbench-node-NODE` in the operator's namespace."),

    STACK_INVALID(
            "StackInvalid",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "The stack is not there, cannot be read, or JGroups does not accept it.",
            "Correct what the message quotes, or create the ConfigMap, and apply the run again. `./jgbench"
                    + " run FILE --stack STACK.xml` tries a stack on one machine."),
    SPEC_INVALID(
            "SpecInvalid",
            of(MEMBERS_READY),
            "The run cannot be carried out as it is declared.",
            "Correct the fields that the message names, delete the run and apply it again."),
    SPEC_UNREADABLE(
            "SpecUnreadable",
            of(MEMBERS_READY, RESULTS_COLLECTED, VALID),
            "The operator cannot read the run as it is stored: another version of the CRD let it in, or none did. The"
                    + " message names the field, what was expected and what was found.",
            "Delete the run and apply it again. After a downgrade: install the newer operator, and apply the run"
                    + " again. Where the run stays when it is deleted, see"
                    + " [OPERATOR.md](OPERATOR.md#objects-that-cannot-be-read)."),
    POLICY_VIOLATED(
            "PolicyViolated",
            of(MEMBERS_READY),
            "The run asks for what the cluster's admin does not allow; the message says what is allowed.",
            "Keep to what the message says, or ask the admin to change the chart's value that it names, delete the run"
                    + " and apply it again."),
    POD_NOT_MADE(
            "PodNotMade",
            of(MEMBERS_READY),
            "The API server does not accept a member's pod, because of a quota for instance, or the policy that the"
                    + " cluster's admin has changed since does not allow it.",
            "Remove what the message names. Where it names pod security, label the namespace"
                    + " `pod-security.kubernetes.io/enforce: privileged`, as members use the host's network."),
    POD_FAILED(
            "PodFailed",
            of(MEMBERS_READY),
            "A member's pod failed before its container ran.",
            "Read the pod's events: `kubectl describe pods -l jgbench.io/run=NAME`."),
    UNSCHEDULABLE(
            "Unschedulable",
            of(MEMBERS_READY),
            "A member's pod does not fit onto its node: too little CPU or memory is free, for instance.",
            "Move other pods off the node, or give members less by the chart's `members.cpu` and"
                    + " `members.memory`. With `tuning.mode: Apply` a pod needs 500m and 192Mi more than its member."),
    IMAGE_PULL_BACK_OFF(
            "ImagePullBackOff",
            of(MEMBERS_READY),
            "A node cannot pull an image, and tries again from time to time.",
            "Check the image's name, the registry and the pull secrets (`members.image`,"
                    + " `members.imagePullSecrets`). Without a registry load the image into each node and keep"
                    + " `pullPolicy: IfNotPresent`."),
    ERR_IMAGE_PULL(
            "ErrImagePull",
            of(MEMBERS_READY),
            "A node cannot pull an image.",
            "Check the image's name, the registry and the pull secrets (`members.image`,"
                    + " `members.imagePullSecrets`)."),
    INTERFACE_MISSING(
            "InterfaceMissing",
            of(TUNING_VERIFIED, MEMBERS_READY, RESULTS_COLLECTED),
            "A host has no interface of that name, or none with an IPv4 address; the message names those that"
                    + " it has.",
            "Correct `placement.interface`, or leave out by `placement.nodeSelector` the nodes that lack it."),
    JGROUPS_MISSING(
            "JGroupsMissing",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "The members' image does not carry the JGroups that `spec.jgroups` asks for; the message names"
                    + " those that it carries.",
            "Ask for one of those, or build an image with the wanted jar below `/app/jgroups` and name it in"
                    + " `spec.jgroups.image`."),
    PREFLIGHT_FAILED(
            "PreflightFailed",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "The network between the members failed its probe before they joined; the message names the pairs and what"
                    + " failed: `Unreachable`, `MulticastBlocked`, `MtuTooSmall`, `FragmentsBlocked`,"
                    + " `InterfacesDiffer` or `PacketsLost`.",
            "Do what [Findings](#findings) says of that word, and apply the run again. With `preflight: {policy: Warn}`"
                    + " the run continues all the same."),
    VIEW_INCOMPLETE(
            "ViewIncomplete",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "Not all members see each other yet, or they lost sight of each other.",
            "If it stays, check the network between the nodes: firewalls on the bind port, multicast and IGMP"
                    + " snooping for stacks that use it, and the addresses that the stack's discovery is given. The"
                    + " stack `tcp` needs no multicast: a run with it tells which it is.",
            BEGINNING),
    WARMING_UP(
            "WarmingUp",
            of(MEMBERS_READY),
            "All members see each other. They complete their warm-up, and their clocks are measured.",
            "Wait: a warm-up takes up to `warmup.atMost`, three minutes by default.",
            BEGINNING,
            IN_ORDER),
    ALL_ARMED("AllArmed", of(MEMBERS_READY), "All members have joined and completed their warm-up.", "Nothing."),

    NOT_RELEASED(
            "NotReleased",
            of(STARTED),
            "The members were not told to start.",
            "Read `MembersReady`: it says what is missing.",
            BEGINNING),
    START_TIMEOUT(
            "StartTimeout",
            of(MEMBERS_READY, STARTED, RESULTS_COLLECTED),
            "The start took longer than `start.timeout`; the message says what was waited for.",
            "Remove what the message names. If all works and only takes long (large images, many members on"
                    + " few cores), raise `start.timeout`."),
    SKEW_ABOVE_LIMIT(
            "SkewAboveLimit",
            of(STARTED),
            "The members began further apart than `start.maxSkew`, or it is not known how far.",
            "Look for what else runs on the host that began late, and repeat the run. Where members share"
                    + " cores, allow more by `start.maxSkew`."),

    ALL_REPORTED("AllReported", of(RESULTS_COLLECTED), "Each member reported.", "Nothing."),
    MEMBER_LOST(
            "MemberLost",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "A member exited, was restarted, stopped answering or left the others.",
            "Read its log (`kubectl logs`) and its pod's and node's events. `OOMKilled`: raise"
                    + " `members.memory`, or set a smaller `-Xmx` in `jvm.options`. Then delete the run and apply it"
                    + " again."),
    MEMBER_FAILED(
            "MemberFailed",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "A member said itself why it cannot continue; the message quotes it.",
            "Remove the cause that the message quotes, and apply the run again. The member's log has the"
                    + " stack trace."),
    OUT_OF_HEAP(
            "OutOfHeap",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "The heap of a member was full; the message names the member and the size of its heap.",
            "Give the members a larger heap (`-Xmx` in `jvm.options`; on a cluster `members.memory` as well), or"
                    + " reduce what is in flight: fewer senders, smaller messages, a smaller `stack.window`."),
    HOSTS_UNAVAILABLE(
            "HostsUnavailable",
            of(MEMBERS_READY, RESULTS_COLLECTED),
            "The machine no longer has what a repetition needs, such as its ports. Only a run on one machine"
                    + " has this.",
            "End what took the ports (`ss -lntup` names it), or choose others by `placement.bindPort`, and"
                    + " repeat the run."),
    TIMEOUT(
            "Timeout",
            of(RESULTS_COLLECTED),
            "Not all reports could be fetched in time.",
            "Check the control connections from the operator to the members that the message names: TCP, port"
                    + " 27800 and up unless the chart says otherwise."),
    DEADLINE_EXCEEDED(
            "DeadlineExceeded",
            of(MEMBERS_READY, RESULTS_COLLECTED, FINISHED),
            "The run took longer than `spec.activeDeadline`.",
            "Declare less work, or raise `spec.activeDeadline`.",
            ENDS_EARLY),
    STALLED(
            "Stalled",
            of(RESULTS_COLLECTED, FINISHED, ConditionType.SUCCEEDED),
            "No member makes progress; the message says since when. A run that stays so for `spec.stallTimeout` and"
                    + " what its workload [may pause](METHOD.md#stalls) fails.",
            "Look at the network between the members: links that went down, a firewall, a switch port whose queue"
                    + " holds so little that nothing arrives whole (lower `stack.window`). Then at the members' logs"
                    + " and CPU. Raise `spec.stallTimeout` if the workload pauses for longer on purpose.",
            ENDS_EARLY,
            TROUBLED_STAGE),
    CANCELLED(
            "Cancelled",
            of(MEMBERS_READY, RESULTS_COLLECTED, FINISHED),
            "Somebody ended the run.",
            "Nothing. What had been measured is kept and marked as partial.",
            ENDS_EARLY),
    NEVER_BEGUN(
            "NeverBegun",
            of(TUNING_VERIFIED, RESULTS_COLLECTED, VALID),
            "The run failed before it began.",
            "Read the condition that is False for another reason: it says why.",
            BEGINNING),
    RECORD_UNREADABLE(
            "RecordUnreadable",
            of(RESULTS_COLLECTED, VALID, ConditionType.SUCCEEDED),
            "The record from which the operator would continue the run was written by another version, is"
                    + " damaged, was removed while the members were there, or has the run on nodes that it does not"
                    + " hold. While `Succeeded` is Unknown, a newer operator wrote it, and the run is left alone.",
            "Delete the run and apply it again. After a downgrade: install the newer operator again and the run goes"
                    + " on, or cancel or delete it.",
            TROUBLED_STAGE),
    EVIDENCE_LOST(
            "EvidenceLost",
            of(RESULTS_COLLECTED, VALID),
            "What a repetition had measured was removed, or was written by another version.",
            "Delete the run and apply it again. Find out who deletes ConfigMaps in the namespace of the runs."),
    NOTHING_INVALIDATES(
            "NothingInvalidates",
            of(VALID),
            "No finding forbids the use of the figures.",
            "Nothing; read the findings of severity Warning."),
    COMPLETED(
            "Completed",
            of(FINISHED),
            "The run is over, and no deadline and nobody ended it.",
            "Nothing; `Succeeded` says what came of it."),

    NOT_BEGUN(
            "NotBegun",
            of(MEMBERS_READY, FINISHED),
            "The run waits and has not begun.",
            "Read `Succeeded` and `NodesReserved`: they say what it waits for.",
            BEGINNING),
    UNDER_WAY(
            "UnderWay",
            of(TUNING_VERIFIED, RESULTS_COLLECTED, VALID, FINISHED),
            "The run is under way, and this is not decided yet.",
            "Wait.",
            BEGINNING),

    SUSPENDED(
            "Suspended",
            of(NODES_RESERVED, ConditionType.SUCCEEDED),
            "`spec.suspend` is true, so the run does not begin.",
            "Set it to false: `kubectl patch brun NAME --type merge -p '{\"spec\":{\"suspend\":false}}'`.",
            IN_ORDER),
    PENDING(
            "Pending",
            of(ConditionType.SUCCEEDED),
            "The run waits for something other than nodes, such as the ConfigMap of its stack; the message"
                    + " names it.",
            "Create what the message names.",
            STANDS_ASIDE),
    QUEUED(
            "Queued",
            of(ConditionType.SUCCEEDED),
            "The run waits for nodes.",
            "Wait; `NodesReserved` says for which nodes, and which run has them."),
    API_REFUSED(
            "ApiRefused",
            of(MEMBERS_READY, RESULTS_COLLECTED, VALID, ConditionType.SUCCEEDED),
            "The API server refuses what the run needs, because of a quota or missing rights for instance."
                    + " The operator tries again, and gives a run that has nodes up after 5 minutes.",
            "Remove what the message names: raise the quota, or grant the operator's account what the chart"
                    + " grants it.",
            STANDS_ASIDE,
            TROUBLED_STAGE,
            TROUBLE),
    INTERNAL_ERROR(
            "InternalError",
            of(MEMBERS_READY, RESULTS_COLLECTED, VALID, ConditionType.SUCCEEDED),
            "The operator itself fails at the run. It tries again, and gives a run that has nodes up after 5"
                    + " minutes.",
            "Read the operator's log, and report the stack trace with the run's YAML.",
            STANDS_ASIDE,
            TROUBLED_STAGE,
            TROUBLE),
    STARTING(
            "Starting",
            of(MEMBERS_READY, ConditionType.SUCCEEDED),
            "The members' pods are made, and not all members answer yet.",
            "Wait. If it stays, look at the pods: `kubectl get pods -l jgbench.io/run=NAME`.",
            BEGINNING),
    JOINING(
            "Joining",
            of(ConditionType.SUCCEEDED),
            "All members answer, and not all of them see each other yet.",
            "Wait. If it stays, see `ViewIncomplete`."),
    ARMED(
            "Armed",
            of(ConditionType.SUCCEEDED),
            "All members see each other. They warm up, their clocks are measured, and they are released.",
            "Wait: a warm-up takes up to `warmup.atMost`, three minutes by default."),
    RUNNING(
            "Running",
            of(ConditionType.SUCCEEDED),
            "The workload runs.",
            "Wait; `progressPercent` of the status says how far it is."),
    COLLECTING("Collecting", of(ConditionType.SUCCEEDED), "The members' reports are fetched.", "Wait."),
    SUCCEEDED(
            "Succeeded",
            of(ConditionType.SUCCEEDED),
            "A repetition has succeeded; its pods end, and the next one begins.",
            "Wait for the next repetition."),
    PASSED(
            "Passed",
            of(ConditionType.SUCCEEDED),
            "The run completed and its result is valid.",
            "Nothing: use the figures."),
    INVALID(
            "Invalid",
            of(ConditionType.SUCCEEDED),
            "The run completed, but its figures must not be used.",
            "Read `Valid` and the findings of severity Invalid, remove what they name, and repeat the run. With"
                    + " `retention: {pods: Always}` it then keeps its pods and their logs; by default it does not."),
    FAILED(
            "Failed",
            of(ConditionType.SUCCEEDED),
            "The run did not complete.",
            "Read `Finished` and the other conditions that are False: they say why."),

    STORING(
            "Storing",
            of(RESULTS_STORED),
            "The full result is being stored, or is tried again after the cause that the message quotes.",
            "Wait. What the message quotes is in the way: remove it, and the next try succeeds.",
            BEGINNING),
    STORED(
            "Stored",
            of(RESULTS_STORED),
            "The full result lies where `resultsRef` says.",
            "Nothing: copy the folder and read it with `./jgbench report`, `diff`, `compare` or `history`."),
    RESULTS_NOT_STORED(
            "ResultsNotStored",
            of(RESULTS_STORED),
            "The storage refused the full result or could not be reached, as often as the operator tries; then it stays"
                    + " in ConfigMaps as long as the run. Without `resultsRef` the API server refused these ConfigMaps"
                    + " for a minute, because of a quota or an admission webhook for instance, and there is none. The"
                    + " verdict and the figures stand in any case.",
            "With `resultsRef`, save the result with `./jgbench report brun/NAME` or as"
                    + " [OPERATOR.md](OPERATOR.md#what-it-keeps-and-where) shows, before the run is deleted. Then"
                    + " remove what the message quotes: credentials, bucket, endpoint, space on the volume, a quota.");

    /** What a reason says of a run beside its word. */
    enum Trait {
        /** Conditions begin with it, so that it is no news. */
        BEGINNING,
        /** All is in order though the condition is False. */
        IN_ORDER,
        /** A deadline or somebody ends the run for it, before its workload is done. */
        ENDS_EARLY,
        /** As long as a run without nodes is in that stage, nobody has to wait for it. */
        STANDS_ASIDE,
        /** As the stage of a run that is under way it says that something is amiss. */
        TROUBLED_STAGE,
        /** The operator tries the same again until somebody helps. */
        TROUBLE
    }

    private final String label;
    private final Set<ConditionType> types;
    private final String meaning;
    private final String remedy;
    private final Set<Trait> traits;

    ConditionReason(String label, Set<ConditionType> types, String meaning, String remedy, Trait... traits) {
        this.label = label;
        this.types = Collections.unmodifiableSet(types);
        this.meaning = meaning;
        this.remedy = remedy;
        this.traits = Set.of(traits);
    }

    private static Set<ConditionType> of(ConditionType first, ConditionType... others) {
        return EnumSet.of(first, others);
    }

    /** The reason of this label; empty for one that is not this API's own. */
    public static Optional<ConditionReason> of(String label) {
        return Arrays.stream(values())
                .filter(reason -> reason.label.equals(label))
                .findFirst();
    }

    @Override
    @JsonValue
    public String label() {
        return label;
    }

    /** The types of conditions that it is a reason of. */
    public Set<ConditionType> types() {
        return types;
    }

    /** What it means, in Markdown: whole sentences. */
    public String meaning() {
        return meaning;
    }

    /** What a user does about it, in Markdown: whole sentences. */
    public String remedy() {
        return remedy;
    }

    /** Whether a condition that takes this reason is worth an Event. */
    boolean isNews() {
        return !traits.contains(BEGINNING);
    }

    /** Whether something is amiss where a condition is False for this reason. */
    boolean isAmiss() {
        return !traits.contains(IN_ORDER);
    }

    /** Whether something is amiss where it is the stage of a run. */
    boolean isTroubledStage() {
        return traits.contains(TROUBLED_STAGE);
    }

    /** Whether a deadline or somebody ended a run for it, so that it also says why the run is finished. */
    public boolean endsEarly() {
        return traits.contains(ENDS_EARLY);
    }

    /** Whether nobody has to wait for a run without nodes whose stage this is. */
    public boolean standsAside() {
        return traits.contains(STANDS_ASIDE);
    }

    /** Whether the operator tries the same again, at its own pace, until somebody removes what is in the run's way. */
    public boolean isTrouble() {
        return traits.contains(TROUBLE);
    }
}
