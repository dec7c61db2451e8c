package io.jgbench.local.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Commands that run a class of the tests in a JVM of its own. */
final class TestJvm {

    private TestJvm() {}

    static List<String> standInMember() {
        return jvm(StandInMember.class).command();
    }

    static List<String> command(Class<?> main, String... arguments) {
        var command = new ArrayList<>(jvm(main).command());
        command.removeLast();
        command.addAll(List.of(arguments));
        return command;
    }

    private static MemberJvm jvm(Class<?> main) {
        var like = MemberJvm.likeThisOne(List.of("-XX:TieredStopAtLevel=1"));
        return new MemberJvm(like.java(), like.classPath(), main.getName(), Optional.empty(), like.options());
    }
}
