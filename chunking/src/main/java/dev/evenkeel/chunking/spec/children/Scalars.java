package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeyAttribute;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values of one type, in the one form in which DynamoDB stores them. */
final class Scalars {
  static final UnaryOperator<AttributeValue> DIGEST = Scalars::digest;

  private Scalars() {}

  /** The canonical form, in which 1 and 1.0 are one element, as they are one member of a set. */
  static AttributeValue canonical(String table, KeyAttribute attribute, AttributeValue value) {
    if (value.type() == null || !value.type().name().equals(attribute.type().name())) {
      throw new LargeValueException(
              Reason.INVALID,
              "The value is of type %s, and the spec of the children says %s."
                  .formatted(value.type(), attribute.type()))
          .at(table, attribute.name());
    }
    return switch (value.type()) {
      case N -> AttributeValue.fromN(CanonicalNumber.of(value.n()));
      case S -> encodable(table, attribute, value);
      default -> value;
    };
  }

  /** The SDK would replace a lone surrogate, so that two elements would become one. */
  private static AttributeValue encodable(
      String table, KeyAttribute attribute, AttributeValue value) {
    if (!Utf8.isWellFormed(value.s())) {
      throw new LargeValueException(
              Reason.INVALID,
              "A text has a surrogate without its partner, so it has no UTF-8 form and DynamoDB cannot store it. Repair the text, or store it as binary.")
          .at(table, attribute.name());
    }
    return value;
  }

  static AttributeValue in(String table, Map<String, AttributeValue> item, KeyAttribute attribute) {
    AttributeValue value = item.get(attribute.name());
    if (value == null) {
      throw new DecoratorException(
          "Table '%s' has an item without attribute '%s', which is no child. Keep other items elsewhere."
              .formatted(table, attribute.name()));
    }
    return value;
  }

  /** 43 characters that identify an element: base64url, without padding, of its SHA-256. */
  private static AttributeValue digest(AttributeValue canonical) {
    byte[] digest = Sha256.of(bytes(canonical));
    return AttributeValue.fromS(Base64.getUrlEncoder().withoutPadding().encodeToString(digest));
  }

  private static byte[] bytes(AttributeValue value) {
    return switch (value.type()) {
      case B -> value.b().asByteArrayUnsafe();
      case N -> value.n().getBytes(StandardCharsets.US_ASCII);
      default -> value.s().getBytes(StandardCharsets.UTF_8);
    };
  }
}
