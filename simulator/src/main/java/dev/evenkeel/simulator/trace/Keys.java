package dev.evenkeel.simulator.trace;

import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import org.jspecify.annotations.Nullable;

/** DynamoDB's limits of keys. */
final class Keys {
  private Keys() {}

  static String checked(String key) throws MalformedLineException {
    if (key.isEmpty()) {
      throw new MalformedLineException("the key is empty");
    }
    return checked("key", key, KeySchema.PARTITION_KEY_BYTES_MAX);
  }

  static @Nullable String checkedSort(String sortKey) throws MalformedLineException {
    return sortKey.isEmpty() ? null : checked("sort key", sortKey, KeySchema.SORT_KEY_BYTES_MAX);
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
