package dev.evenkeel.core.item;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The key of a table or an index: which attributes make up its partition key and its sort key.
 *
 * <p>A table has one partition attribute and at most one sort attribute; a global secondary index
 * may have up to four of each. Immutable, and refused at construction if DynamoDB could not have
 * such a key: no partition attribute, more than four of a kind, an attribute named twice.
 *
 * @param partition the attributes of the partition key, in schema order; one to four
 * @param sort the attributes of the sort key, in schema order, the first one most significant; none
 *     to four
 */
public record KeySchema(List<KeyAttribute> partition, List<KeyAttribute> sort) {
  /** The maximum number of attributes in the partition key, and in the sort key. */
  public static final int ATTRIBUTES_MAX = 4;

  /** The longest partition key, all its attribute values together. */
  public static final int PARTITION_KEY_BYTES_MAX = 2048;

  /** The longest sort key, all its attribute values together. */
  public static final int SORT_KEY_BYTES_MAX = 1024;

  public KeySchema {
    partition = List.copyOf(partition);
    sort = List.copyOf(sort);
    if (partition.isEmpty()) {
      throw new IllegalArgumentException("a key schema needs a partition attribute");
    }
    requireAtMostFour("partition", partition);
    requireAtMostFour("sort", sort);
    requireDistinct(partition, sort);
  }

  /** The attributes and their types, as in {@code page (S), at (N)}. */
  @Override
  public String toString() {
    return Stream.concat(partition.stream(), sort.stream())
        .map(part -> "%s (%s)".formatted(part.name(), part.type()))
        .collect(Collectors.joining(", "));
  }

  /** A key of one partition attribute. */
  public static KeySchema of(KeyAttribute partition) {
    return new KeySchema(List.of(partition), List.of());
  }

  /** A key of one partition and one sort attribute. */
  public static KeySchema of(KeyAttribute partition, KeyAttribute sort) {
    return new KeySchema(List.of(partition), List.of(sort));
  }

  /**
   * The key that CreateTable and DescribeTable state in two places.
   *
   * @param elements the key schema of the table or index
   * @param definitions the table's attribute definitions; those of other attributes are ignored
   * @throws IllegalArgumentException if an element has no definition, or no key could be like this
   */
  public static KeySchema of(
      List<KeySchemaElement> elements, List<AttributeDefinition> definitions) {
    List<KeyAttribute> partition = new ArrayList<>();
    List<KeyAttribute> sort = new ArrayList<>();
    for (KeySchemaElement element : elements) {
      half(element, partition, sort).add(define(element.attributeName(), definitions));
    }
    return new KeySchema(partition, sort);
  }

  private static List<KeyAttribute> half(
      KeySchemaElement element, List<KeyAttribute> partition, List<KeyAttribute> sort) {
    if (element.keyType() == KeyType.HASH) {
      return partition;
    }
    if (element.keyType() == KeyType.RANGE) {
      return sort;
    }
    throw new IllegalArgumentException(
        "key attribute '%s' is neither HASH nor RANGE but '%s'"
            .formatted(element.attributeName(), element.keyTypeAsString()));
  }

  private static KeyAttribute define(String name, List<AttributeDefinition> definitions) {
    for (AttributeDefinition definition : definitions) {
      if (definition.attributeName().equals(name)) {
        ScalarAttributeType type = definition.attributeType();
        return new KeyAttribute(name, type);
      }
    }
    throw new IllegalArgumentException("key attribute '" + name + "' has no attribute definition");
  }

  private static void requireAtMostFour(String half, List<KeyAttribute> attributes) {
    if (attributes.size() > ATTRIBUTES_MAX) {
      throw new IllegalArgumentException(
          "a key schema has at most %d %s attributes but %d were given"
              .formatted(ATTRIBUTES_MAX, half, attributes.size()));
    }
  }

  private static void requireDistinct(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    Set<String> names = new HashSet<>();
    Stream.concat(partition.stream(), sort.stream())
        .map(KeyAttribute::name)
        .filter(name -> !names.add(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new IllegalArgumentException("key attribute '" + name + "' is named twice");
            });
  }

  /**
   * The only partition attribute.
   *
   * @throws IllegalStateException if there are several; ask {@link #partition()}
   */
  public KeyAttribute partitionKey() {
    return only("partition", partition);
  }

  /**
   * The only sort attribute, or null if the key has none.
   *
   * @throws IllegalStateException if there are several; ask {@link #sort()}
   */
  public @Nullable KeyAttribute sortKey() {
    return sort.isEmpty() ? null : only("sort", sort);
  }

  private static KeyAttribute only(String half, List<KeyAttribute> attributes) {
    if (attributes.size() > 1) {
      throw new IllegalStateException(
          "this key has %d %s attributes, not one: %s"
              .formatted(attributes.size(), half, names(attributes.stream())));
    }
    return attributes.get(0);
  }

  /** The names of all key attributes, partition before sort. */
  public List<String> attributes() {
    return names(Stream.concat(partition.stream(), sort.stream()));
  }

  private static List<String> names(Stream<KeyAttribute> attributes) {
    return attributes.map(KeyAttribute::name).collect(Collectors.toUnmodifiableList());
  }

  /**
   * Whether the item has every key attribute, whatever its type. An item that has not does not
   * appear in an index with this key.
   */
  public boolean isCoveredBy(Map<String, AttributeValue> item) {
    return partition.stream().allMatch(key -> item.get(key.name()) != null)
        && sort.stream().allMatch(key -> item.get(key.name()) != null);
  }

  /**
   * The key of an item: its key attributes and nothing else, partition before sort, unmodifiable.
   * Lengths are not checked; see {@link #validate}.
   *
   * @throws KeyMismatchException if the item lacks a key attribute or has one of another type
   */
  public Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    partition.forEach(attribute -> key.put(attribute.name(), valueIn(item, attribute)));
    sort.forEach(attribute -> key.put(attribute.name(), valueIn(item, attribute)));
    return Collections.unmodifiableMap(key);
  }

  private static AttributeValue valueIn(Map<String, AttributeValue> item, KeyAttribute attribute) {
    AttributeValue value = item.get(attribute.name());
    if (value == null) {
      throw KeyMismatchException.absent(attribute);
    }
    if (!attribute.accepts(value)) {
      throw KeyMismatchException.wrongType(attribute, value);
    }
    return value;
  }

  /**
   * Checks that DynamoDB would take this map as a key: it has exactly the key attributes, each of
   * its type, none empty, and neither half longer than DynamoDB allows ({@link
   * #PARTITION_KEY_BYTES_MAX}, {@link #SORT_KEY_BYTES_MAX}). AWS states the limits for one
   * attribute ("Constraints in Amazon DynamoDB"); DynamoDB Local applies them to the sum where a
   * key has several.
   *
   * @throws KeyMismatchException naming the first attribute at fault
   */
  public void validate(Map<String, AttributeValue> key) {
    requireFits("partition", partition, key, PARTITION_KEY_BYTES_MAX);
    requireFits("sort", sort, key, SORT_KEY_BYTES_MAX);
    if (key.size() > partition.size() + sort.size()) {
      List<String> known = attributes();
      key.keySet().stream()
          .filter(name -> !known.contains(name))
          .findFirst()
          .ifPresent(
              name -> {
                throw KeyMismatchException.unexpected(name);
              });
    }
  }

  private static void requireFits(
      String half, List<KeyAttribute> attributes, Map<String, AttributeValue> key, int bytesMax) {
    long bytes = 0;
    for (KeyAttribute attribute : attributes) {
      long valueBytes = ItemSize.valueBytes(valueIn(key, attribute));
      if (valueBytes == 0) {
        throw KeyMismatchException.empty(attribute);
      }
      bytes += valueBytes;
      if (bytes > bytesMax) {
        throw KeyMismatchException.tooLong(attribute, half, bytes, bytesMax);
      }
    }
  }
}
