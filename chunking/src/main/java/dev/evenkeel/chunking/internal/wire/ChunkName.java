package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.core.item.KeySchema;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key of a chunk, read again.
 *
 * @param chunkParent what it says of the parent, as {@link PayloadKeys#chunkParent} wrote it
 * @param writeId the write that it belongs to
 * @param number which of the payload's chunks it is, counted from 1
 */
public record ChunkName(String chunkParent, WriteId writeId, int number) {
  private static final String HASHED = PayloadKeys.VERSION + PayloadKeys.HASH_SIGN;
  private static final Pattern KEY =
      Pattern.compile("(1#.+)#([0-9a-f]{32})#([1-9][0-9]{0,9})", Pattern.DOTALL);
  private static final Pattern SORT = Pattern.compile("([0-9a-f]{32})#([0-9]{10})");

  /** The chunk with this key in a table with a partition key alone; null if it is none. */
  public static @Nullable ChunkName ofKey(String key) {
    Matcher matcher = KEY.matcher(key);
    return matcher.matches() ? of(matcher.group(1), matcher.group(2), matcher.group(3)) : null;
  }

  /** The chunk with these keys in a table that has a sort key; null if it is none. */
  public static @Nullable ChunkName ofKeys(String partition, String sort) {
    Matcher matcher = SORT.matcher(sort);
    return partition.startsWith(PayloadKeys.VERSION) && matcher.matches()
        ? of(partition, matcher.group(1), matcher.group(2))
        : null;
  }

  private static @Nullable ChunkName of(String chunkParent, String writeId, String digits) {
    long number = Long.parseLong(digits);
    return number < 1 || number > Integer.MAX_VALUE
        ? null
        : new ChunkName(chunkParent, WriteId.ofHex(writeId), (int) number);
  }

  /** What it says of its parent; null if it has the parent's hash, or nothing that can be read. */
  public @Nullable ParentText parentText() {
    return isHashed() ? null : ParentText.of(chunkParent.substring(PayloadKeys.VERSION.length()));
  }

  /** Whether only the row can tell the parent. */
  public boolean isHashed() {
    return chunkParent.startsWith(HASHED);
  }

  /** Whether chunks of this parent have such keys. */
  public boolean isOf(KeySchema schema, Parent parent) {
    return PayloadKeys.chunkParent(schema, parent).equals(chunkParent);
  }
}
