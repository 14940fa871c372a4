package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.TableSetting;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of the ledger, as {@code docs/wire-format.md} describes them. Attributes that are not
 * known are left alone; values that are not known are refused, since they say what this version
 * cannot heed.
 */
public final class LedgerFormat {
  /** The partition key: the logical table. */
  public static final String PARTITION = "pk";

  /** The sort key: what the item is. */
  public static final String SORT = "sk";

  static final String TABLE_PREFIX = "table#";
  static final String CLOCK = "clock";
  static final String LEASE = "lease";
  static final String FORMAT = "format";
  static final String SEEN = "seen";
  static final String FENCE = "fence";
  static final String CREATED = "created";
  static final String ID = "id";
  static final String LACKING = "lacking";
  static final String FROZEN = "frozen";

  private static final String FROM = "from";
  private static final String UNTIL = "until";
  private static final String STATE = "state";
  private static final String ANNOUNCED = "announced";
  private static final String ARCHIVED = "archived";
  private static final int VERSION = 1;

  private LedgerFormat() {}

  static Map<String, AttributeValue> key(String series, String sort) {
    return Map.of(PARTITION, AttributeValue.fromS(series), SORT, AttributeValue.fromS(sort));
  }

  /** What is stored of a table, but for the key. */
  public static Map<String, AttributeValue> write(LedgerEntry entry) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT, number(VERSION));
    item.put(FROM, text(entry.period().start()));
    item.put(UNTIL, text(entry.period().end()));
    item.put(STATE, AttributeValue.fromS(entry.state().name()));
    item.put(ANNOUNCED, AttributeValue.fromBool(entry.isAnnounced()));
    item.put(ARCHIVED, AttributeValue.fromBool(entry.isArchived()));
    item.put(FENCE, number(entry.fence()));
    if (entry.isFrozen()) {
      item.put(FROZEN, AttributeValue.fromBool(true));
    }
    if (entry.tableId() != null) {
      item.put(ID, AttributeValue.fromS(entry.tableId()));
    }
    if (entry.created() != null) {
      item.put(CREATED, text(entry.created()));
    }
    if (!entry.lacking().isEmpty()) {
      item.put(LACKING, AttributeValue.fromSs(entry.lacking().stream().map(Enum::name).toList()));
    }
    return item;
  }

  /** What is stored of the clock, but for the key. */
  public static Map<String, AttributeValue> write(Instant seen) {
    return Map.of(FORMAT, number(VERSION), SEEN, text(seen));
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it says anything else; the message tells what
   */
  public static LedgerEntry read(Map<String, AttributeValue> item) {
    requireFormat(item);
    String sort = string(item, SORT);
    try {
      return new LedgerEntry(
          sort.substring(TABLE_PREFIX.length()),
          new TimeSpan(instant(item, FROM), instant(item, UNTIL)),
          State.valueOf(string(item, STATE)),
          item.containsKey(ID) ? string(item, ID) : null,
          item.containsKey(CREATED) ? instant(item, CREATED) : null,
          bool(item, ANNOUNCED),
          bool(item, ARCHIVED),
          item.containsKey(FROZEN) && bool(item, FROZEN),
          lacking(item.get(LACKING)),
          number(item, FENCE));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("a time in it cannot be read", e);
    }
  }

  /** Reads the clock. */
  public static Instant readSeen(Map<String, AttributeValue> item) {
    requireFormat(item);
    try {
      return instant(item, SEEN);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("a time in it cannot be read", e);
    }
  }

  private static void requireFormat(Map<String, AttributeValue> item) {
    long format = number(item, FORMAT);
    if (format != VERSION) {
      throw new IllegalArgumentException(
          "it has format %d, and only %d is known".formatted(format, VERSION));
    }
  }

  private static Set<TableSetting> lacking(@Nullable AttributeValue value) {
    return value == null
        ? Set.of()
        : value.ss().stream().map(TableSetting::valueOf).collect(Collectors.toSet());
  }

  private static Instant instant(Map<String, AttributeValue> item, String name) {
    return Instant.parse(string(item, name));
  }

  private static String string(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.s() == null) {
      throw new IllegalArgumentException("attribute '%s' is no text".formatted(name));
    }
    return value.s();
  }

  private static boolean bool(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.bool() == null) {
      throw new IllegalArgumentException(
          "attribute '%s' is neither true nor false".formatted(name));
    }
    return value.bool();
  }

  private static long number(Map<String, AttributeValue> item, String name) {
    AttributeValue value = item.get(name);
    if (value == null || value.n() == null || !value.n().matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException("attribute '%s' is no whole number".formatted(name));
    }
    return Long.parseLong(value.n());
  }

  static AttributeValue text(Instant time) {
    return AttributeValue.fromS(time.toString());
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
