package dev.evenkeel.testkit.control;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Global indexes that an UpdateTable creates, changes or deletes. Pure. */
final class IndexUpdates {
  private IndexUpdates() {}

  /**
   * Refuses more than one of: throughput, one new index, one index less (API reference,
   * UpdateTable).
   */
  static void refuseCombinations(UpdateTableRequest request) {
    long online =
        request.globalSecondaryIndexUpdates().stream().filter(IndexUpdates::isOnline).count();
    if (online > 1) {
      throw Errors.limit("Only 1 online index can be created or deleted simultaneously per table");
    }
    boolean changes =
        request.globalSecondaryIndexUpdates().size() > online
            || request.provisionedThroughput() != null
            || request.billingMode() != null;
    if (online == 1 && changes) {
      throw Errors.invalid(
          "One or more parameter values were invalid: An index cannot be created or deleted in the"
              + " same request that changes provisioned throughput or the billing mode");
    }
  }

  /** Changes of an index that DynamoDB makes and the simulator does not. */
  static boolean isUnknown(GlobalSecondaryIndexUpdate update) {
    return update.update() != null
        && (update.update().onDemandThroughput() != null
            || update.update().warmThroughput() != null);
  }

  /** The table when everything about it is done. */
  static TableDescription settled(TableDescription table) {
    TableDescription.Builder settled = table.toBuilder().tableStatus(TableStatus.ACTIVE);
    if (table.hasGlobalSecondaryIndexes()) {
      settled.globalSecondaryIndexes(
          table.globalSecondaryIndexes().stream()
              .map(index -> index.toBuilder().indexStatus(IndexStatus.ACTIVE).build())
              .toList());
    }
    if (table.warmThroughput() != null) {
      settled.warmThroughput(table.warmThroughput().toBuilder().status(TableStatus.ACTIVE).build());
    }
    return settled.build();
  }

  private static boolean isOnline(GlobalSecondaryIndexUpdate update) {
    return update.update() == null;
  }

  static GlobalSecondaryIndexDescription require(TableDescription table, String name) {
    return table.globalSecondaryIndexes().stream()
        .filter(index -> index.indexName().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Errors.notFound(
                    "Requested resource not found: Index: %s of table: %s not found"
                        .formatted(name, table.tableName())));
  }

  /** The table with the statuses of its indexes while the update runs. */
  static TableDescription during(TableDescription before, UpdateTableRequest request) {
    if (!request.hasGlobalSecondaryIndexUpdates()) {
      return before;
    }
    List<GlobalSecondaryIndexDescription> indexes =
        new ArrayList<>(before.globalSecondaryIndexes());
    for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
      if (update.create() != null) {
        indexes.add(created(before, update.create()));
      } else if (update.delete() != null) {
        mark(indexes, update.delete().indexName(), IndexStatus.DELETING);
      } else {
        mark(indexes, update.update().indexName(), IndexStatus.UPDATING);
      }
    }
    return before.toBuilder().globalSecondaryIndexes(indexes).build();
  }

  private static void mark(
      List<GlobalSecondaryIndexDescription> indexes, String name, IndexStatus status) {
    indexes.replaceAll(
        index ->
            index.indexName().equals(name) ? index.toBuilder().indexStatus(status).build() : index);
  }

  /** Puts indexes that are new or gone into {@code after}, which has the changed ones. */
  static void after(
      TableDescription before, UpdateTableRequest request, TableDescription.Builder after) {
    for (GlobalSecondaryIndexUpdate update : request.globalSecondaryIndexUpdates()) {
      if (isOnline(update)) {
        List<GlobalSecondaryIndexDescription> indexes =
            new ArrayList<>(before.globalSecondaryIndexes());
        if (update.create() != null) {
          refuseSecond(before, update.create().indexName());
          indexes.add(created(before, update.create()));
          after.attributeDefinitions(request.attributeDefinitions());
        } else {
          indexes.remove(require(before, update.delete().indexName()));
        }
        after.globalSecondaryIndexes(indexes);
      }
    }
  }

  private static void refuseSecond(TableDescription table, String name) {
    if (table.globalSecondaryIndexes().stream().anyMatch(i -> i.indexName().equals(name))) {
      throw Errors.invalid("Attempting to create an index which already exists");
    }
  }

  private static GlobalSecondaryIndexDescription created(
      TableDescription table, CreateGlobalSecondaryIndexAction action) {
    GlobalSecondaryIndex index =
        GlobalSecondaryIndex.builder()
            .indexName(action.indexName())
            .keySchema(action.keySchema())
            .projection(action.projection())
            .provisionedThroughput(action.provisionedThroughput())
            .onDemandThroughput(action.onDemandThroughput())
            .build();
    return Creation.index(table.tableName(), index, Units.areProvisioned(table));
  }
}
