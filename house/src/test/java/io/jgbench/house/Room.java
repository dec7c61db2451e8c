package io.jgbench.house;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module whose classes the programs are made of, and the rooms that it may use. The other modules have no classes
 * that a room could use, and are listed in {@code docs/ARCHITECTURE.md}.
 */
enum Room {
    CRDS,
    COORDINATION,
    BUCKET,
    REPORT,
    ENGINE,
    MEMBER,
    LOCAL,
    ORIGINALS,
    PEERS,
    BENCHMARK_IMAGE,
    OPERATOR;

    /** A class of a module stands in its folder of classes, or in its jar where Maven has packed it. */
    private static final Pattern SOURCE = Pattern.compile("/([a-z-]+)/target/(?:classes/|(?:lib/)?jgbench-\\1-\\d)");

    /** The room of a class, if it is one of this project's. */
    static Optional<Room> of(JavaClass type) {
        return type.getSource().flatMap(source -> {
            var found = SOURCE.matcher(source.getUri().toString());
            return found.find()
                    ? Stream.of(values())
                            .filter(room -> room.folder().equals(found.group(1)))
                            .findFirst()
                    : Optional.empty();
        });
    }

    private Set<Room> mayUse() {
        return switch (this) {
            case CRDS, BUCKET -> Set.of();
            case COORDINATION -> Set.of(CRDS);
            case REPORT, ENGINE -> Set.of(CRDS, COORDINATION);
            case MEMBER -> Set.of(CRDS, COORDINATION, ENGINE);
            case LOCAL, ORIGINALS -> Set.of(CRDS, COORDINATION, ENGINE, MEMBER, REPORT);
            case PEERS -> Set.of(CRDS, COORDINATION, ENGINE, MEMBER, REPORT, LOCAL);
            case BENCHMARK_IMAGE -> Set.of(CRDS, COORDINATION, BUCKET, ENGINE, MEMBER, REPORT, LOCAL, ORIGINALS, PEERS);
            case OPERATOR -> Set.of(CRDS, COORDINATION, BUCKET, REPORT);
        };
    }

    /** The name of its folder. */
    String folder() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The classes in it. */
    DescribedPredicate<JavaClass> classes() {
        return DescribedPredicate.describe("are in " + folder(), type -> of(type).equals(Optional.of(this)));
    }

    /** The classes of the rooms that it may not use. */
    DescribedPredicate<JavaClass> others() {
        var others = EnumSet.allOf(Room.class);
        others.removeAll(mayUse());
        others.remove(this);
        String folders = others.stream().map(Room::folder).collect(Collectors.joining(", "));
        return DescribedPredicate.describe(
                "are in " + folders, type -> of(type).filter(others::contains).isPresent());
    }
}
