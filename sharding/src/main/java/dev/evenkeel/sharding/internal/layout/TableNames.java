package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.answer.StructureTexts;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Renames the tables of requests on items, and of the answers to them. */
final class TableNames extends StructureTexts {
  private static final String NAME = "TableName";

  /** Members that are maps by table in batches. */
  private static final Set<String> BY_TABLE =
      Set.of(
          "RequestItems",
          "Responses",
          "UnprocessedKeys",
          "UnprocessedItems",
          "ItemCollectionMetrics");

  private final UnaryOperator<String> names;

  TableNames(UnaryOperator<String> names) {
    this.names = names;
  }

  @Override
  protected String text(String member, String text) {
    return member.equals(NAME) ? names.apply(text) : text;
  }

  @Override
  protected String key(String member, String key) {
    return BY_TABLE.contains(member) ? names.apply(key) : key;
  }
}
