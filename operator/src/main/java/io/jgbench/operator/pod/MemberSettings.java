package io.jgbench.operator.pod;

import io.jgbench.operator.policy.PolicyRules;
import io.jgbench.operator.policy.RunPolicy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How the pods of members are made, the same for all runs.
 *
 * @param image the image of members and of the tuner
 * @param imagePullPolicy Always, IfNotPresent or Never
 * @param imagePullSecrets names of Secrets in the run's namespace
 * @param serviceAccount the service account of members whose stack asks the Kubernetes API for peers
 * @param cpu how much CPU a member asks for, as a Kubernetes quantity; it may take what else its node has to spare
 * @param cpuLimit how much it may take at most; empty for all
 * @param memory how much memory a member has, as a Kubernetes quantity; request and limit
 * @param classPath the class path of the image, as the {@code java} command takes it
 * @param policy what the cluster's admin allows runs to ask for
 * @param pods what the cluster's admin gives their pods
 */
public record MemberSettings(
        String image,
        String imagePullPolicy,
        List<String> imagePullSecrets,
        Optional<String> serviceAccount,
        String cpu,
        Optional<String> cpuLimit,
        String memory,
        String classPath,
        RunPolicy policy,
        PodSettings pods) {

    /** The class path that the members' image is built with, and for which it has an archive of classes. */
    public static final String CLASS_PATH_OF_IMAGE = "@/app/jib-classpath-file";

    /** Refuses nulls. */
    public MemberSettings {
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(imagePullPolicy, "imagePullPolicy");
        imagePullSecrets = List.copyOf(imagePullSecrets);
        Objects.requireNonNull(serviceAccount, "serviceAccount");
        Objects.requireNonNull(cpu, "cpu");
        Objects.requireNonNull(cpuLimit, "cpuLimit");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(classPath, "classPath");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(pods, "pods");
    }

    /** The rules that follow from the policy. */
    public PolicyRules rules() {
        return new PolicyRules(policy, image);
    }

    /** Whether the class path is the one that the members' image is built with. */
    boolean hasClassPathOfImage() {
        return classPath.equals(CLASS_PATH_OF_IMAGE);
    }
}
