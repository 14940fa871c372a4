package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.spec.BucketSpec;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The large attributes of one table, with a policy for each. Immutable.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#chunking -->
 *
 * <pre>{@code
 * ChunkingSpec replies =
 *     ChunkingSpec.builder("replies")
 *         .partitionKey("id")
 *         .attribute("message", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
 *         .chunkTable("chunks")
 *         .intentTable("intents")
 *         .build();
 * }</pre>
 *
 * <p>Values say themselves how they were written, so policies, limits and the size of chunks may
 * change at any time. The places of outside values must not change while there are any: the table's
 * name, the chunk table and its attributes, the bucket and its prefix.
 */
public final class ChunkingSpec {
  /** The start of the name of each marker; the name of its attribute follows. */
  public static final String MARKER_PREFIX = "evenkeel.";

  /** In the layout of AWS's text, how many chunks an item has. */
  public static final String SEED_COUNT = "ChunkCount";

  /** In the layout of AWS's text, which chunks they are. */
  public static final String SEED_VERSION = "ChunkVersion";

  /** The size up to which an item is filled: DynamoDB's 400 KB less 8 KB for later updates. */
  public static final int ITEM_BYTES_MAX_DEFAULT = 392 * 1024;

  /** The time for which readers may still read a replaced value, and that a write may take. */
  public static final Duration GRACE_DEFAULT = Duration.ofMinutes(15);

  private final SpecDraft settings;
  private final KeySchema key;

  private ChunkingSpec(SpecDraft settings, KeySchema key) {
    this.settings = settings;
    this.key = key;
  }

  /** Starts the spec of a table, which goes by its name or by its ARN with the account. */
  public static Builder builder(String tableName) {
    return new Builder(new SpecDraft(tableName));
  }

  /**
   * Reads keys and policies from {@link Compressed}, {@link Chunked} and {@link Offloaded} on a
   * bean or immutable, or from {@link ChunkingTags} in a schema. The builder still needs stores.
   *
   * @throws IllegalArgumentException naming the class and listing what is wrong with it
   */
  public static Builder from(String tableName, TableSchema<?> schema) {
    return new Builder(MappedSpec.of(tableName, schema));
  }

  public String tableName() {
    return settings.tableName;
  }

  public KeySchema key() {
    return key;
  }

  /** The policies by attribute, in the order in which they were said. */
  public Map<String, AttributePolicy> attributes() {
    return Collections.unmodifiableMap(settings.attributes);
  }

  /** The name of the attribute with the marker of {@code attribute}. */
  public static String markerOf(String attribute) {
    return MARKER_PREFIX + attribute;
  }

  /**
   * The attributes that tell how a value is stored: its marker, and in the layout of AWS's text two
   * more. An index that includes one of these or {@code attribute} has to include all of them.
   */
  public List<String> markersOf(String attribute) {
    return settings.markersOf(attribute);
  }

  /** Whether values of the attribute that are outside come as references. */
  public boolean isByReference(String attribute) {
    return settings.byReference.contains(attribute);
  }

  /** Where chunks go; null if none do. */
  public @Nullable ChunkTableSpec chunkTable() {
    return settings.chunkTable;
  }

  /** Where objects go; null if none do. */
  public @Nullable BucketSpec bucket() {
    return settings.bucket;
  }

  /** Where unfinished writes are named; null if no value leaves its item. */
  public @Nullable IntentTableSpec intentTable() {
    return settings.intentTable;
  }

  /** The attribute whose chunks are laid out as AWS's text shows; null if none are. */
  public @Nullable String seedAttribute() {
    return settings.seedAttribute;
  }

  /** Whether a value may lie outside its item. */
  public boolean movesValues() {
    return settings.chunkTable != null || settings.bucket != null;
  }

  public int itemBytesMax() {
    return settings.itemBytesMax;
  }

  public Duration grace() {
    return settings.grace;
  }

  public CommitMode commit() {
    return settings.commit;
  }

  public ValueLimits limits() {
    return settings.limits;
  }

  public boolean hydrateReturnValues() {
    return settings.hydrateReturnValues;
  }

  /**
   * The contradictions between a table and this spec, a sentence each: a large attribute as a key
   * of table or index, an index that includes a value without its marker, another key.
   *
   * @param table as DescribeTable returns it; without a key, only the indexes are checked
   */
  public List<String> mismatchesOf(TableDescription table) {
    return TableMismatches.of(this, table);
  }

  /**
   * Holds this spec against what is there: the table's key, its indexes and TTL attribute, the
   * chunk table and the intent table. One DescribeTable for each table and one DescribeTimeToLive,
   * side by side; no capacity, and nothing of any item is read. The bucket is not looked at.
   *
   * @param undecorated a client that shows the table as it is stored
   * @throws dev.evenkeel.core.SpecMismatchException listing every mismatch, missing tables too
   */
  public void verifyAgainst(DynamoDbClient undecorated) {
    SpecVerification.of(this, undecorated, null);
  }

  /** The same, failing the future; the client's own failures come as they are. Can be cancelled. */
  public CompletableFuture<Void> verifyAgainst(DynamoDbAsyncClient undecorated) {
    return SpecVerification.of(this, undecorated, null);
  }

  /**
   * As {@link #verifyAgainst(DynamoDbClient)}, and that the bucket is there, belongs to {@link
   * BucketSpec#expectedBucketOwner()} and may be listed: one ListObjectsV2 under the prefix.
   *
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if S3 fails otherwise
   */
  public void verifyAgainst(DynamoDbClient undecorated, S3Client s3) {
    SpecVerification.of(this, undecorated, s3);
  }

  /** The same, failing the future. */
  public CompletableFuture<Void> verifyAgainst(DynamoDbAsyncClient undecorated, S3AsyncClient s3) {
    return SpecVerification.of(this, undecorated, s3);
  }

  public Builder toBuilder() {
    return new Builder(settings.copy());
  }

  @Override
  public String toString() {
    return "ChunkingSpec[%s, %s]".formatted(tableName(), settings.attributes);
  }

  /** Collects a spec. Required: {@link #partitionKey} and an {@link #attribute}. */
  public static final class Builder {
    private final SpecDraft settings;

    private Builder(SpecDraft settings) {
      this.settings = settings;
    }

    /** The partition key, a string. */
    public Builder partitionKey(String attribute) {
      return partitionKey(attribute, ScalarAttributeType.S);
    }

    public Builder partitionKey(String attribute, ScalarAttributeType type) {
      settings.partitionKey = new KeyAttribute(attribute, type);
      return this;
    }

    /** The sort key, a string. */
    public Builder sortKey(String attribute) {
      return sortKey(attribute, ScalarAttributeType.S);
    }

    public Builder sortKey(String attribute, ScalarAttributeType type) {
      settings.sortKey = new KeyAttribute(attribute, type);
      return this;
    }

    /** Names a large attribute, for as long as items hold values that are compressed or moved. */
    public Builder attribute(String name, AttributePolicy policy) {
      settings.attributes.put(name, policy);
      return this;
    }

    public Builder chunkTable(ChunkTableSpec table) {
      settings.chunkTable = table;
      return this;
    }

    /** Where chunks go, with the defaults of {@link ChunkTableSpec#of}. */
    public Builder chunkTable(String tableName) {
      return chunkTable(ChunkTableSpec.of(tableName));
    }

    public Builder bucket(BucketSpec bucket) {
      settings.bucket = bucket;
      return this;
    }

    /** Where unfinished writes are named. Needed as soon as values may leave their items. */
    public Builder intentTable(IntentTableSpec table) {
      settings.intentTable = table;
      return this;
    }

    /** Where unfinished writes are named, with the defaults of {@link IntentTableSpec#of}. */
    public Builder intentTable(String tableName) {
      return intentTable(IntentTableSpec.of(tableName));
    }

    /** Lays the chunks of one attribute out as AWS's text shows: see {@link ChunkTableSpec}. */
    public Builder seedLayout(String attribute) {
      settings.seedAttribute = attribute;
      return this;
    }

    /** Has items come with a {@link LargeReference} for each value of the attribute outside. */
    public Builder byReference(String attribute) {
      settings.byReference.add(attribute);
      return this;
    }

    /** Sets the size of an item, names and numbers included, beyond which values leave it. */
    public Builder itemBytesMax(int bytes) {
      settings.itemBytesMax = bytes;
      return this;
    }

    /**
     * Sets the time for which a replaced value stays for its readers, which costs its storage, and
     * after which a sweep gives up an unfinished write. Clocks may differ by a part of it.
     */
    public Builder grace(Duration grace) {
      settings.grace = grace;
      return this;
    }

    public Builder commit(CommitMode mode) {
      settings.commit = mode;
      return this;
    }

    public Builder limits(ValueLimits limits) {
      settings.limits = limits;
      return this;
    }

    /** Whether values are fetched into what writes return, by default; else it comes with holes. */
    public Builder hydrateReturnValues(boolean hydrate) {
      settings.hydrateReturnValues = hydrate;
      return this;
    }

    /** Checks the whole spec; an IllegalArgumentException lists every problem at once. */
    public ChunkingSpec build() {
      return new ChunkingSpec(settings.copy(), settings.soundKey());
    }
  }
}
