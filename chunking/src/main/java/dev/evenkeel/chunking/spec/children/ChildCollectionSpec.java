package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table that holds the elements of many parents, one item for each: what would otherwise be a
 * large set in each parent. Immutable.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#children-spec -->
 *
 * <pre>{@code
 * ChildCollectionSpec spec =
 *     ChildCollectionSpec.builder("tags").parentKey("thread").element("tag").build();
 * }</pre>
 *
 * <p>The partition key of the table is the parent. Its sort key, the range of the children, is one
 * of:
 *
 * <ul>
 *   <li><b>the element itself</b>, as in a set: {@code parentKey("Thread").element("Tag")}.
 *       Elements are S, N or B of 1 to 1,024 bytes, and sorted;
 *   <li><b>an attribute beside the element</b>, as in the Reply table of AWS's text: {@code
 *       parentKey("Id").range("ReplyDateTime").element("Message")}. Each child has a range value of
 *       its own, that the caller gives with the element, or that follows from the element ({@link
 *       Builder#rangeOf}, {@link Builder#rangeByDigest});
 * </ul>
 *
 * Keys are stored data: another spec does not find the children of this one.
 */
public final class ChildCollectionSpec {
  private final String tableName;
  private final KeyAttribute parentKey;
  private final KeyAttribute range;
  private final KeyAttribute element;
  private final KeySchema key;
  private final @Nullable UnaryOperator<AttributeValue> rangeOf;
  private final @Nullable ParentSet parentSet;

  private ChildCollectionSpec(Builder builder) {
    tableName = builder.tableName;
    parentKey = Objects.requireNonNull(builder.parentKey);
    element = Objects.requireNonNull(builder.element);
    range = builder.range == null ? element : builder.range;
    key = KeySchema.of(parentKey, range);
    rangeOf = builder.rangeOf;
    parentSet = builder.parentSet;
  }

  /**
   * Starts a spec.
   *
   * @param tableName the table of the children
   */
  public static Builder builder(String tableName) {
    return new Builder(tableName);
  }

  /**
   * Reads the spec of a collection that a bean or an immutable names with {@link OneToMany}.
   *
   * @param parentTableName the table of the class's own items
   * @param schema of the class
   * @param property the property with the annotation
   * @throws IllegalArgumentException if anything about the annotation cannot be; the message names
   *     class and property
   */
  public static ChildCollectionSpec from(
      String parentTableName, TableSchema<?> schema, String property) {
    return MappedChildren.of(parentTableName, schema, property);
  }

  public Builder toBuilder() {
    Builder builder = new Builder(tableName);
    builder.parentKey = parentKey;
    builder.element = element;
    builder.range = elementIsRange() ? null : range;
    builder.rangeOf = rangeOf;
    builder.parentSet = parentSet;
    return builder;
  }

  public String tableName() {
    return tableName;
  }

  /** The key of the table: the parent, and the range of the child. */
  public KeySchema key() {
    return key;
  }

  /** The attribute that names the parent. */
  public KeyAttribute parentKey() {
    return parentKey;
  }

  /** The attribute by which children are found and sorted; the element's, where that is so. */
  public KeyAttribute range() {
    return range;
  }

  /** The attribute that holds the element. */
  public KeyAttribute element() {
    return element;
  }

  /** Whether the element itself is the sort key. */
  public boolean elementIsRange() {
    return range.equals(element);
  }

  /** Whether the range of a child follows from its element. */
  public boolean derivesRange() {
    return elementIsRange() || rangeOf != null;
  }

  /** Whether children of the same range have the same element: it is their range, or its digest. */
  public boolean rangeTellsElement() {
    return elementIsRange() || rangeOf == Scalars.DIGEST;
  }

  /** Where the elements were before; null if they were never in a set. */
  public @Nullable ParentSet parentSet() {
    return parentSet;
  }

  /**
   * The child that holds an element, in the form in which it is stored.
   *
   * @throws IllegalStateException if the range does not follow from the element
   * @throws dev.evenkeel.core.DecoratorException if DynamoDB would not store it
   */
  public Child child(AttributeValue newElement) {
    AttributeValue canonical = Scalars.canonical(tableName, element, newElement);
    if (elementIsRange()) {
      return new Child(canonical, canonical);
    }
    if (rangeOf == null) {
      throw new IllegalStateException("the range of a child does not follow from its element");
    }
    return new Child(Scalars.canonical(tableName, range, rangeOf.apply(canonical)), canonical);
  }

  /**
   * The child that an item of the table is.
   *
   * @throws dev.evenkeel.core.DecoratorException if it is none, for it has no element
   */
  public Child childOf(Map<String, AttributeValue> item) {
    return new Child(Scalars.in(tableName, item, range), Scalars.in(tableName, item, element));
  }

  /**
   * A parent key, as the table has it.
   *
   * @throws dev.evenkeel.core.DecoratorException if no item can have it
   */
  public AttributeValue parent(AttributeValue parent) {
    AttributeValue canonical = Scalars.canonical(tableName, parentKey, parent);
    KeySchema.of(parentKey).validate(Map.of(parentKey.name(), canonical));
    return canonical;
  }

  /**
   * The key of a child, as the table has it.
   *
   * @throws dev.evenkeel.core.DecoratorException if no item can have it: of another type, empty, or
   *     longer than 2,048 bytes (parent) or 1,024 (range)
   */
  public Map<String, AttributeValue> key(AttributeValue parent, AttributeValue childRange) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    values.put(parentKey.name(), Scalars.canonical(tableName, parentKey, parent));
    values.put(range.name(), Scalars.canonical(tableName, range, childRange));
    key.validate(values);
    return Collections.unmodifiableMap(values);
  }

  /**
   * The item that is put for a child, for requests of your own: a transaction that adds a child
   * among other things, on condition that it is not there.
   *
   * @throws dev.evenkeel.core.DecoratorException if no child can be so; its size is not looked at
   */
  public Map<String, AttributeValue> item(AttributeValue parent, Child child) {
    AttributeValue storedRange = Scalars.canonical(tableName, range, child.range());
    AttributeValue storedElement = Scalars.canonical(tableName, element, child.element());
    if (elementIsRange() && !storedRange.equals(storedElement)) {
      throw new Call("PutItem", tableName)
          .refuse("range and element differ, but the element is the range", "Use child(element)");
    }
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(parent, storedRange));
    item.put(element.name(), storedElement);
    return Collections.unmodifiableMap(item);
  }

  @Override
  public String toString() {
    return "ChildCollectionSpec[%s, %s, %s, %s]"
        .formatted(tableName, parentKey.name(), range.name(), element.name());
  }

  /**
   * Collects a spec. Required: {@link #parentKey} and {@link #element}. Unless said, the element is
   * the sort key, and there is no set to move elements from.
   */
  public static final class Builder {
    final String tableName;
    @Nullable KeyAttribute parentKey;
    @Nullable KeyAttribute range;
    @Nullable KeyAttribute element;
    @Nullable UnaryOperator<AttributeValue> rangeOf;
    @Nullable ParentSet parentSet;

    private Builder(String tableName) {
      this.tableName = Objects.requireNonNull(tableName);
    }

    /** The partition key of the table, a string that names the parent. */
    public Builder parentKey(String attribute) {
      return parentKey(attribute, ScalarAttributeType.S);
    }

    /** The partition key of the table, which names the parent. */
    public Builder parentKey(String attribute, ScalarAttributeType type) {
      this.parentKey = new KeyAttribute(attribute, type);
      return this;
    }

    /** The attribute of the element, a string; the sort key unless a range is said. */
    public Builder element(String attribute) {
      return element(attribute, ScalarAttributeType.S);
    }

    /** The attribute of the element; the sort key of the table, unless a range is said. */
    public Builder element(String attribute, ScalarAttributeType type) {
      this.element = new KeyAttribute(attribute, type);
      return this;
    }

    /** The sort key of the table, a string, where it is not the element. */
    public Builder range(String attribute) {
      return range(attribute, ScalarAttributeType.S);
    }

    /** The sort key of the table, where it is not the element. */
    public Builder range(String attribute, ScalarAttributeType type) {
      this.range = new KeyAttribute(attribute, type);
      return this;
    }

    /**
     * Sets the function from element to range: a pure function that gives no two elements of a
     * parent one range. It is stored data. If two get the same range, the second is refused ({@link
     * ChildCollectionException.Reason#RANGE_TAKEN}).
     */
    public Builder rangeOf(UnaryOperator<AttributeValue> function) {
      this.rangeOf = Objects.requireNonNull(function);
      return this;
    }

    /**
     * The range is a digest of the element: base64url, without padding, of the SHA-256 of its
     * UTF-8, its canonical decimal text, or its bytes. For elements that are too long for a key, or
     * empty, and are wanted in no order. The range attribute is of type S.
     */
    public Builder rangeByDigest() {
      return rangeOf(Scalars.DIGEST);
    }

    /** Where the elements were before, to move them from there. */
    public Builder parentSet(ParentSet before) {
      this.parentSet = Objects.requireNonNull(before);
      return this;
    }

    /**
     * Checks the whole spec.
     *
     * @throws IllegalArgumentException listing every problem at once
     */
    public ChildCollectionSpec build() {
      List<String> problems = ChildSpecProblems.of(this);
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(
            "ChildCollectionSpec for table '" + tableName + "': " + String.join("; ", problems));
      }
      return new ChildCollectionSpec(this);
    }
  }
}
