package dev.evenkeel.core.operation;

import dev.evenkeel.core.DecoratorException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * Every operation of DynamoDB, by the SDK's name for it.
 *
 * <p>Complete for the SDK version Evenkeel is built with. Names no request class, so it loads with
 * an older SDK that lacks some of the operations.
 */
public enum Operation {
  BATCH_EXECUTE_STATEMENT("BatchExecuteStatement", Kind.PARTIQL),
  BATCH_GET_ITEM("BatchGetItem", Kind.ITEM_READ),
  BATCH_WRITE_ITEM("BatchWriteItem", Kind.ITEM_WRITE),
  CREATE_BACKUP("CreateBackup", Kind.BACKUP),
  CREATE_GLOBAL_TABLE("CreateGlobalTable", Kind.GLOBAL_TABLE),
  CREATE_TABLE("CreateTable", Kind.TABLE_CONTROL),
  DELETE_BACKUP("DeleteBackup", Kind.BACKUP),
  DELETE_ITEM("DeleteItem", Kind.ITEM_WRITE),
  DELETE_RESOURCE_POLICY("DeleteResourcePolicy", Kind.TABLE_CONTROL),
  DELETE_TABLE("DeleteTable", Kind.TABLE_CONTROL),
  DESCRIBE_BACKUP("DescribeBackup", Kind.BACKUP),
  DESCRIBE_CONTINUOUS_BACKUPS("DescribeContinuousBackups", Kind.BACKUP),
  DESCRIBE_CONTRIBUTOR_INSIGHTS("DescribeContributorInsights", Kind.TABLE_CONTROL),
  DESCRIBE_ENDPOINTS("DescribeEndpoints", Kind.ACCOUNT),
  DESCRIBE_EXPORT("DescribeExport", Kind.TRANSFER),
  DESCRIBE_GLOBAL_TABLE("DescribeGlobalTable", Kind.GLOBAL_TABLE),
  DESCRIBE_GLOBAL_TABLE_SETTINGS("DescribeGlobalTableSettings", Kind.GLOBAL_TABLE),
  DESCRIBE_IMPORT("DescribeImport", Kind.TRANSFER),
  DESCRIBE_KINESIS_STREAMING_DESTINATION("DescribeKinesisStreamingDestination", Kind.STREAMING),
  DESCRIBE_LIMITS("DescribeLimits", Kind.ACCOUNT),
  DESCRIBE_TABLE("DescribeTable", Kind.TABLE_CONTROL),
  DESCRIBE_TABLE_REPLICA_AUTO_SCALING("DescribeTableReplicaAutoScaling", Kind.TABLE_CONTROL),
  DESCRIBE_TIME_TO_LIVE("DescribeTimeToLive", Kind.TABLE_CONTROL),
  DISABLE_KINESIS_STREAMING_DESTINATION("DisableKinesisStreamingDestination", Kind.STREAMING),
  ENABLE_KINESIS_STREAMING_DESTINATION("EnableKinesisStreamingDestination", Kind.STREAMING),
  EXECUTE_STATEMENT("ExecuteStatement", Kind.PARTIQL),
  EXECUTE_TRANSACTION("ExecuteTransaction", Kind.PARTIQL),
  EXPORT_TABLE_TO_POINT_IN_TIME("ExportTableToPointInTime", Kind.TRANSFER),
  GET_ITEM("GetItem", Kind.ITEM_READ),
  GET_RESOURCE_POLICY("GetResourcePolicy", Kind.TABLE_CONTROL),
  IMPORT_TABLE("ImportTable", Kind.TRANSFER),
  LIST_BACKUPS("ListBackups", Kind.BACKUP),
  LIST_CONTRIBUTOR_INSIGHTS("ListContributorInsights", Kind.ACCOUNT),
  LIST_EXPORTS("ListExports", Kind.TRANSFER),
  LIST_GLOBAL_TABLES("ListGlobalTables", Kind.ACCOUNT),
  LIST_IMPORTS("ListImports", Kind.TRANSFER),
  LIST_TABLES("ListTables", Kind.ACCOUNT),
  LIST_TAGS_OF_RESOURCE("ListTagsOfResource", Kind.TABLE_CONTROL),
  PUT_ITEM("PutItem", Kind.ITEM_WRITE),
  PUT_RESOURCE_POLICY("PutResourcePolicy", Kind.TABLE_CONTROL),
  QUERY("Query", Kind.ITEM_READ),
  RESTORE_TABLE_FROM_BACKUP("RestoreTableFromBackup", Kind.BACKUP),
  RESTORE_TABLE_TO_POINT_IN_TIME("RestoreTableToPointInTime", Kind.BACKUP),
  SCAN("Scan", Kind.ITEM_READ),
  TAG_RESOURCE("TagResource", Kind.TABLE_CONTROL),
  TRANSACT_GET_ITEMS("TransactGetItems", Kind.ITEM_READ),
  TRANSACT_WRITE_ITEMS("TransactWriteItems", Kind.ITEM_WRITE),
  UNTAG_RESOURCE("UntagResource", Kind.TABLE_CONTROL),
  UPDATE_CONTINUOUS_BACKUPS("UpdateContinuousBackups", Kind.BACKUP),
  UPDATE_CONTRIBUTOR_INSIGHTS("UpdateContributorInsights", Kind.TABLE_CONTROL),
  UPDATE_GLOBAL_TABLE("UpdateGlobalTable", Kind.GLOBAL_TABLE),
  UPDATE_GLOBAL_TABLE_SETTINGS("UpdateGlobalTableSettings", Kind.GLOBAL_TABLE),
  UPDATE_ITEM("UpdateItem", Kind.ITEM_WRITE),
  UPDATE_KINESIS_STREAMING_DESTINATION("UpdateKinesisStreamingDestination", Kind.STREAMING),
  UPDATE_TABLE("UpdateTable", Kind.TABLE_CONTROL),
  UPDATE_TABLE_REPLICA_AUTO_SCALING("UpdateTableReplicaAutoScaling", Kind.TABLE_CONTROL),
  UPDATE_TIME_TO_LIVE("UpdateTimeToLive", Kind.TABLE_CONTROL);

  /** The subject of an operation. */
  public enum Kind {
    /** Reads items by key, condition or vector. */
    ITEM_READ,
    /** Writes items. */
    ITEM_WRITE,
    /** Reads or writes items named in the text of a statement. */
    PARTIQL,
    /** Defines, describes or removes a table and what is attached to it. */
    TABLE_CONTROL,
    /** Backups, continuous backups and restores. */
    BACKUP,
    /** Exports to and imports from S3. */
    TRANSFER,
    /** Kinesis destinations of a table. */
    STREAMING,
    /** Global tables of version 2017.11.29. */
    GLOBAL_TABLE,
    /** Lists and limits of the account. */
    ACCOUNT
  }

  private static final String REQUEST = "Request";

  private static final Map<String, Operation> BY_SDK_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(Operation::sdkName, Function.identity()));

  private static final ClassValue<Operation> BY_REQUEST =
      new ClassValue<>() {
        @Override
        protected Operation computeValue(Class<?> type) {
          return ofRequestClass(type);
        }
      };

  private final String sdkName;
  private final Kind kind;

  Operation(String sdkName, Kind kind) {
    this.sdkName = sdkName;
    this.kind = kind;
  }

  /**
   * The operation {@code request} belongs to; allocates nothing once its class has been seen.
   *
   * @throws DecoratorException if the SDK is newer than this enum and the operation unknown
   */
  public static Operation of(DynamoDbRequest request) {
    return BY_REQUEST.get(request.getClass());
  }

  /** The operation with this SDK name, such as {@code PutItem}, or null if there is none. */
  public static @Nullable Operation named(String sdkName) {
    return BY_SDK_NAME.get(sdkName);
  }

  /** The SDK's name, such as {@code PutItem}. */
  public String sdkName() {
    return sdkName;
  }

  public Kind kind() {
    return kind;
  }

  private static Operation ofRequestClass(Class<?> type) {
    String name = type.getSimpleName();
    Operation operation =
        name.endsWith(REQUEST) ? named(name.substring(0, name.length() - REQUEST.length())) : null;
    if (operation == null) {
      throw new DecoratorException(
          "%s belongs to no operation this version of Evenkeel knows. Use a newer Evenkeel, or send it with the undecorated client."
              .formatted(name));
    }
    return operation;
  }
}
