package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Checks of a start key before its place is read. */
public record StartKeyChecks(Call call, ShardedTable table) {

  /** A start key that plain DynamoDB refuses, too. */
  public DynamoDbException refusedByDynamoDb(String reason) {
    return call.invalid(reason, InvalidStartKeyException.REMEDY);
  }

  /** The failure for a start key from which this library cannot resume, although DynamoDB could. */
  public InvalidStartKeyException invalid(String reason) {
    return new InvalidStartKeyException(call.operation(), call.table(), reason);
  }

  public InvalidStartKeyException invalid(String reason, String remedy) {
    return new InvalidStartKeyException(call.operation(), call.table(), reason, remedy);
  }

  InvalidStartKeyException ofNoShard() {
    return invalid(
        "the start key does not tell the shard, which an index needs: pass it back as it came, with '"
            + StartKeyToken.ATTRIBUTE
            + "', or give the attributes the shard is calculated from");
  }

  InvalidStartKeyException ofOtherKey() {
    return invalid(
        "attribute '%s' of the start key was not made for this key by this spec"
            .formatted(StartKeyToken.ATTRIBUTE));
  }

  /** The logical key in a start key. */
  AttributeValue logicalKey(Map<String, AttributeValue> attributes) {
    return inStartKey(reading -> table.logicalKey(reading, attributes));
  }

  /**
   * The shard of the table that a start key tells by its attributes; none if they do not tell it.
   */
  OptionalInt shardOf(AttributeValue logicalKey, Map<String, AttributeValue> attributes) {
    return inStartKey(reading -> table.shardBefore(reading, logicalKey, attributes));
  }

  /** A refused key or determinant makes the start key invalid. */
  private <T> T inStartKey(Function<Call, T> read) {
    try {
      return read.apply(new Call(call.operation(), call.table(), "in the start key, "));
    } catch (RefusedOperationException e) {
      throw invalid(e.reason());
    }
  }

  /** A start key of another era names a place that its item, and those behind it, may have left. */
  public void requireEra(@Nullable AttributeValue token, int era) {
    if (StartKeyToken.era(token) != era) {
      throw ofAnotherEra();
    }
  }

  InvalidStartKeyException ofAnotherEra() {
    return invalid(
        "the start key was made before items of the table were moved, or while they were: items would be missed, or come twice",
        "Begin again, without a start key");
  }

  public void requireOnlyKeyAttributes(Map<String, AttributeValue> attributes, QueryTarget target) {
    Set<String> foreign = new HashSet<>(attributes.keySet());
    target.keys().forEach(key -> foreign.remove(key.name()));
    table.spec().selector().determinants().forEach(foreign::remove);
    if (!foreign.isEmpty()) {
      throw refusedByDynamoDb("the start key holds " + foreign + ", which is no part of the key");
    }
  }

  public void requireInRange(
      Map<String, AttributeValue> attributes, QueryShape shape, QueryTarget target) {
    KeyAttribute sort = target.sort();
    if (sort != null && !shape.range().contains(QueryTarget.valueOf(attributes, sort.name()))) {
      throw refusedByDynamoDb("the start key lies outside the key condition");
    }
  }

  public void requireValid(Map<String, AttributeValue> attributes, KeyAttribute attribute) {
    AttributeValue value = attributes.get(attribute.name());
    if (value == null) {
      throw refusedByDynamoDb("the start key lacks '" + attribute.name() + "'");
    }
    if (!attribute.accepts(value)) {
      throw refusedByDynamoDb(
          "the start key's '%s' is of type %s, not %s"
              .formatted(attribute.name(), value.type(), attribute.type()));
    }
    if (value.s() != null && !Utf8.isWellFormed(value.s())) {
      throw invalid("the start key's '" + attribute.name() + "' is text cut within a character");
    }
    if (!canBeSortKey(value)) {
      throw refusedByDynamoDb(
          "the start key's '%s' is %s"
              .formatted(
                  attribute.name(),
                  value.n() == null
                      ? "empty or longer than a sort key"
                      : "not a number DynamoDB can hold"));
    }
  }

  private static boolean canBeSortKey(AttributeValue value) {
    if (value.n() != null) {
      return CanonicalNumber.orNull(value.n()) != null;
    }
    long bytes = ItemSize.valueBytes(value);
    return bytes > 0 && bytes <= KeySchema.SORT_KEY_BYTES_MAX;
  }
}
