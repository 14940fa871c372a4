package dev.evenkeel.objects.spec;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of general purpose buckets, by the rules in Amazon's user guide ("General purpose
 * bucket naming rules").
 */
final class BucketNames {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern IP_ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");
  private static final String DIRECTORY_BUCKET = "--x-s3";
  private static final List<String> PREFIXES = List.of("xn--", "sthree-", "amzn-s3-demo-");
  private static final List<String> SUFFIXES = List.of("--ol-s3", ".mrap", "--table-s3");

  private BucketNames() {}

  static String checked(String name) {
    String wrong = wrong(name);
    if (wrong != null) {
      throw new IllegalArgumentException("bucket '%s' %s".formatted(name, wrong));
    }
    return name;
  }

  private static @Nullable String wrong(String name) {
    if (name.endsWith(DIRECTORY_BUCKET)) {
      return "is a directory bucket, which is kept in one zone and lists in no order; take a"
          + " general purpose bucket";
    }
    if (!NAME.matcher(name).matches() || name.contains("..")) {
      return "is no name of a general purpose bucket: 3 to 63 of a-z, 0-9, dots and hyphens, a"
          + " letter or digit at both ends, and no two dots side by side";
    }
    if (IP_ADDRESS.matcher(name).matches()) {
      return "looks like an IP address, which S3 does not allow";
    }
    boolean reserved =
        PREFIXES.stream().anyMatch(name::startsWith) || SUFFIXES.stream().anyMatch(name::endsWith);
    return reserved ? "begins or ends as S3 has reserved it for other things" : null;
  }
}
