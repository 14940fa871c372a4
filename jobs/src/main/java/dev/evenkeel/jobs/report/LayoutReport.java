package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.sharding.LayoutEditor.Layout;
import dev.evenkeel.sharding.LayoutEditor.Moving;
import dev.evenkeel.sharding.LayoutEditor.Raised;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The report of {@code layout show}, and of the commands that change the state.
 *
 * @param command such as {@code show}
 * @param layouts the control table
 * @param layout as it is afterwards
 * @param outcome the outcome, a sentence; empty for none
 */
public record LayoutReport(
    String command, String tableName, String layouts, Layout layout, String outcome)
    implements Report {

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("layout " + command);
    put(json, tableName, layouts, layout);
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
    return json;
  }

  /** The members that the documents of all commands on a layout have. */
  static void put(ObjectNode json, String tableName, String layouts, Layout layout) {
    json.put("tableName", tableName)
        .put("layouts", layouts)
        .put("version", layout.version())
        .put("state", layout.state().toLowerCase(Locale.ROOT))
        .put("everybodyRegistered", layout.everybodyRegistered());
  }

  private static final Comparator<Map.Entry<?, ?>> BY_KEY =
      Comparator.comparing(entry -> String.valueOf(entry.getKey()));

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(outcome.isEmpty() ? "" : outcome + "\n");
    text.append(state(tableName, layout));
    Moving moving = layout.moving();
    if (moving != null) {
      text.append(
          "%s move to %d shards%s.%n"
              .formatted(
                  moving.table() != null
                      ? "All items"
                      : moving.key() == null
                          ? "All items without rules or pieces of their own"
                          : "Items of " + PieceText.text(moving.key()),
                  moving.shards(),
                  moving.table() == null ? "" : " of table '%s'".formatted(moving.table())));
    }
    if (layout.table() != null) {
      text.append("Its items are in table '%s'.%n".formatted(layout.table()));
    }
    if (layout.shards() > 0) {
      text.append(
          "Keys without rules or pieces of their own have %d shards.%n".formatted(layout.shards()));
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

  /** The state in a line. */
  static String state(String tableName, Layout layout) {
    return "%s: %s, version %d. %s%n"
        .formatted(
            tableName,
            layout.state(),
            layout.version(),
            switch (layout.state()) {
              case "SETTLED" -> "A change waits until every client has registered.";
              case "ANNOUNCED" -> "All items will be moved, when they have been looked at.";
              case "PAUSED" -> "A change is about to be made.";
              case "MOVING" ->
                  "Items are being moved. 'evenkeel reshard status' says how far it is.";
              default ->
                  layout.everybodyRegistered()
                      ? "A change takes about a second."
                      : "Clients are registering.";
            });
  }
}
