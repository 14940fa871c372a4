package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Logical partition key value to physical one and back: a total round trip, wire format 1.
 *
 * <p>An S key stays S, a B key stays B with the separator and number as UTF-8 bytes, an N key
 * becomes S with its canonical decimal text. Values that this codec cannot have written are
 * foreign. Where no key has more than one shard, keys are stored as they are seen.
 */
public final class KeyCodec {
  /** Place of items stored without a suffix, in a table that also stores suffixed ones. */
  public static final int PLAIN = ShardingSpec.SHARDS_MAX;

  /** More than a suffix can have: 16 characters of 3 bytes, and 9 digits. */
  private static final int SUFFIX_BYTES_MAX = 64;

  private final KeyAttribute partition;
  private final SuffixFormat format;
  private final String separator;
  private final KeyShards shards;
  private final boolean identity;

  /**
   * @param partition the partition key as callers see it
   * @param identity whether keys are stored as callers see them, since none has more than one shard
   */
  public KeyCodec(KeyAttribute partition, KeyShards shards, SuffixFormat format, boolean identity) {
    this.partition = partition;
    this.format = format;
    this.shards = shards;
    byte[] bytes = format.separator().getBytes(StandardCharsets.UTF_8);
    this.separator =
        partition.type() == ScalarAttributeType.B
            ? new String(bytes, StandardCharsets.ISO_8859_1)
            : format.separator();
    this.identity = identity;
  }

  /** This codec, whose physical keys are those of a piece of so many shards. */
  KeyCodec ofPiece(int pieceShards) {
    return new KeyCodec(partition, shards.ofPiece(pieceShards), format, identity);
  }

  /**
   * Checks a logical key and brings it into the one form that is stored and hashed.
   *
   * @throws RefusedOperationException if it cannot be a sharded key
   */
  public AttributeValue canonical(Call call, @Nullable AttributeValue value) {
    AttributeValue canonical = checked(call, value);
    refuseLookAlike(call, canonical);
    return canonical;
  }

  /** Whether {@link #canonical} takes a logical key. */
  public boolean takes(Call call, AttributeValue value) {
    try {
      return !readsLikeShard(checked(call, value));
    } catch (RefusedOperationException e) {
      return false;
    }
  }

  private AttributeValue checked(Call call, @Nullable AttributeValue value) {
    if (value == null) {
      throw call.invalid(
          "partition key attribute '" + partition.name() + "' is missing", "Give it a value");
    }
    if (!partition.type().name().equals(String.valueOf(value.type()))) { // null for several types
      throw call.invalid(
          "partition key attribute '%s' is of type %s, but the spec says %s"
              .formatted(partition.name(), value.type(), partition.type()),
          "Give it a value of that type, or name its type in partitionKey(name, type)");
    }
    AttributeValue canonical = canonicalForm(call, value);
    long bytes = ItemSize.valueBytes(canonical);
    if (bytes == 0) {
      throw call.invalid(
          "partition key attribute '" + partition.name() + "' is empty",
          "DynamoDB keys hold a value");
    }
    if (bytes > KeySchema.PARTITION_KEY_BYTES_MAX - SUFFIX_BYTES_MAX) {
      requireShort(call, canonical, bytes);
    }
    return canonical;
  }

  /** Whether a key is no longer than DynamoDB allows, whichever of its suffixes it gets. */
  public boolean fits(AttributeValue canonical) {
    long bytes = ItemSize.valueBytes(canonical);
    return bytes + suffixBytes(canonical) <= KeySchema.PARTITION_KEY_BYTES_MAX;
  }

  private int suffixBytes(AttributeValue canonical) {
    return suffixBytes(Math.max(shards.most(canonical), shards.known(canonical)));
  }

  private void requireShort(Call call, AttributeValue canonical, long bytes) {
    int suffix = suffixBytes(canonical);
    String shorter =
        "Use keys of at most " + (KeySchema.PARTITION_KEY_BYTES_MAX - suffix) + " bytes";
    if (bytes > KeySchema.PARTITION_KEY_BYTES_MAX) {
      throw call.invalid(
          "partition key attribute '%s' has %d bytes, past DynamoDB's %d"
              .formatted(partition.name(), bytes, KeySchema.PARTITION_KEY_BYTES_MAX),
          shorter);
    }
    if (bytes + suffix > KeySchema.PARTITION_KEY_BYTES_MAX) {
      throw call.refuse(
          "partition key attribute '%s' has %d bytes, and its suffix up to %d, past DynamoDB's %d"
              .formatted(partition.name(), bytes, suffix, KeySchema.PARTITION_KEY_BYTES_MAX),
          shorter);
    }
  }

  /** The most bytes that tell the shard in a key of so many shards; a plain key has none. */
  private int suffixBytes(int count) {
    return identity || count == 1
        ? 0
        : format.separator().getBytes(StandardCharsets.UTF_8).length
            + format.number(count - 1).length();
  }

  /** Whether a key that may be plain reads as a shard of another, so that nobody can use it. */
  private boolean readsLikeShard(AttributeValue canonical) {
    return !identity && shards.isBound(canonical) && suffixed(textOf(canonical)) != null;
  }

  /** A plain key must not read as a shard of another logical key. */
  private void refuseLookAlike(Call call, AttributeValue canonical) {
    if (readsLikeShard(canonical)) {
      throw call.refuse(
          "partition key attribute '"
              + partition.name()
              + "' is plain, or about to be, but reads like a shard of another key, which that has or once had",
          "Give it a value that does not end (or begin) like a suffixed one; for a"
              + " table that holds such keys, take a suffixFormat with a separator that none has");
    }
  }

  private AttributeValue canonicalForm(Call call, AttributeValue value) {
    if (partition.type() != ScalarAttributeType.N) {
      return value;
    }
    try {
      String text = CanonicalNumber.of(value.n());
      return text.equals(value.n()) ? value : AttributeValue.fromN(text);
    } catch (InvalidNumberException e) {
      throw call.invalidNumber("partition key attribute '" + partition.name() + "'", e);
    }
  }

  /** Whether no key has more than one shard, so that keys are stored as they are seen. */
  boolean isIdentity() {
    return identity;
  }

  /** The physical key of a canonical logical key on one shard. */
  public AttributeValue physical(AttributeValue canonical, int shard) {
    if (identity) {
      return canonical;
    }
    return shards.unnumbered(canonical, shard) ? unnumbered(canonical) : numbered(canonical, shard);
  }

  /** The key without the number of a shard, as a plain one is stored beside sharded ones. */
  public AttributeValue unnumbered(AttributeValue canonical) {
    return partition.type() == ScalarAttributeType.N
        ? AttributeValue.fromS(textOf(canonical))
        : canonical;
  }

  /** The key with the number of a shard, whether it has such a shard or not. */
  AttributeValue numbered(AttributeValue canonical, int shard) {
    String text = textOf(canonical);
    String number = format.number(shard);
    String physical =
        format.placement() == Placement.SUFFIX
            ? text + separator + number
            : number + separator + text;
    return partition.type() == ScalarAttributeType.B
        ? bytesOf(physical)
        : AttributeValue.fromS(physical);
  }

  /** The separator as {@link #textOf} would have it. */
  String separator() {
    return separator;
  }

  /** The key of type S or B that {@link #textOf} gives a text for. */
  AttributeValue ofText(String text) {
    return partition.type() == ScalarAttributeType.B ? bytesOf(text) : AttributeValue.fromS(text);
  }

  /**
   * The logical key and the shard behind a physical key; null if this codec cannot have written it.
   */
  public @Nullable ShardedKey decode(AttributeValue physical) {
    if (physical.type() != physicalType()) {
      return null;
    }
    if (identity) {
      return stored(physical);
    }
    String text = textOf(physical);
    ShardedKey sharded = suffixed(text);
    if (sharded != null) {
      return shards.isUsed(sharded.key(), sharded.shard()) ? sharded : null;
    }
    return shards.counts().plainPossible() ? plain(text) : null;
  }

  private static @Nullable ShardedKey stored(AttributeValue key) {
    AttributeValue canonical = CanonicalNumber.orNull(key);
    return canonical == null ? null : new ShardedKey(canonical, 0);
  }

  private @Nullable ShardedKey plain(String text) {
    AttributeValue key = logicalValue(text);
    if (key == null || !shards.plainPossible(key)) {
      return null;
    }
    return new ShardedKey(key, shards.most(key) == 1 ? 0 : PLAIN);
  }

  /** A shard that a key has, has had, or is about to have. */
  private @Nullable ShardedKey suffixed(String text) {
    SuffixFormat.Parts parts = format.parts(text, separator);
    AttributeValue key = parts == null ? null : logicalValue(parts.key());
    if (parts == null || key == null) {
      return null;
    }
    int shard = format.shard(parts.number(), shards.known(key));
    return shard < 0 ? null : new ShardedKey(key, shard);
  }

  private AttributeValue.Type physicalType() {
    if (identity) {
      return AttributeValue.Type.valueOf(partition.type().name());
    }
    return partition.type() == ScalarAttributeType.B
        ? AttributeValue.Type.B
        : AttributeValue.Type.S;
  }

  private @Nullable AttributeValue logicalValue(String text) {
    return switch (partition.type()) {
      case S -> AttributeValue.fromS(text);
      case B -> bytesOf(text);
      default -> text.equals(CanonicalNumber.orNull(text)) ? AttributeValue.fromN(text) : null;
    };
  }

  /** The characters of a key; the bytes of a B key one to one. */
  public static String textOf(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> value.n();
      default -> value.b().asString(StandardCharsets.ISO_8859_1);
    };
  }

  private static AttributeValue bytesOf(String latin1) {
    return AttributeValue.fromB(SdkBytes.fromString(latin1, StandardCharsets.ISO_8859_1));
  }

  /**
   * The logical meaning of a physical partition key.
   *
   * @param key the logical key, canonical
   * @param shard the shard it is on, or {@link #PLAIN}
   */
  public record ShardedKey(AttributeValue key, int shard) {}
}
