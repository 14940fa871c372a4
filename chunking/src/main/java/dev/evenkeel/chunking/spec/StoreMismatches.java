package dev.evenkeel.chunking.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Holds the keys of tables against what a spec says. */
final class StoreMismatches {
  private StoreMismatches() {}

  static List<String> of(ChunkTableSpec chunks, TableDescription table) {
    return key("chunk table", table, chunks.key());
  }

  static List<String> of(IntentTableSpec intents, TableDescription table) {
    return key(
        "intent table",
        table,
        KeySchema.of(
            KeyAttribute.ofNumber(intents.partitionKey()),
            KeyAttribute.ofString(intents.sortKey())));
  }

  /**
   * Compares a key.
   *
   * @param what the kind of table, for messages
   */
  static List<String> key(String what, TableDescription table, KeySchema expected) {
    KeySchema actual = KeySchema.of(table.keySchema(), table.attributeDefinitions());
    return actual.equals(expected)
        ? List.of()
        : List.of(
            "%s '%s' has the key %s, the spec says %s"
                .formatted(what, table.tableName(), text(actual), text(expected)));
  }

  private static String text(KeySchema key) {
    return Stream.concat(key.partition().stream(), key.sort().stream())
        .map(attribute -> "'%s' (%s)".formatted(attribute.name(), attribute.type()))
        .collect(Collectors.joining(", "));
  }
}
