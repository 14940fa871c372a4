package dev.evenkeel.chunking.spec.children;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The attribute of the parents in which the elements were before: a set (SS, NS or BS).
 *
 * <p>Where the parents have a partition key alone, children have its value as their parent key.
 * Where they have a sort key too, children have both as one text, as the Reply table of AWS's text
 * has {@code Amazon DynamoDB#DynamoDB Thread 1}: {@link #parentOf} makes it. The part before the
 * separator may not contain the separator, so that no two parents share their children.
 *
 * @param tableName the table of the parents
 * @param key its key: one partition attribute and at most one sort attribute
 * @param attribute the set
 * @param separator stands between the two parts of a composed parent key
 */
public record ParentSet(String tableName, KeySchema key, String attribute, char separator) {
  /** The separator between the parts of a key, as in AWS's text. */
  public static final char SEPARATOR_DEFAULT = '#';

  /** A set of parents whose composed keys, if any, are joined by {@code #}. */
  public static ParentSet of(String tableName, KeySchema key, String attribute) {
    return new ParentSet(tableName, key, attribute, SEPARATOR_DEFAULT);
  }

  /** The same with another separator; it is part of what is stored. */
  public ParentSet withSeparator(char newSeparator) {
    return new ParentSet(tableName, key, attribute, newSeparator);
  }

  boolean composes() {
    return key.sortKey() != null;
  }

  /**
   * The parent key of a parent's children.
   *
   * @param parent its item or its key
   * @throws dev.evenkeel.core.item.KeyMismatchException if it lacks a key attribute or has one of
   *     another type
   * @throws dev.evenkeel.core.RefusedOperationException if the part before the separator contains
   *     it
   */
  public AttributeValue parentOf(Map<String, AttributeValue> parent) {
    Map<String, AttributeValue> values = key.keyOf(parent);
    KeyAttribute sort = key.sortKey();
    if (sort == null) {
      return requireNonNull(values.get(key.partitionKey().name()));
    }
    String first = text(requireNonNull(values.get(key.partitionKey().name())));
    if (first.indexOf(separator) >= 0) {
      throw new Call("ParentSet.parentOf", tableName)
          .refuse(
              "key attribute '%s' contains '%s', which separates it from '%s' in the parent key of its children"
                  .formatted(key.partitionKey().name(), separator, sort.name()),
              "Say another separator in ParentSet");
    }
    return AttributeValue.fromS(first + separator + text(requireNonNull(values.get(sort.name()))));
  }

  /**
   * The key of the parent of these children: {@link #parentOf} undone.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if no parent has it
   */
  public Map<String, AttributeValue> keyOf(AttributeValue parent) {
    KeyAttribute partition = key.partitionKey();
    KeyAttribute sort = key.sortKey();
    if (sort == null) {
      return Map.of(partition.name(), parent);
    }
    String text = parent.s();
    int end = text == null ? -1 : text.indexOf(separator);
    if (text == null || end < 0) {
      throw foreign();
    }
    Map<String, AttributeValue> found =
        Map.of(
            partition.name(), value(partition, text.substring(0, end)),
            sort.name(), value(sort, text.substring(end + 1)));
    if (!parentOf(found).equals(parent)) {
      throw foreign(); // another text of a number: its children would not be found again
    }
    return found;
  }

  private RuntimeException foreign() {
    return new Call("GetItem", tableName)
        .refuse(
            "a parent key is not what the key attributes %s make, joined by '%s'"
                .formatted(key.attributes(), separator),
            "Make it by ParentSet.parentOf");
  }

  private static String text(AttributeValue part) {
    return part.n() == null ? part.s() : CanonicalNumber.of(part.n());
  }

  private static AttributeValue value(KeyAttribute attribute, String text) {
    return attribute.type() == ScalarAttributeType.N
        ? AttributeValue.fromN(text)
        : AttributeValue.fromS(text);
  }
}
