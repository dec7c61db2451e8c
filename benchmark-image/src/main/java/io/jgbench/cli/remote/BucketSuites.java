package io.jgbench.cli.remote;

import io.jgbench.bucket.Bucket;
import io.jgbench.bucket.BucketCredentials;
import io.jgbench.bucket.BucketException;
import io.jgbench.bucket.BucketSettings;
import io.jgbench.cli.exit.BadInputException;
import io.jgbench.coordination.suite.result.SuiteHistory;
import io.jgbench.coordination.suite.result.SuiteResult;
import io.jgbench.report.stored.StoredResultException;
import io.jgbench.report.stored.StoredSuite;
import io.jgbench.report.stored.StoredSuiteResult;
import io.jgbench.report.stored.StoredSuites;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Suites in a bucket, where the operator has stored them or somebody has copied a folder to. Where the server is and
 * who reads is told by the variables that the AWS command line has for that.
 *
 * @param settings of the bucket
 * @param prefix what the keys begin with that are looked at; may be empty
 */
public record BucketSuites(BucketSettings settings, String prefix) {
    private static final Pattern PLACE = Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?");

    private static final int MOST_NAMED = 3;

    /** What a suite's folder has of its visits, thousands of objects. */
    private static final Pattern OF_VISITS = Pattern.compile("(?:runs|digests)/");

    /** Whether a text is meant to be a bucket. */
    public static boolean isOne(String place) {
        return place.startsWith("s3:");
    }

    /**
     * Those of a place, such as {@code s3://bench/jgbench/lab}.
     *
     * @param environment has the variables {@code AWS_ACCESS_KEY_ID} and so on
     */
    public static BucketSuites at(String place, Map<String, String> environment) throws BadInputException {
        Matcher matcher = PLACE.matcher(place);
        if (!matcher.matches()) {
            throw new BadInputException("a bucket must be given as s3://BUCKET or s3://BUCKET/PREFIX, got: " + place);
        }
        Optional<URI> endpoint = endpoint(environment);
        String folder = Optional.ofNullable(matcher.group(2)).orElse("").replaceAll("/+$", "");
        return new BucketSuites(
                new BucketSettings(
                        endpoint,
                        first(environment, "AWS_REGION", "AWS_DEFAULT_REGION").orElse("us-east-1"),
                        matcher.group(1),
                        endpoint.isPresent(),
                        bundle(environment),
                        new BucketCredentials(
                                required(environment, "AWS_ACCESS_KEY_ID"),
                                required(environment, "AWS_SECRET_ACCESS_KEY"),
                                first(environment, "AWS_SESSION_TOKEN"))),
                folder.isEmpty() ? "" : folder + "/");
    }

    private static Optional<URI> endpoint(Map<String, String> environment) throws BadInputException {
        Optional<String> text = first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL");
        try {
            return text.map(BucketSettings::endpoint);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL " + e.getMessage());
        }
    }

    private static Optional<Path> bundle(Map<String, String> environment) throws BadInputException {
        try {
            return first(environment, "AWS_CA_BUNDLE").map(Path::of);
        } catch (InvalidPathException e) {
            throw new BadInputException(e);
        }
    }

    private static Optional<String> first(Map<String, String> environment, String... names) {
        return Stream.of(names)
                .map(environment::get)
                .filter(value -> value != null && !value.isBlank())
                .findFirst();
    }

    private static String required(Map<String, String> environment, String name) throws BadInputException {
        return first(environment, name)
                .orElseThrow(() -> new BadInputException(
                        name + " must be set: a bucket is read with an access key, see" + " docs/SUITES.md"));
    }

    /**
     * Reads the only one that lies there.
     *
     * @throws BadInputException if there is none that is over, or there are several, whole or not
     */
    public SuiteResult readOne() throws BadInputException {
        String place = "s3://" + settings.bucket() + "/" + prefix;
        try (var bucket = new Bucket(settings)) {
            List<String> keys = keys(bucket);
            if (keys.size() > 1) {
                throw new BadInputException(place + " holds " + keys.size() + " suites; give one of them, such as "
                        + keys.stream()
                                .limit(MOST_NAMED)
                                .map(key -> place + place(key))
                                .collect(Collectors.joining(", ")));
            }
            StoredSuites found = read(bucket, keys);
            if (found.suites().isEmpty()) {
                throw new BadInputException(
                        place + " holds no suite that is over; give the folder of one, which has its suite.json"
                                + found.unread().stream()
                                        .findFirst()
                                        .map(why -> "; left out: " + why)
                                        .orElse(""));
            }
            return found.suites().getFirst().result();
        } catch (BucketException e) {
            throw new BadInputException(e);
        }
    }

    /** Reads all that lie there, however deep. */
    public StoredSuites read() throws BadInputException {
        try (var bucket = new Bucket(settings)) {
            return read(bucket, keys(bucket));
        } catch (BucketException e) {
            throw new BadInputException(e);
        }
    }

    /** Those of the files that hold what a suite came to. */
    private List<String> keys(Bucket bucket) throws BucketException {
        List<String> keys = bucket.keys(prefix);
        Set<String> folders = keys.stream()
                .filter(BucketSuites::isOfSuite)
                .map(key -> key.substring(0, key.lastIndexOf('/') + 1))
                .collect(Collectors.toSet());
        return keys.stream()
                .filter(key -> isSuite(key) && !isOfVisit(key, folders))
                .toList();
    }

    private StoredSuites read(Bucket bucket, List<String> keys) {
        List<SuiteHistory.Entry> suites = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (String key : keys) {
            try {
                suites.add(new SuiteHistory.Entry(place(key), read(bucket, key)));
            } catch (StoredResultException | BucketException e) {
                unread.add(e.getMessage());
            }
        }
        return StoredSuites.ofMeasurements(suites, unread);
    }

    private boolean isSuite(String key) {
        String below = key.substring(prefix.length());
        return below.equals(StoredSuite.RESULT) || below.endsWith("/" + StoredSuite.RESULT);
    }

    private static boolean isOfSuite(String key) {
        return key.endsWith("/" + StoredSuite.RESULT) || key.endsWith("/" + StoredSuite.DEFINITION);
    }

    /** A folder of such a name that is of no suite is searched as any other is. */
    private boolean isOfVisit(String key, Set<String> folders) {
        Matcher matcher = OF_VISITS.matcher(key);
        while (matcher.find()) {
            if (matcher.start() >= prefix.length() && folders.contains(key.substring(0, matcher.start()))) {
                return true;
            }
        }
        return false;
    }

    /** The folder of the suite below the prefix. */
    private String place(String key) {
        String below = key.substring(prefix.length(), key.length() - StoredSuite.RESULT.length());
        return below.isEmpty() ? "" : below.substring(0, below.length() - 1);
    }

    private SuiteResult read(Bucket bucket, String key) throws BucketException, StoredResultException {
        return StoredSuiteResult.ofFile(
                bucket.read(key, StoredSuiteResult.MOST_BYTES), "s3://" + settings.bucket() + "/" + key);
    }
}
