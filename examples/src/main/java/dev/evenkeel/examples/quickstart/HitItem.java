package dev.evenkeel.examples.quickstart;

import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The item of a hit, whose key is its day and its time with the line number. */
final class HitItem {
  static final String DAY = "day";
  static final String AT = "at";

  private HitItem() {}

  static Map<String, AttributeValue> of(Hit hit) {
    return Map.of(
        DAY,
        text(hit.day()),
        AT,
        text(hit.sortKey()),
        "client",
        text(hit.client()),
        "user",
        text(hit.user()),
        "request",
        text(hit.request()),
        "status",
        number(hit.status()),
        "sizeBytes",
        number(hit.sizeBytes()),
        "referrer",
        text(hit.referrer()),
        "agent",
        text(hit.agent()));
  }

  static Hit toHit(Map<String, AttributeValue> item) {
    String[] key = textIn(item, AT).split("#", 2);
    return new Hit(
        Integer.parseInt(key[1]),
        Instant.parse(key[0]),
        textIn(item, "client"),
        textIn(item, "user"),
        textIn(item, "request"),
        Integer.parseInt(attribute(item, "status").n()),
        Long.parseLong(attribute(item, "sizeBytes").n()),
        textIn(item, "referrer"),
        textIn(item, "agent"));
  }

  static String textIn(Map<String, AttributeValue> item, String name) {
    return attribute(item, name).s();
  }

  private static AttributeValue attribute(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null) {
      throw new IllegalStateException(
          "a stored hit came back without its attribute '" + name + "'");
    }
    return value;
  }

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
