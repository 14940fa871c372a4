package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The table that holds chunks. One may serve many tables, since chunk keys name the parent's.
 *
 * <p>With a partition key alone each chunk is a partition key value of its own, which spreads the
 * load of large values over the table (AWS, "Best Practices for Items": "store the chunks in a
 * separate table that has a simple primary key"). With a sort key all chunks of an item are one
 * item collection: "a workable, but less optimal, solution", whose chunks can be queried together,
 * and whose reads and writes meet one partition's limit of 3,000 and 1,000 units a second.
 *
 * <p>In the layout that the same text shows ({@link ChunkingSpec.Builder#seedLayout}) the key of a
 * chunk is {@code parent key # version # sequence}, its bytes are in the attribute that they have
 * in the parent, and the parent has {@code ChunkCount} and {@code ChunkVersion}. Tables that were
 * built so by hand are read, and what is written is read by programs made for them, as long as it
 * is not compressed. A hand-made value carries no checksum and no length: the only check is that no
 * chunk is missing. Nor do the keys of its chunks name the table, and where key values have a
 * {@code #} in them, two items may have chunks under one key: ("a#b", "c") and ("a", "b#c") of one
 * version, if both were made by hand. So such a chunk table is for one table alone, whose keys are
 * of type S or N, and a sweep keeps what any of those items has.
 *
 * <p>{@link #withTime With a time} each row has the time of its item, too, as its sort key: the
 * same attribute with the same value. So a time series client below puts the rows into the table of
 * their item's period. A sort key has at most 1,024 bytes, so a longer key attribute of an item
 * fails its write.
 *
 * @param tableName its name or ARN
 * @param partitionKey its partition key attribute, an S
 * @param sortKey its sort key attribute, an S; null if it has none
 * @param data the attribute that holds the bytes of a chunk, a B
 * @param chunkBytes how many bytes of a value a chunk holds
 * @param time the key attribute of items that holds their time, and is the sort key of the rows;
 *     null if rows have no time
 */
public record ChunkTableSpec(
    String tableName,
    String partitionKey,
    @Nullable String sortKey,
    String data,
    int chunkBytes,
    @Nullable KeyAttribute time) {

  /**
   * 394 KiB: DynamoDB's 400 KB less what a row may have beside, which is the longest key of an
   * item, 3,072 bytes, where that is too long for the row's own key, and names.
   */
  public static final int CHUNK_BYTES_MAX = 394 * 1024;

  /** Any character fits, and no value of a reasonable size has more chunks than its own limit. */
  public static final int CHUNK_BYTES_MIN = 16;

  public ChunkTableSpec {
    if (tableName.isEmpty() || partitionKey.isEmpty() || data.isEmpty()) {
      throw new IllegalArgumentException("a chunk table and its attributes need names");
    }
    if (partitionKey.equals(data) || partitionKey.equals(sortKey) || data.equals(sortKey)) {
      throw new IllegalArgumentException(
          "chunk table '%s' needs different attributes for its keys and its data"
              .formatted(tableName));
    }
    if (chunkBytes < CHUNK_BYTES_MIN || chunkBytes > CHUNK_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a chunk of table '%s' holds %d to %d bytes, not %d"
              .formatted(tableName, CHUNK_BYTES_MIN, CHUNK_BYTES_MAX, chunkBytes));
    }
    if (time != null) {
      requireFits(tableName, time, partitionKey, sortKey, data);
    }
  }

  private static void requireFits(
      String tableName,
      KeyAttribute time,
      String partitionKey,
      @Nullable String sortKey,
      String data) {
    if (sortKey != null) {
      throw new IllegalArgumentException(
          "chunk table '%s' has the sort key '%s', and the time would be another: leave one out"
              .formatted(tableName, sortKey));
    }
    if (time.type() == ScalarAttributeType.B) {
      throw new IllegalArgumentException(
          "chunk table '%s' has the time in attribute '%s' of type B: times are S or N"
              .formatted(tableName, time.name()));
    }
    if (time.name().equals(partitionKey) || time.name().equals(data)) {
      throw new IllegalArgumentException(
          "chunk table '%s' has the time in attribute '%s', which is its partition key or its data: name that otherwise"
              .formatted(tableName, time.name()));
    }
  }

  /** A table whose rows have no time. */
  public ChunkTableSpec(
      String tableName,
      String partitionKey,
      @Nullable String sortKey,
      String data,
      int chunkBytes) {
    this(tableName, partitionKey, sortKey, data, chunkBytes, null);
  }

  /** A table with a partition key {@code Id} alone, in chunks as large as can be. */
  public static ChunkTableSpec of(String tableName) {
    return new ChunkTableSpec(tableName, "Id", null, "Data", CHUNK_BYTES_MAX);
  }

  /** This table, with this partition key attribute. */
  public ChunkTableSpec withPartitionKey(String attribute) {
    return new ChunkTableSpec(tableName, attribute, sortKey, data, chunkBytes, time);
  }

  /** This table, with a sort key: all chunks of an item are one item collection. */
  public ChunkTableSpec withSortKey(String attribute) {
    return new ChunkTableSpec(tableName, partitionKey, attribute, data, chunkBytes, time);
  }

  /** This table, with the bytes of chunks in this attribute. */
  public ChunkTableSpec withData(String attribute) {
    return new ChunkTableSpec(tableName, partitionKey, sortKey, attribute, chunkBytes, time);
  }

  /** This table, with smaller chunks. Values with chunks of other sizes stay readable. */
  public ChunkTableSpec withChunkBytes(int bytes) {
    return new ChunkTableSpec(tableName, partitionKey, sortKey, data, bytes, time);
  }

  /** As {@link #withTime(String, ScalarAttributeType)}, with times of type S. */
  public ChunkTableSpec withTime(String attribute) {
    return withTime(attribute, ScalarAttributeType.S);
  }

  /**
   * This table, whose rows have the time of their item as their sort key. For a chunk table that is
   * a time series itself; needed as soon as its items are one.
   *
   * @param attribute the key attribute that holds the time of items
   */
  public ChunkTableSpec withTime(String attribute, ScalarAttributeType type) {
    KeyAttribute timeKey = new KeyAttribute(attribute, type);
    return new ChunkTableSpec(tableName, partitionKey, sortKey, data, chunkBytes, timeKey);
  }

  /** The key of the table. */
  public KeySchema key() {
    KeyAttribute partition = KeyAttribute.ofString(partitionKey);
    if (time != null) {
      return KeySchema.of(partition, time);
    }
    return sortKey == null
        ? KeySchema.of(partition)
        : KeySchema.of(partition, KeyAttribute.ofString(sortKey));
  }
}
