package dev.evenkeel.timeseries.internal.plan.archive;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads attributes of stored items strictly; what is wrong is an IllegalArgumentException. */
public final class StoredAttributes {
  private final Map<String, AttributeValue> item;

  /** Of an item. */
  public StoredAttributes(Map<String, AttributeValue> item) {
    this.item = item;
  }

  /** A text. */
  public static AttributeValue ofText(String value) {
    return AttributeValue.fromS(value);
  }

  /** A time. */
  public static AttributeValue ofTime(Instant time) {
    return AttributeValue.fromS(time.toString());
  }

  /** A number. */
  public static AttributeValue ofNumber(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  /** Whether there is such an attribute. */
  public boolean has(String name) {
    return item.containsKey(name);
  }

  /** What must be there. */
  public String text(String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.s() == null) {
      throw new IllegalArgumentException("attribute '%s' is no text".formatted(name));
    }
    return value.s();
  }

  /** What may be there. */
  public @Nullable String textOrNull(String name) {
    return has(name) ? text(name) : null;
  }

  /** A whole number that must be there. */
  public long number(String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.n() == null || !value.n().matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("attribute '%s' is no whole number".formatted(name));
    }
    return Long.parseLong(value.n());
  }

  /** A time that must be there. */
  public Instant time(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("attribute '%s' is no time".formatted(name), e);
    }
  }

  /** A key that was stored as a map. */
  @Nullable Map<String, AttributeValue> keyOrNull(String name) {
    AttributeValue value = item.get(name);
    if (value != null && !value.hasM()) {
      throw new IllegalArgumentException("attribute '%s' is no key".formatted(name));
    }
    return value == null ? null : value.m();
  }

  /** Refuses what a later version wrote. */
  public void requireFormat(long known) {
    long format = number("format");
    if (format != known) {
      throw new IllegalArgumentException(
          "it has format %d, and only %d is known".formatted(format, known));
    }
  }
}
