package dev.evenkeel.chunking.internal.wire;

import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Intents as items of their table. */
public final class IntentFormat {
  public static final String STATE = "State";
  public static final String COMMITTED_AT = "CommittedAt";

  private static final String DUE = "\\d{15}#[0-9a-f]{32}";
  public static final String CHANGES = "Changes";
  private static final String TABLE = "table";
  private static final String KEY = "key";
  private static final String ATTRIBUTE = "attribute";
  private static final String STAGED = "staged";
  private static final String REPLACED = "replaced";

  private IntentFormat() {}

  /** The bucket of an intent: by its id, which is random. */
  public static int bucket(WriteId id) {
    return id.bytes()[0] & (IntentTableSpec.BUCKETS - 1);
  }

  /** Sorts by time, for 10,000 years of milliseconds: the time in 15 digits, and the id. */
  public static String due(Instant due, WriteId id) {
    return dueBefore(due) + "#" + id.hex();
  }

  /** An upper bound for the sort keys of all intents that are due before a time. */
  public static String dueBefore(Instant time) {
    return "%015d".formatted(Math.max(0, time.toEpochMilli()));
  }

  public static Map<String, AttributeValue> key(IntentTableSpec table, WriteId id, Instant due) {
    return Map.of(table.partitionKey(), number(bucket(id)), table.sortKey(), text(due(due, id)));
  }

  public static Map<String, AttributeValue> write(IntentTableSpec table, Intent intent) {
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(table, intent.id(), intent.due()));
    item.put(STATE, text(intent.state().name()));
    if (intent.committedAtMillis() != null) {
      item.put(COMMITTED_AT, number(intent.committedAtMillis()));
    }
    item.put(CHANGES, changes(intent));
    return item;
  }

  /** The changes of a write, as an attribute. */
  public static AttributeValue changes(Intent intent) {
    return AttributeValue.fromL(intent.changes().stream().map(IntentFormat::write).toList());
  }

  private static AttributeValue write(Change change) {
    Map<String, AttributeValue> fields = new LinkedHashMap<>();
    fields.put(TABLE, text(change.parent().table()));
    fields.put(KEY, AttributeValue.fromM(change.parent().key()));
    fields.put(ATTRIBUTE, text(change.parent().attribute()));
    if (change.staged() != null) {
      fields.put(STAGED, change.staged().write());
    }
    if (change.replaced() != null) {
      fields.put(REPLACED, change.replaced().write());
    }
    return AttributeValue.fromM(fields);
  }

  /** Reads an intent; null if the item is none, or of a kind that this version does not know. */
  public static @Nullable Intent read(IntentTableSpec table, Map<String, AttributeValue> item) {
    String due = Entries.text(item, table.sortKey());
    String state = Entries.text(item, STATE);
    List<AttributeValue> changes = Entries.list(item, CHANGES);
    if (due == null || !due.matches(DUE) || state == null || !isState(state) || changes == null) {
      return null;
    }
    List<Change> read = changes(changes);
    return read == null
        ? null
        : new Intent(
            WriteId.ofHex(due.substring(16)),
            Instant.ofEpochMilli(Long.parseLong(due.substring(0, 15))),
            State.valueOf(state),
            Entries.natural(item, COMMITTED_AT),
            read);
  }

  private static boolean isState(String text) {
    for (State state : State.values()) {
      if (state.name().equals(text)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable List<Change> changes(List<AttributeValue> values) {
    List<Change> changes = new ArrayList<>();
    for (AttributeValue value : values) {
      Change change = value.hasM() ? change(value.m()) : null;
      if (change == null) {
        return null;
      }
      changes.add(change);
    }
    return changes;
  }

  private static @Nullable Change change(Map<String, AttributeValue> fields) {
    String table = Entries.text(fields, TABLE);
    Map<String, AttributeValue> key = Entries.map(fields, KEY);
    String attribute = Entries.text(fields, ATTRIBUTE);
    if (table == null || key == null || attribute == null) {
      return null;
    }
    PayloadRef staged = PayloadRef.read(fields.get(STAGED));
    PayloadRef replaced = PayloadRef.read(fields.get(REPLACED));
    boolean understood =
        (staged != null) == fields.containsKey(STAGED)
            && (replaced != null) == fields.containsKey(REPLACED);
    return understood ? new Change(new Parent(table, key, attribute), staged, replaced) : null;
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  private static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }
}
