package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
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

  /** Refuses a piece or a move to come of such a table. One DescribeTable. */
  public Flow<Done> requireOne() {
    return isOne ? Flow.done() : described(this::requireAlone);
  }

  /** The same for a move, which also needs transactions. One DescribeTable. */
  public Flow<Done> requireOneWithTransactions() {
    return described(
        table -> {
          if (table.multiRegionConsistency() == MultiRegionConsistency.STRONG) {
            throw refused(
                "It is a global table with strong consistency among Regions, which has no transactions, and items are moved by these. Copy the items into another table.");
          }
          return isOne ? Done.DONE : requireAlone(table);
        });
  }

  private interface Look {
    Done at(TableDescription table);
  }

  private Flow<Done> described(Look look) {
    return TableCall.describe(DescribeTableRequest.builder().tableName(tableName).build())
        .map(answer -> look.at(answer.table()));
  }

  private Done requireAlone(TableDescription table) {
    if (table.replicas().isEmpty() && !WITHOUT_REPLICA_LISTS.equals(table.globalTableVersion())) {
      return Done.DONE;
    }
    String where =
        table.replicas().stream()
            .map(ReplicaDescription::regionName)
            .sorted()
            .collect(Collectors.joining(", "));
    throw refused(
        "It is a global table%s, and what another Region writes is not seen in time. If all its clients write in one Region, say so: writtenInOneRegion() of the layout store, or --one-region. Otherwise delete the replicas first, or copy the items into another table."
            .formatted(where.isEmpty() ? "" : " with replicas in " + where));
  }

  private LayoutChangeException refused(String why) {
    return new LayoutChangeException(Reason.SEVERAL_REGIONS, tableName, why);
  }
}
