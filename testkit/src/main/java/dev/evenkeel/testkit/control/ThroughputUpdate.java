package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The changes of an UpdateTable to billing mode and throughput, of the table and its indexes. Pure.
 *
 * @param updates what is asked of indexes, by their names
 */
record ThroughputUpdate(
    TableDescription before,
    UpdateTableRequest request,
    Map<String, UpdateGlobalSecondaryIndexAction> updates,
    Instant now,
    Set<String> lowered) {

  /** Puts what becomes of throughput into {@code after}, and what becomes lower into the set. */
  static void apply(
      TableDescription before,
      UpdateTableRequest request,
      Instant now,
      TableDescription.Builder after,
      Set<String> lowered) {
    Map<String, UpdateGlobalSecondaryIndexAction> updates = indexUpdates(request);
    ThroughputUpdate update = new ThroughputUpdate(before, request, updates, now, lowered);
    updates.keySet().forEach(name -> IndexUpdates.require(before, name));
    if (request.billingMode() == BillingMode.PAY_PER_REQUEST) {
      update.toOnDemand(after);
    } else if (Units.areProvisioned(before)) {
      update.change(after);
    } else if (request.billingMode() == BillingMode.PROVISIONED) {
      update.toProvisioned(after);
    } else if (request.provisionedThroughput() != null || !updates.isEmpty()) {
      throw onDemandHasNoUnits();
    }
  }

  private void toOnDemand(TableDescription.Builder after) {
    if (request.provisionedThroughput() != null || !updates.isEmpty()) {
      throw onDemandHasNoUnits();
    }
    if (!Units.areProvisioned(before)) {
      return;
    }
    after
        .billingModeSummary(
            s -> s.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(now))
        .provisionedThroughput(without(before.provisionedThroughput()));
    indexes(after, index -> without(index.provisionedThroughput()));
  }

  private void toProvisioned(TableDescription.Builder after) {
    Units asked = Units.of(request.provisionedThroughput(), "the table");
    after
        .billingModeSummary(
            before.billingModeSummary().toBuilder().billingMode(BillingMode.PROVISIONED).build())
        .provisionedThroughput(asked.after(before.provisionedThroughput(), now));
    indexes(
        after,
        index -> {
          UpdateGlobalSecondaryIndexAction update = updates.get(index.indexName());
          return Units.of(
                  update == null ? null : update.provisionedThroughput(),
                  "index " + index.indexName())
              .after(index.provisionedThroughput(), now);
        });
  }

  private void change(TableDescription.Builder after) {
    if (request.provisionedThroughput() != null) {
      Units asked = Units.of(request.provisionedThroughput(), "the table");
      after.provisionedThroughput(
          changed(Update.TABLE, "table", before.provisionedThroughput(), asked));
    }
    indexes(
        after,
        index -> {
          UpdateGlobalSecondaryIndexAction update = updates.get(index.indexName());
          String what = "index " + index.indexName();
          return update == null
              ? index.provisionedThroughput()
              : changed(
                  index.indexName(),
                  what,
                  index.provisionedThroughput(),
                  Units.of(update.provisionedThroughput(), what));
        });
  }

  private ProvisionedThroughputDescription changed(
      String key, String what, ProvisionedThroughputDescription is, Units asked) {
    Units current = Units.of(is);
    if (asked.equals(current)) {
      throw Errors.invalid(
          "The provisioned throughput for the %s will not change. The requested value equals the"
                  .formatted(what)
              + " current value. Current ReadCapacityUnits provisioned for the %s: %d. Requested"
                  .formatted(what, current.read())
              + " ReadCapacityUnits: %d. Current WriteCapacityUnits provisioned for the %s: %d."
                  .formatted(asked.read(), what, current.write())
              + " Requested WriteCapacityUnits: %d.".formatted(asked.write()));
    }
    if (asked.lowers(current)) {
      lowered.add(key);
    }
    return asked.after(is, now);
  }

  private void indexes(
      TableDescription.Builder after,
      Function<GlobalSecondaryIndexDescription, ProvisionedThroughputDescription> throughput) {
    if (!before.hasGlobalSecondaryIndexes()) {
      return;
    }
    List<GlobalSecondaryIndexDescription> changed = new ArrayList<>();
    for (GlobalSecondaryIndexDescription index : before.globalSecondaryIndexes()) {
      changed.add(index.toBuilder().provisionedThroughput(throughput.apply(index)).build());
    }
    after.globalSecondaryIndexes(changed);
  }

  private static ProvisionedThroughputDescription without(ProvisionedThroughputDescription is) {
    return is.toBuilder().readCapacityUnits(0L).writeCapacityUnits(0L).build();
  }

  private static Map<String, UpdateGlobalSecondaryIndexAction> indexUpdates(
      UpdateTableRequest request) {
    return request.globalSecondaryIndexUpdates().stream()
        .map(GlobalSecondaryIndexUpdate::update)
        .filter(update -> update != null && update.provisionedThroughput() != null)
        .collect(
            Collectors.toMap(
                UpdateGlobalSecondaryIndexAction::indexName,
                Function.identity(),
                (one, two) -> {
                  throw Errors.invalid(
                      "One or more parameter values were invalid: Only one global secondary index"
                          + " update per index is allowed simultaneously. Index: "
                          + one.indexName());
                }));
  }

  private static RuntimeException onDemandHasNoUnits() {
    return Errors.invalid(
        "One or more parameter values were invalid: Neither ReadCapacityUnits nor"
            + " WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
  }
}
