package io.jgbench.snapshot;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which interfaces stand on which: a bond on its slaves, a VLAN on a card or a bond, a bridge on its ports.
 *
 * @param classNet where {@code /sys/class/net} is
 */
public record LinkTree(Path classNet) {
    /** How the kernel names the links to the interfaces below one, those of the same network namespace. */
    private static final String LOWER = "lower_";

    /** And to those above it. */
    private static final String UPPER = "upper_";

    /**
     * An interface.
     *
     * @param name its name
     * @param index its index
     */
    public record Link(String name, int index) {}

    /**
     * The cards that an interface of this process stands on; none where it is one itself, where it stands on none that
     * can be seen, and where {@code /sys} shows the interfaces of another network namespace.
     */
    public List<Link> cardsBelow(NetworkInterface own) {
        return InterfaceIdentity.of(own).isOf(classNet.resolve(own.getName())) ? cardsBelow(own.getName()) : List.of();
    }

    /** Those of an interface that {@code /sys} shows. */
    List<Link> cardsBelow(String networkInterface) {
        List<Link> cards = new ArrayList<>();
        try {
            addCardsBelow(networkInterface, cards);
        } catch (IOException | NumberFormatException _) {
            // a part of them would tell less than what was counted
            return List.of();
        }
        return cards.stream().distinct().toList();
    }

    private void addCardsBelow(String networkInterface, List<Link> cards) throws IOException {
        if (isCard(networkInterface)) {
            return;
        }
        for (String below : below(networkInterface)) {
            if (isCard(below)) {
                String index = Files.readString(classNet.resolve(below, "ifindex"));
                cards.add(new Link(below, Integer.parseInt(index.strip())));
            } else {
                addCardsBelow(below, cards);
            }
        }
    }

    /** Whether it is a card, or stands on one. */
    boolean standsOnHardware(String networkInterface) throws IOException {
        if (isCard(networkInterface)) {
            return true;
        }
        for (String below : below(networkInterface)) {
            if (standsOnHardware(below)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is a card itself. */
    boolean isCard(String networkInterface) {
        return Files.exists(classNet.resolve(networkInterface, "device"));
    }

    /**
     * The names of the interfaces directly below one that {@code /sys} shows, sorted.
     *
     * @throws IOException if its folder cannot be read
     */
    public List<String> below(String networkInterface) throws IOException {
        return linked(networkInterface, LOWER);
    }

    /**
     * The names of the interfaces directly above one that {@code /sys} shows, sorted.
     *
     * @throws IOException if its folder cannot be read
     */
    public List<String> above(String networkInterface) throws IOException {
        return linked(networkInterface, UPPER);
    }

    private List<String> linked(String networkInterface, String prefix) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> links = Files.newDirectoryStream(classNet.resolve(networkInterface), prefix + "*")) {
            for (Path link : links) {
                names.add(link.getFileName().toString().substring(prefix.length()));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        names.sort(null);
        return List.copyOf(names);
    }
}
