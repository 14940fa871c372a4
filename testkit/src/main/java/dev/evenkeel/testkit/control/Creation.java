package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** The table of a CreateTable request. Pure. */
final class Creation {
  /** The developer guide's rule, "Working with Tables". */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{3,255}");

  private Creation() {}

  /** The table while it is being created; throws what DynamoDB throws at a request in itself. */
  static TableDescription of(
      CreateTableRequest request, Instant now, String id, Set<EngineCapability> engine) {
    check(request);
    boolean provisioned = isProvisioned(request);
    TableDescription.Builder table =
        TableDescription.builder()
            .tableName(request.tableName())
            .tableStatus(TableStatus.CREATING)
            .creationDateTime(now)
            .tableArn(arn(request.tableName()))
            .itemCount(0L)
            .tableSizeBytes(0L)
            .keySchema(request.keySchema())
            .attributeDefinitions(request.attributeDefinitions())
            .onDemandThroughput(request.onDemandThroughput())
            .provisionedThroughput(
                units(provisioned, request.provisionedThroughput(), "the table").described());
    if (!provisioned) {
      table.billingModeSummary(
          s -> s.billingMode(BillingMode.PAY_PER_REQUEST).lastUpdateToPayPerRequestDateTime(now));
    }
    describeIndexes(request, provisioned, table);
    describeWhatEnginesDifferIn(request, now, id, engine, table);
    return table.build();
  }

  static String arn(String table) {
    return "arn:aws:dynamodb:us-east-1:000000000000:table/" + table;
  }

  static GlobalSecondaryIndexDescription index(
      String table, GlobalSecondaryIndex index, boolean provisioned) {
    return GlobalSecondaryIndexDescription.builder()
        .indexName(index.indexName())
        .indexArn(arn(table) + "/index/" + index.indexName())
        .indexStatus(IndexStatus.CREATING)
        .keySchema(index.keySchema())
        .projection(index.projection())
        .itemCount(0L)
        .indexSizeBytes(0L)
        .onDemandThroughput(index.onDemandThroughput())
        .provisionedThroughput(
            units(provisioned, index.provisionedThroughput(), "index " + index.indexName())
                .described())
        .build();
  }

  private static void check(CreateTableRequest request) {
    if (request.tableName() == null || !NAME.matcher(request.tableName()).matches()) {
      throw Errors.invalid(
          "TableName must be at least 3 characters long and at most 255 characters long, and may"
              + " contain only the characters a-z, A-Z, 0-9, '_', '-', and '.'");
    }
    if (!request.hasKeySchema() || !request.hasAttributeDefinitions()) {
      throw Errors.invalid(
          "One or more parameter values were invalid: KeySchema and AttributeDefinitions must be"
              + " specified");
    }
  }

  private static boolean isProvisioned(CreateTableRequest request) {
    return request.billingMode() != BillingMode.PAY_PER_REQUEST;
  }

  private static Units units(
      boolean provisioned, @Nullable ProvisionedThroughput asked, String what) {
    if (provisioned) {
      return Units.of(asked, what);
    }
    if (asked != null) {
      throw Errors.invalid(
          "One or more parameter values were invalid: Neither ReadCapacityUnits nor"
              + " WriteCapacityUnits can be specified for "
              + what
              + " when BillingMode is PAY_PER_REQUEST");
    }
    return Units.NONE;
  }

  private static void describeIndexes(
      CreateTableRequest request, boolean provisioned, TableDescription.Builder table) {
    if (request.hasLocalSecondaryIndexes()) {
      List<LocalSecondaryIndexDescription> local =
          request.localSecondaryIndexes().stream()
              .map(
                  index ->
                      LocalSecondaryIndexDescription.builder()
                          .indexName(index.indexName())
                          .indexArn(arn(request.tableName()) + "/index/" + index.indexName())
                          .keySchema(index.keySchema())
                          .projection(index.projection())
                          .build())
              .toList();
      table.localSecondaryIndexes(local);
    }
    if (request.hasGlobalSecondaryIndexes()) {
      table.globalSecondaryIndexes(
          request.globalSecondaryIndexes().stream()
              .map(index -> index(request.tableName(), index, provisioned))
              .toList());
    }
  }

  private static void describeWhatEnginesDifferIn(
      CreateTableRequest request,
      Instant now,
      String id,
      Set<EngineCapability> engine,
      TableDescription.Builder table) {
    if (engine.contains(EngineCapability.TABLE_IDS)) {
      table.tableId(id);
    }
    if (engine.contains(EngineCapability.DELETION_PROTECTION)) {
      table.deletionProtectionEnabled(Boolean.TRUE.equals(request.deletionProtectionEnabled()));
    }
    if (engine.contains(EngineCapability.TABLE_CLASS) && request.tableClass() != null) {
      table.tableClassSummary(s -> s.tableClass(request.tableClass()).lastUpdateDateTime(now));
    }
    if (engine.contains(EngineCapability.WARM_THROUGHPUT) && request.warmThroughput() != null) {
      table.warmThroughput(Update.warmed(request.warmThroughput(), TableStatus.UPDATING));
    }
    if (engine.contains(EngineCapability.STREAMS) && request.streamSpecification() != null) {
      Update.describeStream(table, request.tableName(), request.streamSpecification(), now);
    }
  }
}
