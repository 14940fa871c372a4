package dev.evenkeel.chunking.internal.value;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;

import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.testkit.gen.Gen;
import java.nio.charset.StandardCharsets;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values and their payloads as text. */
final class Payloads {
  private Payloads() {}

  static String text(AttributeValue value) {
    return new String(PayloadBytes.of(value).bytes(), StandardCharsets.UTF_8);
  }

  static AttributeValue read(AttributeValue.Type type, String text) {
    return PayloadBytes.value(new Payload(type, text.getBytes(StandardCharsets.UTF_8)));
  }

  static AttributeValue large(Gen gen) {
    AttributeValue value = gen.attributeValue();
    return PayloadBytes.canBeLarge(value.type()) ? value : fromL(List.of(value));
  }
}
