package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.internal.value.Json.JsonWriting;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.chunking.spec.InvalidValueException;
import java.util.EnumSet;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Values as the bytes that are stored apart from their item, and back: an S as its UTF-8, a B as
 * its bytes, the others as canonical DynamoDB JSON. Equal values have equal bytes.
 *
 * <p>What DynamoDB would refuse is refused here, since it never sees the value.
 */
public final class PayloadBytes {
  private static final Set<AttributeValue.Type> LARGE =
      EnumSet.of(
          AttributeValue.Type.S,
          AttributeValue.Type.B,
          AttributeValue.Type.L,
          AttributeValue.Type.M,
          AttributeValue.Type.SS,
          AttributeValue.Type.NS,
          AttributeValue.Type.BS);

  private PayloadBytes() {}

  /** Whether values of this type can be large, so that they can be stored apart. */
  public static boolean canBeLarge(AttributeValue.Type type) {
    return LARGE.contains(type);
  }

  /**
   * The bytes of a value.
   *
   * @throws InvalidValueException if DynamoDB would refuse the value, or it is of a type that is
   *     never large
   */
  public static Payload of(AttributeValue value) {
    if (value.type() == null || !canBeLarge(value.type())) {
      throw new InvalidValueException(
          "A value of type %s cannot be stored apart from its item; S, B, L, M, SS, NS and BS can."
              .formatted(value.type()));
    }
    byte[] bytes =
        switch (value.type()) {
          case S -> StrictUtf8.encode(value.s());
          case B -> value.b().asByteArrayUnsafe();
          default -> JsonWriting.bytes(value);
        };
    return new Payload(value.type(), bytes);
  }

  /**
   * The type that an item says its value has.
   *
   * @throws CorruptValueException if there is no such type, or it is never large
   */
  public static AttributeValue.Type type(String name) {
    for (AttributeValue.Type type : LARGE) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new CorruptValueException(
        "An item says of its value that it has a type that is none, or that is never large.");
  }

  /**
   * The value of a payload.
   *
   * @throws CorruptValueException if the bytes are none of a value of this type
   */
  public static AttributeValue value(Payload payload) {
    return switch (payload.type()) {
      case S -> AttributeValue.fromS(StrictUtf8.decode(payload.bytes()));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(payload.bytes()));
      default -> JsonReading.value(payload);
    };
  }

  /**
   * A value as bytes.
   *
   * @param type one of the seven types that can be large; its name is what is stored
   * @param bytes not copied: nobody may change them
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // Nobody compares payloads, and copies of them are dear.
  public record Payload(AttributeValue.Type type, byte[] bytes) {}
}
