package io.jgbench.runfile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * The text of a run file or a suite file. YAML is read as version 1.1, as kubectl does, so that a file means the same
 * to both.
 *
 * @param kind what it has to declare
 * @param name what messages call the file
 * @param text all of it
 */
record YamlText(FileKind kind, String name, String text) {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_DEPTH = 32;
    private static final Pattern YES_OR_NO = Pattern.compile("[yYnN]");

    static YamlText read(Path file, FileKind kind) throws RunFileException {
        if (Files.notExists(file)) {
            throw noFile(file, kind, "no such file");
        }
        if (Files.isDirectory(file)) {
            throw noFile(file, kind, "a directory");
        }
        if (!Files.isReadable(file)) {
            throw refused(file.toString(), kind, "must be readable", "permission denied", "run chmod +r");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString(), kind);
        } catch (IOException e) {
            throw unreadable(file.toString(), kind, e);
        }
    }

    private static RunFileException noFile(Path file, FileKind kind, String got) {
        return refused(file.toString(), kind, "must be a file", got, "name one, such as " + kind.example());
    }

    static YamlText read(InputStream in, String name, FileKind kind) throws RunFileException {
        try {
            return of(in.readNBytes(MAX_BYTES + 1), name, kind);
        } catch (IOException e) {
            throw unreadable(name, kind, e);
        }
    }

    private static RunFileException unreadable(String name, FileKind kind, IOException e) {
        return refused(name, kind, "must be readable", String.valueOf(e.getMessage()), "check the file");
    }

    private static YamlText of(byte[] bytes, String name, FileKind kind) throws RunFileException {
        if (bytes.length > MAX_BYTES) {
            throw refused(name + ":1", kind, "must have at most " + MAX_BYTES + " bytes", "more", kind.startFrom());
        }
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                throw notText(name, kind, lineAt(bytes, i), "a NUL byte");
            }
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            return new YamlText(
                    kind,
                    name,
                    StandardCharsets.UTF_8.newDecoder().decode(buffer).toString());
        } catch (CharacterCodingException e) {
            // The decoder stops in front of the first byte that does not fit.
            throw notText(name, kind, lineAt(bytes, buffer.position()), "bytes that are none");
        }
    }

    private static int lineAt(byte[] bytes, int position) {
        int line = 1;
        for (int i = 0; i < position; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static RunFileException notText(String name, FileKind kind, int line, String got) {
        return refused(name + ":" + line, kind, "must be text in UTF-8", got, kind.startFrom());
    }

    /** The tree of the only document. Its aliases share nodes, so that it may have more paths than memory. */
    Node compose() throws RunFileException {
        var options = new LoaderOptions();
        options.setNestingDepthLimit(MAX_DEPTH);
        options.setCodePointLimit(MAX_BYTES);
        var composer = new Composer(new ParserImpl(new StreamReader(text), options), resolver(), options);
        try {
            Node document = next(composer);
            if (document == null) {
                throw refused(1, "must hold a " + kind.kind(), "an empty file", kind.startFrom());
            }
            Node second = next(composer);
            if (second != null) {
                throw refused(
                        lineOf(second.getStartMark()),
                        "must hold one document",
                        "another one",
                        "put each " + kind.noun() + " into a file of its own");
            }
            return document;
        } catch (MarkedYAMLException e) {
            String advice = line(e.getProblemMark().getLine()).contains("\t")
                    ? "indent with spaces, not tabs"
                    : "mend it there";
            // Some problems bring their own advice along, in brackets after the sentence, or quote the end of a line.
            String problem = e.getProblem().replaceFirst("\\. \\(.*", "").replaceAll("\\s+", " ");
            throw refused(lineOf(e.getProblemMark()), "must be valid YAML", problem, advice);
        } catch (ReaderException e) {
            byte[] before =
                    text.substring(0, Math.min(e.getPosition(), text.length())).getBytes(StandardCharsets.UTF_8);
            throw notText(name, kind, lineAt(before, before.length), "a control character");
        } catch (YAMLException e) {
            String problem = e.getMessage().lines().findFirst().orElse("nothing");
            throw refused(1, "must be plain YAML", problem, "write it out");
        }
    }

    /** YAML 1.1 takes y and n for booleans as well, and so does kubectl; SnakeYAML does not. */
    private static Resolver resolver() {
        var resolver = new Resolver();
        resolver.addImplicitResolver(Tag.BOOL, YES_OR_NO, "yYnN");
        return resolver;
    }

    private String line(int number) {
        return text.lines().skip(number).findFirst().orElse("");
    }

    private static Node next(Composer composer) {
        while (composer.checkNode()) {
            Node document = composer.getNode();
            if (!document.getTag().equals(Tag.NULL)) {
                return document;
            }
        }
        return null;
    }

    private static int lineOf(Mark mark) {
        return mark.getLine() + 1;
    }

    private RunFileException refused(int line, String rule, String got, String advice) {
        return refused(name + ":" + line, kind, rule, got, advice);
    }

    private static RunFileException refused(String where, FileKind kind, String rule, String got, String advice) {
        return new RunFileException(where + ": a " + kind.noun() + " file " + rule + ", got: " + got + "; " + advice);
    }
}
