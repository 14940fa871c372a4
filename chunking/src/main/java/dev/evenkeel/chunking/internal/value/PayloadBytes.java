package dev.evenkeel.chunking.internal.value;

import dev.evenkeel.chunking.internal.value.Json.JsonWriting;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.value.Utf8;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * Values as the bytes that are stored apart from their item, and back: an S as its UTF-8, a B as
 * its bytes, the others as canonical DynamoDB JSON. Equal values have equal bytes.
 *
 * <p>Values that DynamoDB would refuse are refused here, since DynamoDB never sees them.
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
   * @throws DynamoDbException if DynamoDB would refuse the value
   * @throws LargeValueException if it has no UTF-8 form, or is of a type that is never large
   */
  public static Payload of(AttributeValue value) {
    if (value.type() == null || !canBeLarge(value.type())) {
      throw new LargeValueException(
          Reason.INVALID,
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
   * The type that a marker names.
   *
   * @throws LargeValueException if there is no such type, or it is never large
   */
  public static AttributeValue.Type type(String name) {
    for (AttributeValue.Type type : LARGE) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new LargeValueException(
        Reason.CORRUPT,
        "An item says of its value that it has a type that is none, or that is never large.");
  }

  /**
   * The value of a payload.
   *
   * @throws LargeValueException if the bytes are none of a value of this type
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
   * @param bytes not copied, and must not be changed
   */
  @SuppressWarnings(
      "ArrayRecordComponent") // Payloads are never compared, and copies of them are dear.
  public record Payload(AttributeValue.Type type, byte[] bytes) {}

  /** UTF-8 that fails where String's own methods replace: new coders report by default. */
  static final class StrictUtf8 {
    private static final int PIECE_CHARS = 8 * 1024;

    private StrictUtf8() {}

    static byte[] encode(String text) {
      return wellFormed(text).getBytes(StandardCharsets.UTF_8);
    }

    /** The text; an escape of JSON, too, can say a surrogate without its partner. */
    static String wellFormed(String text) {
      if (!Utf8.isWellFormed(text)) {
        throw loneSurrogate();
      }
      return text;
    }

    /** Checked in small pieces: a decoder's own buffer would have two bytes for each character. */
    static String decode(byte[] bytes) {
      CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
      ByteBuffer unchecked = ByteBuffer.wrap(bytes);
      CharBuffer piece = CharBuffer.allocate(PIECE_CHARS);
      CoderResult result;
      do {
        piece.clear();
        result = decoder.decode(unchecked, piece, true);
      } while (result.isOverflow());
      if (result.isError()) {
        throw new LargeValueException(
            Reason.CORRUPT, "The bytes that are stored of a text are not UTF-8.");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }

    static Writer writer(OutputStream target) {
      return new OutputStreamWriter(target, StandardCharsets.UTF_8.newEncoder());
    }

    static Reader reader(byte[] bytes) {
      return new InputStreamReader(
          new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
    }

    static LargeValueException loneSurrogate() {
      return new LargeValueException(
          Reason.INVALID,
          "A text has a surrogate without its partner, so it has no UTF-8 form and DynamoDB cannot"
              + " store it. Repair the text, or store it as binary.");
    }
  }
}
