package dev.evenkeel.core.internal.operation;

import java.util.Arrays;
import software.amazon.awssdk.core.util.VersionInfo;

/** The AWS SDKs that Evenkeel runs with. */
public final class SdkRange {
  /** The first whose exceptions tell their message without the request's id. */
  public static final String OLDEST = "2.31.0";

  private static final String RUNNING = running(VersionInfo.class);

  private SdkRange() {}

  /** The version of the SDK on the class path. */
  public static String running() {
    return RUNNING;
  }

  /**
   * Refuses an SDK that is too old, before it fails at some call.
   *
   * @throws IllegalStateException if it is
   */
  public static void require() {
    require(RUNNING);
  }

  static void require(String running) {
    if (isOlder(running, OLDEST)) {
      throw new IllegalStateException(
          "Evenkeel runs with the AWS SDK for Java %s or newer, and %s is on the class path. Raise the version of software.amazon.awssdk:bom, or of the framework that sets it."
              .formatted(OLDEST, running));
    }
  }

  /** Whether one version comes before another, number by number. */
  public static boolean isOlder(String version, String than) {
    return Arrays.compare(numbers(version), numbers(than)) < 0;
  }

  /** By reflection: the compiler would write its own SDK's constant here. */
  private static String running(Class<?> info) {
    try {
      return String.valueOf(info.getField("SDK_VERSION").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("The AWS SDK does not tell its version", e);
    }
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.split("\\D+"))
        .filter(number -> !number.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }
}
