package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.core.item.KeySchema;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key of an object, read again. It has a hash of the parent, so that it tells whether a parent
 * is the one, and not which.
 *
 * @param key after the bucket's prefix
 * @param table the parent's table
 * @param writeId the write that it belongs to
 */
public record ObjectName(String key, String table, WriteId writeId) {
  private static final Pattern KEY =
      Pattern.compile("v1/([^/]+)/[A-Za-z0-9_-]{43}/([0-9a-f]{32})", Pattern.DOTALL);

  /** The object with this key, after the bucket's prefix; null if it is none. */
  public static @Nullable ObjectName ofKey(String key) {
    Matcher matcher = KEY.matcher(key);
    return matcher.matches()
        ? new ObjectName(key, matcher.group(1), WriteId.ofHex(matcher.group(2)))
        : null;
  }

  /** Whether it is an object of this parent. */
  public boolean isOf(KeySchema schema, Parent parent) {
    return PayloadKeys.object(schema, parent, writeId).equals(key);
  }
}
