package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeySchema;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where payloads are: keys of chunks and of objects, made of what they belong to and of the write.
 * They are read by programs in other languages too: see the wire format.
 */
public final class PayloadKeys {
  /** The start of the keys of chunks. */
  static final String VERSION = "1#";

  /**
   * The sign after the version if the key has the parent's hash; no table's name starts with it.
   */
  static final String HASH_SIGN = "~";

  /** The rest of a chunk's key after the parent: {@code #}, a write id, {@code #}, a number. */
  private static final int TAIL_BYTES = 1 + 2 * WriteId.BYTES + 1 + 10;

  private PayloadKeys() {}

  /**
   * The start of the keys of all chunks of a parent: AWS's "concatenation of the primary key of its
   * parent", made unambiguous. A parent too long for a key is replaced by its SHA-256.
   */
  public static String chunkParent(KeySchema schema, Parent parent) {
    String text = VERSION + parent.text(schema);
    return isTooLong(text) ? VERSION + HASH_SIGN + hash(text) : text;
  }

  /**
   * Whether the keys of its chunks have the parent's hash, so that the rows have to name the
   * parent.
   */
  public static boolean isHashed(KeySchema schema, Parent parent) {
    return isTooLong(VERSION + parent.text(schema));
  }

  private static boolean isTooLong(String parentText) {
    return Utf8.length(parentText) + TAIL_BYTES > KeySchema.PARTITION_KEY_BYTES_MAX;
  }

  /**
   * The key of a chunk in a table with a partition key alone.
   *
   * @param number counted from 1
   */
  public static String chunk(String chunkParent, WriteId writeId, int number) {
    return chunkParent + "#" + writeId.hex() + "#" + number;
  }

  /** The sort key of a chunk in a table whose partition key is the parent: in order of number. */
  public static String chunkSort(WriteId writeId, int number) {
    return "%s#%010d".formatted(writeId.hex(), number);
  }

  /**
   * The characters that the hash in an object's key has, one of which follows {@link #objectsOf}.
   */
  public static final String HASH_CHARACTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

  /** The start of the keys of a table's objects, after the bucket's prefix. */
  public static String objectsOf(String table) {
    return "v1/" + table + "/";
  }

  /** The key of an object, after the bucket's prefix; item keys do not show in it. */
  public static String object(KeySchema schema, Parent parent, WriteId writeId) {
    return objectsOf(parent.table()) + hash(VERSION + parent.text(schema)) + "/" + writeId.hex();
  }

  private static String hash(String text) {
    byte[] digest = Digest.of(text.getBytes(StandardCharsets.UTF_8)).bytes();
    return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
  }

  /**
   * The key of an object, read again. It has a hash of the parent, with which a given parent can be
   * compared, but from which the parent cannot be derived.
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
}
