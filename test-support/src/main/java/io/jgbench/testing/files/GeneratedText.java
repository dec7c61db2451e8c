package io.jgbench.testing.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A checked-in text that follows from the code: a whole file, or what stands in one between the lines
 * {@code <!-- NAME: … -->} and {@code <!-- end of NAME -->}.
 */
public final class GeneratedText {
    private final boolean writes;

    /** Compares what is checked in, or writes it where the system property {@code jgbench.generate} is true. */
    public GeneratedText() {
        this(Boolean.getBoolean("jgbench.generate"));
    }

    GeneratedText(boolean writes) {
        this.writes = writes;
    }

    /**
     * Holds a whole file to a text.
     *
     * @throws AssertionError if the file has another text and is not to be written
     */
    public void holdFile(Path file, String text) throws IOException {
        if (writes) {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } else if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            throw new AssertionError(file + " does not follow from the code; write it again with './jgbench generate'");
        }
    }

    /**
     * Holds a part of a file to a text.
     *
     * @param name what the two marking lines call the part
     * @throws AssertionError if the part is not marked, or has another text and is not to be written
     */
    public void holdPart(Path file, String name, String text) throws IOException {
        String all = Files.readString(file);
        int begin = all.indexOf("<!-- " + name + ": ");
        int end = all.indexOf("<!-- end of " + name + " -->");
        if (begin < 0 || end < begin) {
            throw new AssertionError(file + " must have the lines '<!-- " + name + ": … -->' and '<!-- end of " + name
                    + " -->' around what is generated");
        }
        String head = all.substring(0, all.indexOf('\n', begin) + 1);
        holdFile(file, head + "\n" + text.strip() + "\n\n" + all.substring(end));
    }
}
