package dev.evenkeel.timeseries.internal.plan.ledger;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Attributes of items in the control table. They are read strictly: what is wrong is an
 * IllegalArgumentException.
 */
public final class StoredAttributes {
  /** The attribute that says which version of a format an item has. */
  static final String FORMAT = "format";

  private final Map<String, AttributeValue> item;

  /** The attributes of an item. */
  public StoredAttributes(Map<String, AttributeValue> item) {
    this.item = item;
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

  /** A required text. */
  public String text(String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.s() == null) {
      throw new IllegalArgumentException("attribute '%s' is no text".formatted(name));
    }
    return value.s();
  }

  /** An optional text. */
  public @Nullable String textOrNull(String name) {
    return has(name) ? text(name) : null;
  }

  /** A required boolean. */
  public boolean bool(String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.bool() == null) {
      throw new IllegalArgumentException(
          "attribute '%s' is neither true nor false".formatted(name));
    }
    return value.bool();
  }

  /** A required whole number. */
  public long number(String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.n() == null || !value.n().matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("attribute '%s' is no whole number".formatted(name));
    }
    return Long.parseLong(value.n());
  }

  /** A required time. */
  public Instant time(String name) {
    try {
      return Instant.parse(text(name));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("attribute '%s' is no time".formatted(name), e);
    }
  }

  /** An optional time. */
  public @Nullable Instant timeOrNull(String name) {
    return has(name) ? time(name) : null;
  }

  /** A key that was stored as a map. */
  public @Nullable Map<String, AttributeValue> keyOrNull(String name) {
    AttributeValue value = item.get(name);
    if (value != null && !value.hasM()) {
      throw new IllegalArgumentException("attribute '%s' is no key".formatted(name));
    }
    return value == null ? null : value.m();
  }

  /** Refuses an item of a later version. */
  public void requireFormat(long known) {
    long format = number(FORMAT);
    if (format != known) {
      throw new IllegalArgumentException(
          "it has format %d, and only %d is known".formatted(format, known));
    }
  }

  /** Begins an item of a version of its format. */
  public static Writer write(long format) {
    return new Writer().with(FORMAT, format);
  }

  /** Collects the attributes of an item; a value that is null is left out. */
  public static final class Writer {
    private final Map<String, AttributeValue> item = new LinkedHashMap<>();

    private Writer() {}

    /** Adds a text. */
    public Writer with(String name, @Nullable String value) {
      return put(name, value == null ? null : AttributeValue.fromS(value));
    }

    /** Adds a time. */
    public Writer with(String name, @Nullable Instant value) {
      return put(name, value == null ? null : ofTime(value));
    }

    /** Adds a number. */
    public Writer with(String name, long value) {
      return put(name, ofNumber(value));
    }

    /** Adds a boolean. */
    public Writer with(String name, boolean value) {
      return put(name, AttributeValue.fromBool(value));
    }

    /** Adds a key. */
    public Writer with(String name, @Nullable Map<String, AttributeValue> key) {
      return put(name, key == null ? null : AttributeValue.fromM(key));
    }

    private Writer put(String name, @Nullable AttributeValue value) {
      if (value != null) {
        item.put(name, value);
      }
      return this;
    }

    /** The attributes, in the order in which they were added. */
    public Map<String, AttributeValue> item() {
      return item;
    }
  }
}
