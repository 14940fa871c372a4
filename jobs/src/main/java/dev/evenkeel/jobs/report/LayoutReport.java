package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.Layout.Raised;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report of {@code layout show}, and of the commands that change the state.
 *
 * @param command such as {@code show}
 * @param layouts the control table
 * @param look the layout as it is afterwards
 * @param outcome the outcome, a sentence; empty for none
 * @param expected hosts on which a client should be; empty for any
 * @param leading the other tables whose records lead to this one; empty where nobody looked
 */
public record LayoutReport(
    String command,
    String tableName,
    String layouts,
    LayoutLook look,
    String outcome,
    List<String> expected,
    List<String> leading)
    implements Report {

  /** Copies the lists. */
  public LayoutReport {
    expected = List.copyOf(expected);
    leading = List.copyOf(leading);
  }

  /** The hosts that were expected and on which no client has registered. */
  public List<String> missing() {
    return LayoutClientsReport.missing(expected, look.clients());
  }

  @Override
  public boolean isDone() {
    return missing().isEmpty();
  }

  @Override
  public ObjectNode json() {
    Layout layout = look.layout();
    ObjectNode json = Json.document("layout " + command);
    put(json, tableName, layouts, look);
    json.set("steps", new LayoutSteps(look).json());
    json.set(
        "keys",
        Json.array(
            layout.keys().entrySet().stream().sorted(BY_KEY).toList(),
            entry -> {
              ObjectNode key = Json.object();
              key.set("key", PieceText.json(entry.getKey()));
              key.set("pieces", PieceText.json(entry.getValue()));
              Integer reserved = layout.reservedOfKeys().get(entry.getKey());
              if (reserved != null) {
                key.put("reserved", reserved);
              }
              return key;
            }));
    if (layout.shards() > 0) {
      json.put("shards", layout.shards());
    }
    if (layout.reserved() > 0) {
      json.put("reserved", layout.reserved());
    }
    Moving moving = layout.moving();
    if (moving != null) {
      ObjectNode move = Json.object();
      if (moving.key() != null) {
        move.set("key", PieceText.json(moving.key()));
      }
      if (moving.table() != null) {
        move.put("into", moving.table());
      }
      json.set("moving", move.put("shards", moving.shards()));
    }
    if (layout.table() != null) {
      json.put("heldBy", layout.table());
    }
    if (!leading.isEmpty()) {
      json.set("leadingHere", Json.texts(leading));
    }
    if (layout.periods() != null) {
      json.put("periods", layout.periods());
    }
    json.set(
        "raised",
        Json.array(
            layout.raised(),
            raised -> {
              ObjectNode count = Json.object();
              count.put("of", raised.of()).put("complete", raised.complete());
              count.set("counts", Json.array(raised.counts(), IntNode::valueOf));
              return count;
            }));
    if (look.registers()) {
      json.set("clients", Json.array(look.clients(), LayoutClientsReport::json));
    }
    if (!expected.isEmpty()) {
      json.set("missing", Json.texts(missing()));
    }
    return json;
  }

  /** The members that the documents of all commands on a layout have. */
  static void put(ObjectNode json, String tableName, String layouts, LayoutLook look) {
    Layout layout = look.layout();
    json.put("tableName", tableName)
        .put("layouts", layouts)
        .put("version", layout.version())
        .put("state", layout.state().toLowerCase(Locale.ROOT))
        .put("everybodyRegistered", layout.everybodyRegistered())
        .put("since", layout.since() == null ? null : layout.since().toString());
  }

  private static final Comparator<Map.Entry<?, ?>> BY_KEY =
      Comparator.comparing(entry -> String.valueOf(entry.getKey()));

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(outcome.isEmpty() ? "" : outcome + "\n");
    Layout layout = look.layout();
    text.append(state(tableName, look)).append(new LayoutSteps(look).text());
    if (look.registers()) {
      text.append(
          "Clients that are registered: %d. 'evenkeel layout clients' lists them.%n"
              .formatted(look.clients().size()));
      text.append(LayoutClientsReport.behind(look.clients()));
      text.append(missing().isEmpty() ? "" : LayoutClientsReport.warning(missing()) + "\n");
    }
    Moving moving = layout.moving();
    if (moving != null) {
      text.append(
          "%s move to %s%s.%n"
              .formatted(
                  moving.table() != null
                      ? "All items"
                      : moving.key() == null
                          ? "All items without rules or pieces of their own"
                          : "Items of " + PieceText.text(moving.key()),
                  PieceText.shards(moving.shards()),
                  moving.table() == null ? "" : " of table '%s'".formatted(moving.table())));
    }
    if (layout.table() != null) {
      text.append("Its items are in table '%s'.%n".formatted(layout.table()));
    }
    for (String other : leading) {
      text.append(
          "The record of table '%s' leads here: it says where the items of this table are. As long as it does, changes by this record are refused. 'evenkeel layout show' for '%s' shows it.%n"
              .formatted(other, other));
    }
    if (layout.periods() != null) {
      text.append(
          "That is a time series: %s. Clients need one with the same.%n"
              .formatted(layout.periods()));
    }
    if (layout.shards() > 0) {
      text.append(
          "Keys without rules or pieces of their own have %s.%n"
              .formatted(PieceText.shards(layout.shards())));
    }
    if (layout.reserved() > 0) {
      text.append(
          "No plain key may read like one of %d shards of another.%n".formatted(layout.reserved()));
    }
    layout.reservedOfKeys().entrySet().stream()
        .sorted(BY_KEY)
        .forEach(
            entry ->
                text.append(
                    "No plain key may read like one of %d shards of %s.%n"
                        .formatted(entry.getValue(), PieceText.text(entry.getKey()))));
    for (Raised raised : layout.raised()) {
      text.append(
          "Shards of %s were raised: %s%s.%n"
              .formatted(
                  raised.of(),
                  raised.counts().stream().map(String::valueOf).collect(Collectors.joining(", ")),
                  raised.complete() ? "" : "; writers still have the count before the last"));
    }
    if (layout.keys().isEmpty()) {
      return text.append("No key has pieces of its own.\n").toString();
    }
    TextTable table = new TextTable("KEY", "SORT KEYS", "SHARDS");
    layout.keys().entrySet().stream()
        .sorted(BY_KEY)
        .forEach(
            entry -> {
              for (Piece piece : entry.getValue().list()) {
                table.row(
                    PieceText.text(entry.getKey()),
                    PieceText.text(piece.from(), "the lowest"),
                    Integer.toString(piece.shards()));
              }
            });
    return text.append(table).toString();
  }

  /** The state, and since when, in two lines. */
  static String state(String tableName, LayoutLook look) {
    Layout layout = look.layout();
    return "%s: %s, version %d. %s%n%s"
        .formatted(tableName, layout.state(), layout.version(), meaning(layout), age(look));
  }

  private static String age(LayoutLook look) {
    Instant since = look.layout().since();
    Duration age = look.age();
    if (age != null && since != null) {
      return "This version was written at %s, %s ago.%n"
          .formatted(TimeText.of(since), TimeText.of(age.truncatedTo(ChronoUnit.SECONDS)));
    }
    if (since != null) {
      return "This version was written at %s, by a clock that is ahead of this one: how long ago is not known.%n"
          .formatted(TimeText.of(since));
    }
    return look.layout().version() == 1
        ? "The control table has no record of this table: nothing was changed here yet, or it was lost.\n"
        : "When this version was written is not known: an older Evenkeel wrote it, or it was copied.\n";
  }

  private static String meaning(Layout layout) {
    return switch (layout.state()) {
      case "SETTLED" -> "A change waits until every client has registered.";
      case "ANNOUNCED" -> "All items will be moved, when they have been looked at.";
      case "PAUSED" -> "A change is about to be made.";
      case "MOVING" -> "Items are being moved. 'evenkeel reshard status' says how far it is.";
      default ->
          layout.everybodyRegistered()
              ? "A change takes seconds."
              : layout.registeredElsewhere()
                  ? "Clients register anew with the next change."
                  : "Clients are registering.";
    };
  }
}
