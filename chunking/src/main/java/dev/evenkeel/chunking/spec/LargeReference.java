package dev.evenkeel.chunking.spec;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A value that an entity holds without having read it, if it is outside its item: the type of a
 * property of an attribute that is read by reference ({@link ChunkingSpec.Builder#byReference}),
 * with {@link LargeReferenceConverter} as its converter. No operation fetches it, and no limit of
 * values holds; {@code LargeValues.open} reads it.
 *
 * <p>Written back to the item that it was read from, it leaves the value where it is, by any write
 * of a chunking client whose spec reads the attribute by reference. If the item has another value
 * by then, the write fails with a {@link LargeValueException} of reason {@code STALE_REFERENCE}. A
 * reference to a value of another item or attribute is refused, as is any that is written by a
 * chunking client whose spec does not read the attribute by reference: nothing is stored in place
 * of a value. Other clients, and attributes without a policy, store a reference as any list. A new
 * value is set by {@link #ofText} or {@link #ofBinary}. Immutable.
 *
 * <p>Low-level callers meet a list that begins with {@link #ENTRY}, and may write it back. Values
 * in their items come as they are.
 *
 * <p>It names a value, as the item had it: table, key, attribute and the item's marker. It opens
 * nothing that its holder could not read by that key.
 */
public final class LargeReference {
  /**
   * The first of the two entries of the list that stands for a reference in an item as a chunking
   * client shows it. Nothing is ever stored so.
   */
  public static final String ENTRY = "evenkeel.reference";

  private final AttributeValue attribute;

  private LargeReference(AttributeValue attribute) {
    this.attribute = attribute;
  }

  /** A new text. */
  public static LargeReference ofText(String text) {
    return of(AttributeValue.fromS(text));
  }

  /** A new binary. */
  public static LargeReference ofBinary(SdkBytes bytes) {
    return of(AttributeValue.fromB(bytes));
  }

  /** The reference in an item of a chunking client, which may also be a value in its item. */
  public static LargeReference of(AttributeValue attribute) {
    return new LargeReference(requireNonNull(attribute));
  }

  /** Whether an attribute stands for a value that is outside its item. */
  public static boolean isReference(AttributeValue attribute) {
    return attribute.hasL()
        && attribute.l().size() == 2
        && ENTRY.equals(attribute.l().get(0).s())
        && attribute.l().get(1).hasM();
  }

  /** Whether the value is outside its item, and has not been read. */
  public boolean isOutside() {
    return isReference(attribute);
  }

  /** The value if it is here; null if it is outside. */
  public @Nullable AttributeValue value() {
    return isOutside() ? null : attribute;
  }

  /** The attribute as a chunking client shows and takes it. */
  public AttributeValue toAttributeValue() {
    return attribute;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LargeReference reference && reference.attribute.equals(attribute);
  }

  @Override
  public int hashCode() {
    return attribute.hashCode();
  }

  /** Whether it is outside, and nothing of the value or the key. */
  @Override
  public String toString() {
    return isOutside() ? "LargeReference[outside]" : "LargeReference[" + attribute.type() + "]";
  }

  /**
   * Makes a {@link LargeReference} a property of an entity, for {@code @DynamoDbConvertedBy} and
   * for schemas made by hand. {@link ChunkingSpec#from} takes an attribute with it for one that is
   * read by reference.
   */
  public static final class LargeReferenceConverter implements AttributeConverter<LargeReference> {
    /** For the Enhanced Client, which makes converters itself. */
    public LargeReferenceConverter() {}

    @Override
    public AttributeValue transformFrom(LargeReference reference) {
      return reference.toAttributeValue();
    }

    @Override
    public LargeReference transformTo(AttributeValue attribute) {
      return LargeReference.of(attribute);
    }

    @Override
    public EnhancedType<LargeReference> type() {
      return EnhancedType.of(LargeReference.class);
    }

    /** Most are; a text or a document is taken as well. */
    @Override
    public AttributeValueType attributeValueType() {
      return AttributeValueType.B;
    }
  }
}
