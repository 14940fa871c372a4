package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The stored partition keys that stand to a value in another relation than their logical keys do.
 *
 * <p>Relations are equality, order and beginning with. A stored key is its logical key with a
 * suffix. So it stands to a value as its logical key does, unless the logical key is the value or
 * what the value begins with: where two texts differ, what follows does not count, and a logical
 * key that begins with the value does so with a suffix, too. These few logical keys can be listed,
 * and each has a known number of stored keys.
 *
 * @param type of the logical key
 */
public record StoredKeys(
    KeyCodec codec, KeyShards keyShards, SuffixFormat format, ScalarAttributeType type) {

  /** Whether a stored key begins with its logical key, so that order and beginnings are kept. */
  public boolean keepOrder() {
    return type != ScalarAttributeType.N && format.placement() == Placement.SUFFIX;
  }

  /**
   * The stored keys that stand to a value in another relation than their logical keys.
   *
   * @param differs whether one stored key does
   */
  public List<AttributeValue> exceptions(AttributeValue value, Predicate<Stored> differs) {
    List<AttributeValue> exceptions = new ArrayList<>();
    AttributeValue same = canonical(value);
    if (same != null) {
      addAll(same, "", differs, exceptions);
    }
    if (same != null && keepOrder()) {
      String text = KeyCodec.textOf(same);
      int longest = Math.min(text.length() - 1, KeySchema.PARTITION_KEY_BYTES_MAX);
      for (int end = longest; end > 0; end--) {
        boolean splitsPair =
            type == ScalarAttributeType.S
                && Character.isLowSurrogate(text.charAt(end))
                && Character.isHighSurrogate(text.charAt(end - 1));
        if (!splitsPair) {
          addAll(codec.ofText(text.substring(0, end)), text.substring(end), differs, exceptions);
        }
      }
    }
    ShardedKey read = codec.decode(value);
    if (read != null
        && !exceptions.contains(value)
        && differs.test(new Stored(value, read.key()))) {
      exceptions.add(value);
    }
    return exceptions;
  }

  /** A stored partition key, and the logical key it stands for. */
  public record Stored(AttributeValue key, AttributeValue logical) {}

  /**
   * Adds those of one logical key.
   *
   * @param rest the part of the value beyond the logical key
   */
  private void addAll(
      AttributeValue logical,
      String rest,
      Predicate<Stored> differs,
      List<AttributeValue> exceptions) {
    String separator = codec.separator();
    boolean numberMatters = rest.startsWith(separator) || separator.startsWith(rest);
    if (!numberMatters && !differs.test(new Stored(codec.numbered(logical, 0), logical))) {
      return; // the separator decides, which all have
    }
    for (int shard : shards(logical)) {
      AttributeValue key = codec.physical(logical, shard);
      ShardedKey read = codec.decode(key);
      if (read != null && read.key().equals(logical) && differs.test(new Stored(key, logical))) {
        exceptions.add(key);
      }
    }
  }

  /** A key that its rule throws at was never written. */
  private List<Integer> shards(AttributeValue logical) {
    try {
      return keyShards.places(logical);
    } catch (RuntimeException e) {
      return List.of();
    }
  }

  private @Nullable AttributeValue canonical(AttributeValue value) {
    if (!type.name().equals(String.valueOf(value.type()))) {
      return null;
    }
    if (type != ScalarAttributeType.N) {
      return KeyCodec.textOf(value).isEmpty() ? null : value;
    }
    return CanonicalNumber.orNull(value);
  }

  /**
   * Whether a text or bytes can stand in a stored key where they do not stand in its logical key,
   * because they reach into the suffix.
   */
  public boolean reachIntoSuffix(AttributeValue part) {
    String text = KeyCodec.textOf(part);
    boolean suffix = format.placement() == Placement.SUFFIX;
    for (int shard = 0; shard < keyShards.counts().max(); shard++) {
      String added =
          suffix
              ? codec.separator() + format.number(shard)
              : format.number(shard) + codec.separator();
      if (added.contains(text) || overlap(suffix ? text : added, suffix ? added : text)) {
        return !text.isEmpty();
      }
    }
    return false;
  }

  /** Whether an end of the first is a beginning of the second. */
  private static boolean overlap(String first, String second) {
    for (int length = 1; length <= Math.min(first.length(), second.length()); length++) {
      if (first.endsWith(second.substring(0, length))) {
        return true;
      }
    }
    return false;
  }
}
