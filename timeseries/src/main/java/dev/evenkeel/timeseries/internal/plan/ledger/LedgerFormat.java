package dev.evenkeel.timeseries.internal.plan.ledger;

import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The items of the ledger, as {@code docs/wire-format.md} describes them. Attributes that are not
 * known are left alone; unknown values are refused, as this version cannot follow them.
 */
public final class LedgerFormat {
  /** The partition key: the logical table. */
  public static final String PARTITION = "pk";

  /** The sort key: what the item is. */
  public static final String SORT = "sk";

  static final String TABLE_PREFIX = "table#";
  static final String CLOCK = "clock";
  static final String LEASE = "lease";
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

  /** The key of an item in the control table. */
  public static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of(PARTITION, AttributeValue.fromS(partition), SORT, AttributeValue.fromS(sort));
  }

  /** The stored attributes of an entry, without the key. */
  public static Map<String, AttributeValue> write(LedgerEntry entry) {
    StoredAttributes.Writer writer =
        StoredAttributes.write(VERSION)
            .with(FROM, entry.period().start())
            .with(UNTIL, entry.period().end())
            .with(STATE, entry.state().name())
            .with(ANNOUNCED, entry.isAnnounced())
            .with(ARCHIVED, entry.isArchived())
            .with(FENCE, entry.fence());
    if (entry.isFrozen()) {
      writer.with(FROZEN, true);
    }
    Map<String, AttributeValue> item =
        writer.with(ID, entry.tableId()).with(CREATED, entry.created()).item();
    if (!entry.lacking().isEmpty()) {
      item.put(LACKING, AttributeValue.fromSs(entry.lacking().stream().map(Enum::name).toList()));
    }
    return item;
  }

  /** The stored attributes of the clock, without the key. */
  public static Map<String, AttributeValue> write(Instant latest) {
    return StoredAttributes.write(VERSION).with(SEEN, latest).item();
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is anything else; the message names the difference
   */
  public static LedgerEntry read(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new LedgerEntry(
        stored.text(SORT).substring(TABLE_PREFIX.length()),
        new TimeSpan(stored.time(FROM), stored.time(UNTIL)),
        State.valueOf(stored.text(STATE)),
        stored.textOrNull(ID),
        stored.timeOrNull(CREATED),
        stored.bool(ANNOUNCED),
        stored.bool(ARCHIVED),
        stored.has(FROZEN) && stored.bool(FROZEN),
        lacking(item.get(LACKING)),
        stored.number(FENCE));
  }

  /** Reads the clock. */
  public static Instant readClock(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return stored.time(SEEN);
  }

  private static Set<TableSetting> lacking(@Nullable AttributeValue value) {
    return value == null
        ? Set.of()
        : value.ss().stream().map(TableSetting::valueOf).collect(Collectors.toSet());
  }
}
