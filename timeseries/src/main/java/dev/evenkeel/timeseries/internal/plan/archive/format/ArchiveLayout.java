package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the objects of an archive are, below the bucket's prefix: in the folder of a native export.
 *
 * <pre>
 * AWSDynamoDB/01693685827463-2d8752fd/_given-up (if it was)
 *                                     _started
 *                                     data/00000-00000-9f86d081884c7d65.json.gz
 *                                     manifest-files.checksum
 *                                     manifest-files.json
 *                                     manifest-summary.checksum
 *                                     manifest-summary.json
 * </pre>
 *
 * @param exportId milliseconds since 1970 in 14 digits, a hyphen, and 8 hexadecimal digits
 */
public record ArchiveLayout(String exportId) {
  /** The common folder of all archives of a prefix. */
  public static final String FOLDER = "AWSDynamoDB/";

  private static final String GIVEN_UP = "_given-up";
  private static final Pattern EXPORT_ID = Pattern.compile("[0-9]{14}-[0-9a-f]{8}");
  private static final Pattern MANIFEST =
      Pattern.compile(
          "AWSDynamoDB/([^/]+)/(?:manifest-(?:files|summary)\\.(?:json|checksum)|_given-up)");
  private static final long MILLIS_MAX = 99_999_999_999_999L;

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException if it is no export id
   */
  public ArchiveLayout {
    if (!EXPORT_ID.matcher(exportId).matches()) {
      throw new IllegalArgumentException("'" + exportId + "' is no export id");
    }
  }

  /**
   * The layout of an archive that is to be made.
   *
   * @param began when it begins
   * @param drawn the random part that distinguishes it from others of the same millisecond
   */
  public static ArchiveLayout of(Instant began, int drawn) {
    long millis = began.toEpochMilli();
    if (millis < 0 || millis > MILLIS_MAX) {
      throw new IllegalArgumentException("no export began at " + began);
    }
    return new ArchiveLayout("%014d-%08x".formatted(millis, drawn));
  }

  /**
   * The layout of an archive that is there.
   *
   * @param key of one of its manifests, of the checksum of one, or of its mark
   * @throws IllegalArgumentException if it is no such key
   */
  public static ArchiveLayout ofManifest(String key) {
    Matcher parts = MANIFEST.matcher(key);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + key + "' is no key of a manifest");
    }
    return new ArchiveLayout(parts.group(1));
  }

  /** The folder of the archive, with a slash at its end. */
  public String folder() {
    return FOLDER + exportId + "/";
  }

  /** The key of the empty object that shows that the bucket can be written to. */
  public String startedKey() {
    return folder() + "_started";
  }

  /** The key of the mark that the archive was given up while its table was there. */
  public String givenUpKey() {
    return folder() + GIVEN_UP;
  }

  /** Whether a key is that of such a mark. */
  public static boolean isGivenUp(String key) {
    return key.endsWith("/" + GIVEN_UP);
  }

  /** The key of the manifest that completes the archive: it is written last. */
  public String summaryKey() {
    return folder() + "manifest-summary.json";
  }

  /** The key of the manifest that lists the data files. */
  public String filesKey() {
    return folder() + "manifest-files.json";
  }

  /** The key of the checksum beside a manifest. */
  public static String checksumKey(String manifestKey) {
    return manifestKey.substring(0, manifestKey.length() - ".json".length()) + ".checksum";
  }

  /** The folder of the data files and of nothing else, with a slash at its end. */
  public String dataFolder() {
    return folder() + "data/";
  }

  /** The key of a data file. */
  public String dataKey(DataFileName name) {
    return dataFolder() + name.text();
  }
}
