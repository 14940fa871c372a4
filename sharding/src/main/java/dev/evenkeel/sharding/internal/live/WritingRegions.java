package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Keeps changes of a layout off tables that other Regions may write: their writes come to this
 * Region late, after a change has looked for them.
 *
 * @param tableName as it is sent
 * @param isOne whether the user says that one Region writes, whatever replicas there are
 */
public record WritingRegions(String tableName, boolean isOne) {
  private static final String WITHOUT_REPLICA_LISTS = "2017.11.29";

  /**
   * Refuses a change of tables that it cannot be made on. One DescribeTable for the table of the
   * items, and one for another that they are moved to; none for a piece if one Region writes.
   *
   * @param seen the record before the change
   */
  public Flow<Done> require(LayoutRecord seen, Change change) {
    if (!change.moves()) {
      boolean isRefused = seen.base().table() != null; // pieces belong to the record of that
      return isRefused || isOne ? Flow.done() : described(null, this::requireAlone);
    }
    Flow<Done> old = described(seen.base().table(), this::requireMovable);
    OtherTable other = change.table();
    return other == null ? old : old.then(one -> described(other, this::requireMovable));
  }

  /**
   * Sees to it that the table of the items exists, and that the one which callers name has the key
   * of the spec: on a record for another key no other client could act. One DescribeTable.
   *
   * @param key as it is stored by the spec
   */
  Flow<Done> requireTable(LayoutRecord seen, KeySchema key) {
    OtherTable other = seen.base().table();
    return described(other, (name, table) -> other == null ? requireKey(key, table) : Done.DONE);
  }

  private Done requireKey(KeySchema key, TableDescription table) {
    KeySchema described = KeySchema.of(table.keySchema(), table.attributeDefinitions());
    if (!described.equals(key)) {
      throw new SpecMismatchException(
          tableName, List.of("its key is %s, and by the spec %s".formatted(described, key)));
    }
    return Done.DONE;
  }

  /** Items are moved by transactions. */
  private Done requireMovable(String name, TableDescription table) {
    if (table.multiRegionConsistency() == MultiRegionConsistency.STRONG) {
      throw refused(
          name,
          "It is a global table with strong consistency among Regions, which has no transactions, and items are moved by these. Copy the items into another table.");
    }
    return isOne ? Done.DONE : requireAlone(name, table);
  }

  private interface Look {
    Done at(String name, TableDescription table);
  }

  /**
   * Looks at a table; not at a time series, whose tables are made by the template of its spec.
   *
   * @param other null for the table that callers name
   */
  private Flow<Done> described(@Nullable OtherTable other, Look look) {
    if (other != null && other.periods() != null) {
      return Flow.done();
    }
    String name = other == null ? tableName : other.name();
    return TableCall.describe(name).map(answer -> look.at(name, answer.table()));
  }

  private Done requireAlone(String name, TableDescription table) {
    if (table.replicas().isEmpty() && !WITHOUT_REPLICA_LISTS.equals(table.globalTableVersion())) {
      return Done.DONE;
    }
    String where =
        table.replicas().stream()
            .map(ReplicaDescription::regionName)
            .sorted()
            .collect(Collectors.joining(", "));
    throw refused(
        name,
        "It is a global table%s, and what another Region writes is not seen in time. If all its clients write in one Region, say so: writtenInOneRegion() of the layout store, or --one-region. Otherwise delete the replicas first, or copy the items into another table."
            .formatted(where.isEmpty() ? "" : " with replicas in " + where));
  }

  private static LayoutChangeException refused(String name, String why) {
    return new LayoutChangeException(Reason.SEVERAL_REGIONS, name, why);
  }
}
