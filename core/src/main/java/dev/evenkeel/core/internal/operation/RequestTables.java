package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The tables that a request names, for every operation: as target, source or owner of the index,
 * backup, export, import or stream it names. A position in a listing ({@code
 * ExclusiveStartTableName}) names no table.
 *
 * <p>PartiQL names its tables in the text of its statements, which is not parsed here: such a
 * request names no table and has {@link #statements}.
 */
public final class RequestTables {
  private RequestTables() {}

  /** The names and ARNs as written, in the order of the request, each once. */
  public static List<String> of(DynamoDbRequest request) {
    Set<String> found = new LinkedHashSet<>();
    anyMatch(
        request,
        nameOrArn -> {
          found.add(nameOrArn);
          return false;
        });
    return List.copyOf(found);
  }

  /**
   * Whether {@code test} holds for a name or ARN in the request. Stops at the first; allocates
   * nothing for a request that names one table and acts on items.
   */
  public static boolean anyMatch(DynamoDbRequest request, Predicate<String> test) {
    return switch (Operation.of(request)) {
      case GET_ITEM -> matches(((GetItemRequest) request).tableName(), test);
      case PUT_ITEM -> matches(((PutItemRequest) request).tableName(), test);
      case UPDATE_ITEM -> matches(((UpdateItemRequest) request).tableName(), test);
      case DELETE_ITEM -> matches(((DeleteItemRequest) request).tableName(), test);
      case QUERY -> matches(((QueryRequest) request).tableName(), test);
      case SCAN -> matches(((ScanRequest) request).tableName(), test);
      case BATCH_GET_ITEM -> anyKey(((BatchGetItemRequest) request).requestItems().keySet(), test);
      case BATCH_WRITE_ITEM ->
          anyKey(((BatchWriteItemRequest) request).requestItems().keySet(), test);
      case TRANSACT_GET_ITEMS -> anyRead((TransactGetItemsRequest) request, test);
      case TRANSACT_WRITE_ITEMS -> anyWrite((TransactWriteItemsRequest) request, test);
      case EXECUTE_STATEMENT, BATCH_EXECUTE_STATEMENT, EXECUTE_TRANSACTION -> false;
      default -> TableMembers.anyMatch(request, test);
    };
  }

  /** The texts of the statements of a PartiQL request; empty for any other. */
  public static List<String> statements(DynamoDbRequest request) {
    Stream<@Nullable String> texts =
        switch (Operation.of(request)) {
          case EXECUTE_STATEMENT -> Stream.of(((ExecuteStatementRequest) request).statement());
          case BATCH_EXECUTE_STATEMENT ->
              ((BatchExecuteStatementRequest) request)
                  .statements().stream().map(BatchStatementRequest::statement);
          case EXECUTE_TRANSACTION ->
              ((ExecuteTransactionRequest) request)
                  .transactStatements().stream().map(ParameterizedStatement::statement);
          default -> Stream.of();
        };
    return texts.filter(Objects::nonNull).toList();
  }

  private static boolean anyRead(TransactGetItemsRequest request, Predicate<String> test) {
    for (TransactGetItem item : request.transactItems()) {
      if (item.get() != null && matches(item.get().tableName(), test)) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyWrite(TransactWriteItemsRequest request, Predicate<String> test) {
    for (TransactWriteItem item : request.transactItems()) {
      if ((item.put() != null && matches(item.put().tableName(), test))
          || (item.update() != null && matches(item.update().tableName(), test))
          || (item.delete() != null && matches(item.delete().tableName(), test))
          || (item.conditionCheck() != null && matches(item.conditionCheck().tableName(), test))) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyKey(Set<String> keys, Predicate<String> test) {
    for (String key : keys) {
      if (matches(key, test)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(@Nullable String nameOrArn, Predicate<String> test) {
    return nameOrArn != null && test.test(nameOrArn);
  }

  /**
   * Finds table names anywhere in a request by the names of its members, through the SDK's own
   * description of its model. Items and keys are not entered.
   */
  static final class TableMembers {
    /**
     * Members whose text is the name or ARN of a table, or the ARN of something that is part of
     * one.
     */
    static final Set<String> NAMING =
        Set.of(
            "TableName",
            "TableArn",
            "SourceTableName",
            "SourceTableArn",
            "TargetTableName",
            "GlobalTableName",
            "GlobalTableSourceArn",
            "ResourceArn",
            "BackupArn",
            "ExportArn",
            "ImportArn");

    /** Members that are maps whose keys are names or ARNs of tables. */
    static final Set<String> KEYED = Set.of("RequestItems");

    private TableMembers() {}

    static boolean anyMatch(SdkPojo structure, Predicate<String> test) {
      for (SdkField<?> field : structure.sdkFields()) {
        if (anyIn(field.memberName(), field.getValueOrDefault(structure), test)) {
          return true;
        }
      }
      return false;
    }

    private static boolean anyIn(String member, @Nullable Object value, Predicate<String> test) {
      if (value instanceof String text) {
        return NAMING.contains(member) && test.test(text);
      }
      if (value instanceof Map<?, ?> map) {
        return (KEYED.contains(member) && anyName(map.keySet(), test))
            || anyWithin(map.values(), test);
      }
      return value instanceof Iterable<?> list ? anyWithin(list, test) : entered(value, test);
    }

    private static boolean anyName(Iterable<?> names, Predicate<String> test) {
      for (Object name : names) {
        if (name instanceof String text && test.test(text)) {
          return true;
        }
      }
      return false;
    }

    private static boolean anyWithin(Iterable<?> values, Predicate<String> test) {
      for (Object value : values) {
        if (value instanceof Iterable<?> list ? anyWithin(list, test) : entered(value, test)) {
          return true;
        }
      }
      return false;
    }

    private static boolean entered(@Nullable Object value, Predicate<String> test) {
      return value instanceof SdkPojo structure
          && !(value instanceof AttributeValue)
          && anyMatch(structure, test);
    }
  }
}
