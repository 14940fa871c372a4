package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.Pieces.Piece;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys and pieces as reports have them. */
final class PieceText {
  private PieceText() {}

  /** A key as DynamoDB's JSON has it: {@code {"S": "a"}}. */
  static ObjectNode json(AttributeValue key) {
    return Json.object().put(key.type().name(), raw(key));
  }

  /** A list of {@code shards}, and {@code from} but in the first. */
  static JsonNode json(Pieces pieces) {
    return Json.array(pieces.list(), PieceText::json);
  }

  private static JsonNode json(Piece piece) {
    ObjectNode json = Json.object();
    AttributeValue from = piece.from();
    if (from != null) {
      json.set("from", json(from));
    }
    return json.put("shards", piece.shards());
  }

  /** A key on one line. */
  static String text(AttributeValue key) {
    StringBuilder text = new StringBuilder();
    raw(key)
        .chars()
        .forEach(
            unit ->
                text.append(
                    Character.isISOControl(unit)
                        ? "\\u%04X".formatted(unit)
                        : Character.toString((char) unit)));
    return text.toString();
  }

  /** Where a piece begins. The text right above another one is that one and U+0000. */
  static String text(@Nullable AttributeValue from, String ifLowest) {
    if (from == null) {
      return ifLowest;
    }
    String text = raw(from);
    return from.s() != null && text.length() > 1 && text.endsWith("\0")
        ? "above " + text(AttributeValue.fromS(text.substring(0, text.length() - 1)))
        : "from " + text(from);
  }

  /** The pieces in a sentence: {@code 1 shard, above 2026-11-23 4 shards}. */
  static String text(Pieces pieces) {
    StringBuilder text = new StringBuilder();
    for (Piece piece : pieces.list()) {
      text.append(piece.from() == null ? "" : ", " + text(piece.from(), "") + " ")
          .append(shards(piece.shards()));
    }
    return text.toString();
  }

  static String shards(int count) {
    return count == 1 ? "1 shard" : count + " shards";
  }

  /** A key as an option gives it. */
  static String raw(AttributeValue key) {
    return switch (key.type()) {
      case N -> key.n();
      case B -> Base64.getEncoder().encodeToString(key.b().asByteArray());
      default -> key.s();
    };
  }
}
