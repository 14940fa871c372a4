package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableClassSummary;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/**
 * The result of an UpdateTable, and its use of quotas. Pure.
 *
 * @param during the table while it is being updated
 * @param after the table once it has been
 * @param lowered the indexes whose throughput becomes lower; the table's own stands under {@link
 *     #TABLE}
 * @param toOnDemand whether it goes from provisioned to on-demand
 * @param reclassed whether its class changes
 */
record Update(
    TableDescription during,
    TableDescription after,
    Set<String> lowered,
    boolean toOnDemand,
    boolean reclassed) {
  /** No index has an empty name. */
  static final String TABLE = "";

  /** Members of requests; which others there are depends on the SDK. */
  private static final Set<String> KNOWN =
      Set.of(
          "TableName",
          "AttributeDefinitions",
          "BillingMode",
          "ProvisionedThroughput",
          "OnDemandThroughput",
          "WarmThroughput",
          "GlobalSecondaryIndexUpdates",
          "StreamSpecification",
          "TableClass",
          "DeletionProtectionEnabled");

  /** Throws what DynamoDB throws at a request that is wrong in itself or for this table. */
  static Update of(
      TableDescription before,
      UpdateTableRequest request,
      Instant now,
      Set<EngineCapability> engine) {
    refuseUnknown(request);
    UpdateTableRequest known = known(request, engine);
    if (known.hasGlobalSecondaryIndexUpdates()) {
      IndexUpdates.refuseCombinations(known);
    }
    Set<String> lowered = new TreeSet<>();
    TableDescription.Builder after = before.toBuilder();
    ThroughputUpdate.apply(before, known, now, after, lowered);
    applySettings(before, known, now, after);
    if (before.equals(after.build())) {
      throw Errors.invalid(
          engine.containsAll(Set.of(EngineCapability.values()))
              ? "The request changes nothing of the table: " + before.tableName()
              : "Nothing to update");
    }
    return new Update(
        IndexUpdates.during(before, known).toBuilder().tableStatus(TableStatus.UPDATING).build(),
        after.build(),
        lowered,
        Units.areProvisioned(before) && known.billingMode() == BillingMode.PAY_PER_REQUEST,
        tableClass(before) != tableClass(after.build()));
  }

  private static void refuseUnknown(UpdateTableRequest request) {
    boolean others =
        request.sdkFields().stream()
            .filter(field -> !KNOWN.contains(field.locationName()))
            .map(field -> field.getValueOrDefault(request))
            .anyMatch(value -> value != null && !(value instanceof SdkAutoConstructList));
    if (others
        || request.globalSecondaryIndexUpdates().stream().anyMatch(IndexUpdates::isUnknown)) {
      throw new UnsupportedOperationException(
          "The simulator knows no encryption, replicas and vector indexes, and of an index only its"
              + " provisioned throughput. Leave the rest out of"
              + " UpdateTable for '"
              + request.tableName()
              + "'.");
    }
  }

  private static UpdateTableRequest known(
      UpdateTableRequest request, Set<EngineCapability> engine) {
    UpdateTableRequest.Builder known = request.toBuilder();
    if (!engine.contains(EngineCapability.DELETION_PROTECTION)) {
      known.deletionProtectionEnabled(null);
    }
    if (!engine.contains(EngineCapability.TABLE_CLASS)) {
      known.tableClass((TableClass) null);
    }
    if (!engine.contains(EngineCapability.WARM_THROUGHPUT)) {
      known.warmThroughput((WarmThroughput) null);
    }
    if (!engine.contains(EngineCapability.STREAMS)) {
      known.streamSpecification((StreamSpecification) null);
    }
    return known.build();
  }

  private static void applySettings(
      TableDescription before,
      UpdateTableRequest request,
      Instant now,
      TableDescription.Builder after) {
    if (request.deletionProtectionEnabled() != null) {
      after.deletionProtectionEnabled(request.deletionProtectionEnabled());
    }
    if (request.tableClass() != null && request.tableClass() != tableClass(before)) {
      after.tableClassSummary(s -> s.tableClass(request.tableClass()).lastUpdateDateTime(now));
    }
    if (request.onDemandThroughput() != null) {
      after.onDemandThroughput(request.onDemandThroughput());
    }
    if (request.warmThroughput() != null) {
      after.warmThroughput(warmer(before, request.warmThroughput()));
    }
    if (request.streamSpecification() != null) {
      refuseSameStream(before, request.streamSpecification());
      describeStream(after, before.tableName(), request.streamSpecification(), now);
    }
    IndexUpdates.after(before, request, after);
  }

  /** Warm throughput never goes down (developer guide, "Warm throughput"). */
  private static TableWarmThroughputDescription warmer(
      TableDescription before, WarmThroughput asked) {
    TableWarmThroughputDescription is = before.warmThroughput();
    if (is == null) {
      return warmed(asked, TableStatus.ACTIVE);
    }
    if (isLess(asked.readUnitsPerSecond(), is.readUnitsPerSecond())
        || isLess(asked.writeUnitsPerSecond(), is.writeUnitsPerSecond())) {
      throw Errors.invalid(
          "One or more parameter values were invalid: Requested warm throughput must not be less"
              + " than the current warm throughput of the table");
    }
    WarmThroughput.Builder all = asked.toBuilder();
    if (asked.readUnitsPerSecond() == null) {
      all.readUnitsPerSecond(is.readUnitsPerSecond());
    }
    if (asked.writeUnitsPerSecond() == null) {
      all.writeUnitsPerSecond(is.writeUnitsPerSecond());
    }
    return warmed(all.build(), TableStatus.ACTIVE);
  }

  private static boolean isLess(@Nullable Long asked, @Nullable Long is) {
    return asked != null && is != null && asked < is;
  }

  private static void refuseSameStream(TableDescription before, StreamSpecification asked) {
    boolean on = Boolean.TRUE.equals(asked.streamEnabled());
    if (on == (before.streamSpecification() != null)) {
      throw Errors.invalid(
          on ? "Table already has an enabled stream" : "Table does not have a stream to disable");
    }
  }

  static TableWarmThroughputDescription warmed(WarmThroughput asked, TableStatus status) {
    return TableWarmThroughputDescription.builder()
        .readUnitsPerSecond(asked.readUnitsPerSecond())
        .writeUnitsPerSecond(asked.writeUnitsPerSecond())
        .status(status)
        .build();
  }

  static void describeStream(
      TableDescription.Builder table, String name, StreamSpecification asked, Instant now) {
    if (Boolean.TRUE.equals(asked.streamEnabled())) {
      table
          .streamSpecification(asked)
          .latestStreamLabel(now.toString())
          .latestStreamArn(Creation.arn(name) + "/stream/" + now);
    } else {
      table.streamSpecification((StreamSpecification) null);
    }
  }

  private static TableClass tableClass(TableDescription table) {
    TableClassSummary summary = table.tableClassSummary();
    return Objects.requireNonNullElse(
        summary == null ? null : summary.tableClass(), TableClass.STANDARD);
  }
}
