package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.operation.TableName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Whether each table of a batch goes by one name: its plain name, or its ARN. */
final class NamedOnce {
  private NamedOnce() {}

  /**
   * Checks the names. A plain name and an ARN may be of one table, in which an item may come twice
   * unnoticed.
   *
   * @throws RefusedOperationException if two may name one table
   */
  static void check(String operation, Collection<String> tables) {
    Map<String, List<TableName>> named = new HashMap<>();
    for (String table : tables) {
      TableName name = parsed(table);
      List<TableName> before = named.computeIfAbsent(name.name(), first -> new ArrayList<>());
      if (before.stream().anyMatch(other -> mayBeOne(name, other))) {
        throw new RefusedOperationException(
            operation,
            name.name(),
            "the batch needs several requests and names the table in two ways, so whether an item"
                + " comes twice cannot be told",
            "Name the table by its name or by its ARN in all of the batch; name tables of several"
                + " accounts by their ARNs");
      }
      before.add(name);
    }
  }

  private static boolean mayBeOne(TableName name, TableName other) {
    return name.region() == null || other.region() == null || name.equals(other);
  }

  /** What names no table is DynamoDB's to refuse. */
  private static TableName parsed(String table) {
    try {
      return TableName.parse(table);
    } catch (IllegalArgumentException e) {
      return new TableName("'" + table + "'", null, null);
    }
  }
}
