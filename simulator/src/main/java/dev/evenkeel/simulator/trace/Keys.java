package dev.evenkeel.simulator.trace;

import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import org.jspecify.annotations.Nullable;

/** DynamoDB's limits of keys. */
final class Keys {
  /** Amazon DynamoDB Developer Guide, "Quotas": the length of a partition key value. */
  static final int BYTES_MAX = 2_048;

  /** The same: the length of a sort key value. */
  static final int SORT_BYTES_MAX = 1_024;

  private Keys() {}

  static String checked(String key) throws MalformedLineException {
    if (key.isEmpty()) {
      throw new MalformedLineException("the key is empty");
    }
    return checked("key", key, BYTES_MAX);
  }

  static @Nullable String checkedSort(String sortKey) throws MalformedLineException {
    return sortKey.isEmpty() ? null : checked("sort key", sortKey, SORT_BYTES_MAX);
  }

  private static String checked(String what, String key, int bytesMax)
      throws MalformedLineException {
    if (key.length() > bytesMax / 3 && Utf8.length(key) > bytesMax) {
      throw new MalformedLineException(
          "the %s is longer than DynamoDB's %,d bytes".formatted(what, bytesMax));
    }
    return key;
  }
}
