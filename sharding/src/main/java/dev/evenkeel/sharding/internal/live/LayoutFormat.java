package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.sharding.internal.layout.KeyShards.Reserved;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Layout records and rows of clients as items: see docs/wire-format.md. A record that says nothing
 * of moves has format 1, which libraries from before them read; one that names another table has
 * format 3, or 4 if that is a time series, and others have format 2.
 */
final class LayoutFormat {
  static final String VERSION = "version";

  /** What the pause was for that a client has acknowledged, as a record says it. */
  static final String HELD = "held";

  private static final String SINCE = "since";

  private static final String CONTROL = "control";

  static final String SHARDS = "shards";
  static final String MOVES = "moves";
  private static final String MOVES_ENDED = "movesEnded";
  private static final String RESERVED = "reserved";
  static final String TABLE = "table";
  static final String PERIODS = "periods";

  private static final long FORMAT = 4;
  private static final String FORMAT_ENTRY = "format";

  private LayoutFormat() {}

  /** A record as attributes of its item, without the key, that is written at a time. */
  static Map<String, AttributeValue> item(LayoutRecord record, Instant since) {
    Map<String, AttributeValue> item = item(record);
    item.put(SINCE, number(since.toEpochMilli()));
    return item;
  }

  /** When a record was written; null if that is not said in a way that is known. */
  static @Nullable Instant since(Map<String, AttributeValue> item) {
    AttributeValue since = item.get(SINCE);
    String digits = since == null ? null : since.n();
    return digits != null && digits.matches("[0-9]{1,15}")
        ? Instant.ofEpochMilli(Long.parseLong(digits))
        : null;
  }

  /** A record as attributes of its item, without the key and the time. */
  static Map<String, AttributeValue> item(LayoutRecord record) {
    TableLayout base = record.base();
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put(FORMAT_ENTRY, number(format(record)));
    item.put(VERSION, number(record.version()));
    item.put("spec", AttributeValue.fromS(record.spec()));
    item.put("state", AttributeValue.fromS(record.state().name()));
    item.put("drained", AttributeValue.fromBool(record.drained()));
    if (record.control() != null) {
      item.put(CONTROL, AttributeValue.fromS(record.control()));
    }
    List<AttributeValue> keys = new ArrayList<>();
    base.keys().forEach((key, pieces) -> keys.add(keyed(key, pieces, base.reserved())));
    item.put("keys", AttributeValue.fromL(keys));
    List<AttributeValue> raises = new ArrayList<>();
    base.raises().forEach((scope, raise) -> raises.add(raised(scope, raise)));
    if (!raises.isEmpty()) {
      item.put("raises", AttributeValue.fromL(raises));
    }
    if (base.shards() > 0) {
      item.put(SHARDS, number(base.shards()));
    }
    if (record.movesEnded() > 0) {
      item.put(MOVES_ENDED, number(record.movesEnded()));
    }
    if (base.reserved().all() > 0) {
      item.put(RESERVED, number(base.reserved().all()));
    }
    put(item, base.table());
    if (record.change() != null) {
      item.put("change", changed(record.change()));
    }
    return item;
  }

  private static long format(LayoutRecord record) {
    TableLayout base = record.base();
    List<OtherTable> others = record.others();
    if (!others.isEmpty()) {
      return others.stream().anyMatch(other -> other.periods() != null) ? FORMAT : 3;
    }
    boolean isMoved = base.shards() > 0 || record.movesEnded() > 0;
    return isMoved || (record.change() != null && record.change().moves()) ? 2 : 1;
  }

  static AttributeValue changed(Change change) {
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    if (change.key() != null) {
      entry.put("key", change.key());
    }
    entry.put("pieces", of(change.whole()));
    entry.put(SHARDS, number(change.shards()));
    if (change.moves()) {
      entry.put(MOVES, AttributeValue.fromBool(true));
    }
    put(entry, change.table());
    return AttributeValue.fromM(entry);
  }

  private static void put(Map<String, AttributeValue> entry, @Nullable OtherTable table) {
    if (table != null) {
      entry.put(TABLE, AttributeValue.fromS(table.name()));
      if (table.periods() != null) {
        entry.put(PERIODS, AttributeValue.fromS(table.periods()));
      }
    }
  }

  private static AttributeValue raised(String scope, Raise raise) {
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    entry.put("of", AttributeValue.fromS(scope));
    entry.put(
        "counts", AttributeValue.fromL(raise.counts().stream().map(LayoutFormat::number).toList()));
    entry.put("writers", number(raise.writers()));
    return AttributeValue.fromM(entry);
  }

  private static AttributeValue keyed(AttributeValue key, Pieces pieces, Reserved reserved) {
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    entry.put("key", key);
    entry.put("pieces", of(pieces));
    Integer shards = reserved.keys().get(key);
    if (shards != null) {
      entry.put(RESERVED, number(shards));
    }
    return AttributeValue.fromM(entry);
  }

  private static AttributeValue of(Pieces pieces) {
    return AttributeValue.fromL(pieces.list().stream().map(LayoutFormat::of).toList());
  }

  private static AttributeValue of(Piece piece) {
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    if (piece.from() != null) {
      entry.put("from", piece.from());
    }
    entry.put(SHARDS, number(piece.shards()));
    return AttributeValue.fromM(entry);
  }

  /**
   * Reads what {@link #item} wrote.
   *
   * @throws LayoutFormatException if it is anything else
   */
  static LayoutRecord record(String table, Map<String, AttributeValue> item) {
    Function<String, LayoutFormatException> unreadable =
        problem -> new LayoutFormatException(table, problem);
    LayoutFields reader = new LayoutFields(unreadable, item);
    long format = reader.number(FORMAT_ENTRY);
    if (format < 1 || format > FORMAT) {
      throw unreadable.apply(
          "it has format %d, and this Evenkeel knows formats 1 to %d".formatted(format, FORMAT));
    }
    Map<AttributeValue, Pieces> keys = new HashMap<>();
    Map<AttributeValue, Integer> reserved = new HashMap<>();
    for (AttributeValue entry : reader.list("keys")) {
      LayoutFields keyed = new LayoutFields(unreadable, entry.m());
      if (keys.put(keyed.key("key"), keyed.pieces(1)) != null) {
        throw unreadable.apply("it has pieces of a key twice");
      }
      if (entry.m().containsKey(RESERVED)) {
        reserved.put(keyed.key("key"), keyed.shards(RESERVED, 0));
      }
    }
    Map<String, Raise> raises = new HashMap<>();
    for (AttributeValue entry :
        item.containsKey("raises") ? reader.list("raises") : List.<AttributeValue>of()) {
      LayoutFields raised = new LayoutFields(unreadable, entry.m());
      raises.put(raised.text("of"), raised.raise());
    }
    AttributeValue change = item.get("change");
    requireOther(unreadable, format, item, change == null ? Map.of() : change.m());
    try {
      return new LayoutRecord(
          reader.number(VERSION),
          reader.text("spec"),
          reader.state(),
          Boolean.TRUE.equals(reader.value("drained").bool()),
          item.containsKey(CONTROL) ? reader.text(CONTROL) : null,
          new TableLayout(
              keys,
              item.containsKey(SHARDS) ? reader.shards(SHARDS, 0) : 0,
              null,
              raises,
              new Reserved(item.containsKey(RESERVED) ? reader.shards(RESERVED, 0) : 0, reserved),
              0,
              OtherTable.unlessOwn(table, reader.other())),
          change == null ? null : new LayoutFields(unreadable, change.m()).change(),
          item.containsKey(MOVES_ENDED) ? reader.count(MOVES_ENDED) : 0);
    } catch (IllegalArgumentException e) {
      throw unreadable.apply("its state does not go with its change");
    }
  }

  /** Without the name the items would be looked for in this table. */
  private static void requireOther(
      Function<String, LayoutFormatException> unreadable,
      long format,
      Map<String, AttributeValue> item,
      Map<String, AttributeValue> change) {
    if (format >= 3 && !item.containsKey(TABLE) && !change.containsKey(TABLE)) {
      throw unreadable.apply("it lacks '%s', which its format has".formatted(TABLE));
    }
    if (format == FORMAT && !item.containsKey(PERIODS) && !change.containsKey(PERIODS)) {
      throw unreadable.apply("it lacks '%s', which its format has".formatted(PERIODS));
    }
  }

  /** Reads a row; what a late write of a deleted row left has no beat. */
  static Registration row(String table, Map<String, AttributeValue> item) {
    Function<String, LayoutFormatException> unreadable = problem -> ofRow(table, item, problem);
    LayoutFields reader = new LayoutFields(unreadable, item);
    return new Registration(
        reader.text("sk"),
        item.containsKey("beat") ? reader.number("beat") : 0,
        item.containsKey("ack") ? reader.number("ack") : 0,
        item.containsKey(HELD) ? held(reader.map(HELD), unreadable) : null,
        item.containsKey("host") ? printable(reader.text("host")) : "",
        item.containsKey("library") ? printable(reader.text("library")) : "");
  }

  private static Change held(
      Map<String, AttributeValue> change, Function<String, LayoutFormatException> unreadable) {
    try {
      return new LayoutFields(unreadable, change).change();
    } catch (IllegalArgumentException e) {
      throw unreadable.apply("its '%s' is no change".formatted(HELD));
    }
  }

  private static LayoutFormatException ofRow(
      String table, Map<String, AttributeValue> item, String problem) {
    AttributeValue host = item.get("host");
    return new LayoutFormatException(
        table,
        "has the row of a client that cannot be read: " + problem,
        "If a newer Evenkeel has written the row, take that one. If it is damaged, end that client, on %s. When a lease and a late request have passed, 20m 20s by default, delete the item with pk '%s' and sk '%s' from the control table"
            .formatted(
                host == null || host.s() == null ? "an unknown host" : printable(host.s()),
                printable(requireNonNull(item.get("pk")).s()),
                printable(requireNonNull(item.get("sk")).s())));
  }

  /** What others have written is shown in terminals. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
