package dev.evenkeel.testkit.control;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** Answers requests for table operations. Not safe for use by several threads. */
record TableOperations(SimulatedAccount account, Set<EngineCapability> engine) {
  /** Carries out one of {@link ControlOperations#ALL}. */
  DynamoDbResponse apply(DynamoDbRequest request, AppliedFaults applied) {
    return switch (ControlOperations.nameOf(request)) {
      case "CreateTable" -> create((CreateTableRequest) request, applied);
      case "UpdateTable" -> update((UpdateTableRequest) request, applied);
      case "DeleteTable" -> delete((DeleteTableRequest) request, applied);
      case "DescribeTable" -> describe((DescribeTableRequest) request, applied);
      case "ListTables" -> list((ListTablesRequest) request, applied);
      case "TagResource" -> tag((TagResourceRequest) request);
      case "UntagResource" -> untag((UntagResourceRequest) request);
      case "ListTagsOfResource" -> listTags((ListTagsOfResourceRequest) request, applied);
      case "UpdateTimeToLive" -> updateTimeToLive((UpdateTimeToLiveRequest) request);
      case "DescribeTimeToLive" -> describeTimeToLive((DescribeTimeToLiveRequest) request);
      case "UpdateContinuousBackups" -> updateBackups((UpdateContinuousBackupsRequest) request);
      case "DescribeContinuousBackups" ->
          describeBackups((DescribeContinuousBackupsRequest) request);
      default -> account.quotas().describe();
    };
  }

  private CreateTableResponse create(CreateTableRequest request, AppliedFaults applied) {
    return CreateTableResponse.builder().tableDescription(account.create(request, applied)).build();
  }

  private UpdateTableResponse update(UpdateTableRequest request, AppliedFaults applied) {
    UpdateTableRequest named = request.toBuilder().tableName(named(request)).build();
    return UpdateTableResponse.builder().tableDescription(account.update(named, applied)).build();
  }

  private DeleteTableResponse delete(DeleteTableRequest request, AppliedFaults applied) {
    return DeleteTableResponse.builder()
        .tableDescription(account.delete(named(request), applied))
        .build();
  }

  private DescribeTableResponse describe(DescribeTableRequest request, AppliedFaults applied) {
    return DescribeTableResponse.builder()
        .table(account.described().describe(named(request), seen(applied), account.now()))
        .build();
  }

  private ListTablesResponse list(ListTablesRequest request, AppliedFaults applied) {
    int max = request.limit() == null ? DescribedTables.PAGE_MAX : request.limit();
    if (max < 1 || max > DescribedTables.PAGE_MAX) {
      throw Errors.invalid("Limit in ListTables must be >= 1 and <= " + DescribedTables.PAGE_MAX);
    }
    List<String> names =
        account.described().list(request.exclusiveStartTableName(), max, seen(applied));
    if (names.size() <= max) {
      return ListTablesResponse.builder().tableNames(names).build();
    }
    return ListTablesResponse.builder()
        .tableNames(names.subList(0, max))
        .lastEvaluatedTableName(names.get(max - 1))
        .build();
  }

  private Instant seen(AppliedFaults applied) {
    return account.now().minus(applied.lag());
  }

  private TagResourceResponse tag(TagResourceRequest request) {
    SimulatedTable table = tagged(request);
    SimulatedAccount.refuseBusy(table);
    request.tags().forEach(tag -> table.tags().put(tag.key(), tag.value()));
    account.tellTags(table);
    return TagResourceResponse.builder().build();
  }

  private UntagResourceResponse untag(UntagResourceRequest request) {
    SimulatedTable table = tagged(request);
    SimulatedAccount.refuseBusy(table);
    request.tagKeys().forEach(table.tags()::remove);
    account.tellTags(table);
    return UntagResourceResponse.builder().build();
  }

  private ListTagsOfResourceResponse listTags(
      ListTagsOfResourceRequest request, AppliedFaults applied) {
    Map<String, String> tags = tagged(request).describedTags.at(seen(applied));
    return ListTagsOfResourceResponse.builder()
        .tags(
            (tags == null ? Map.<String, String>of() : tags)
                .entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
                    .toList())
        .build();
  }

  private SimulatedTable tagged(DynamoDbRequest request) {
    if (!engine.contains(EngineCapability.TAGS)) {
      throw Errors.unknownOperation("Tagging is not currently supported in DynamoDB Local.");
    }
    SimulatedTable table = account.find(named(request));
    if (table == null) {
      throw Errors.notFound(
          "Requested resource not found: ResourcArn: %s not found"
              .formatted(Creation.arn(named(request))));
    }
    return table;
  }

  private UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    require(EngineCapability.TIME_TO_LIVE);
    SimulatedTable table = account.require(named(request));
    if (table.status() == TableStatus.CREATING || table.status() == TableStatus.DELETING) {
      SimulatedAccount.refuseBusy(table);
    }
    table.timeToLive.update(
        request.timeToLiveSpecification(), account.now(), account.drawTimeToLive(table));
    return UpdateTimeToLiveResponse.builder()
        .timeToLiveSpecification(request.timeToLiveSpecification())
        .build();
  }

  private DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    require(EngineCapability.TIME_TO_LIVE);
    SimulatedTable table = account.require(named(request));
    return DescribeTimeToLiveResponse.builder()
        .timeToLiveDescription(table.timeToLive.describe(account.now()))
        .build();
  }

  private UpdateContinuousBackupsResponse updateBackups(UpdateContinuousBackupsRequest request) {
    SimulatedTable table = backed(request);
    table.recovery.update(request.pointInTimeRecoverySpecification(), account.now());
    return UpdateContinuousBackupsResponse.builder()
        .continuousBackupsDescription(table.recovery.describe(account.now()))
        .build();
  }

  private DescribeContinuousBackupsResponse describeBackups(
      DescribeContinuousBackupsRequest request) {
    return DescribeContinuousBackupsResponse.builder()
        .continuousBackupsDescription(backed(request).recovery.describe(account.now()))
        .build();
  }

  private SimulatedTable backed(DynamoDbRequest request) {
    require(EngineCapability.POINT_IN_TIME_RECOVERY);
    SimulatedTable table = account.find(named(request));
    if (table == null) {
      throw Errors.tableNotFound(named(request));
    }
    if (table.status() == TableStatus.CREATING) {
      throw Errors.backupsUnavailable(table.name());
    }
    return table;
  }

  private void require(EngineCapability capability) {
    if (!engine.contains(capability)) {
      throw Errors.unknownOperation("An unknown operation was requested.");
    }
  }

  private static String named(DynamoDbRequest request) {
    return Objects.requireNonNullElse(ControlOperations.tableOf(request), "");
  }
}
