package dev.evenkeel.chunking.spec;

import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes a {@link LargeReference} a property of an entity, for {@code @DynamoDbConvertedBy} and for
 * schemas made by hand. {@link ChunkingSpec#from} takes an attribute with it for one that is read
 * by reference.
 */
public final class LargeReferenceConverter implements AttributeConverter<LargeReference> {
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
