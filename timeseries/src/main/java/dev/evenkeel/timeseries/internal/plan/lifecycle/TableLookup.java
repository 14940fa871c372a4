package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * The answer of DescribeTable, which may be some seconds old.
 *
 * @param table null if there is none, or none is visible yet
 */
public record TableLookup(@Nullable TableDescription table) {

  /** No table. */
  public static final TableLookup NONE = new TableLookup(null);

  private static final String PROBE = "evenkeel.probe";

  /** Describes a table. */
  public static Flow<TableLookup> of(String name) {
    return TableCall.describe(name)
        .map(answer -> new TableLookup(answer.table()))
        .recover(Refusals::isNotFound, failure -> Flow.of(NONE));
  }

  /**
   * Lists the tables of the account, page by page.
   *
   * @param after a name of three characters or more; null for all
   * @param name takes each name
   */
  static Flow<Done> names(@Nullable String after, Consumer<String> name) {
    ListTablesRequest request = ListTablesRequest.builder().exclusiveStartTableName(after).build();
    return TableCall.listTables(request)
        .then(
            page -> {
              page.tableNames().forEach(name);
              String last = page.lastEvaluatedTableName();
              return last == null ? Flow.done() : names(last, name);
            });
  }

  /** The table unless it is being deleted: then its archive is all that will be left of it. */
  public @Nullable TableDescription staying() {
    return table == null || table.tableStatus() == TableStatus.DELETING ? null : table;
  }

  /**
   * Whether a table answers reads, which a new one may not do yet. Costs half a read unit, for a
   * key that hardly any item has.
   */
  public static Flow<Boolean> answers(String name, KeySchema schema) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(name)
            .key(probeKey(schema))
            .projectionExpression("#key")
            .expressionAttributeNames(Map.of("#key", schema.partitionKey().name()))
            .build();
    return answers(request);
  }

  /** Whether there is a table that answers a read. */
  static Flow<Boolean> answers(GetItemRequest request) {
    return TableCall.get(request)
        .map(answer -> true)
        .recover(Refusals::isNotFound, failure -> Flow.of(false));
  }

  private static Map<String, AttributeValue> probeKey(KeySchema schema) {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put(schema.partitionKey().name(), value(schema.partitionKey()));
    KeyAttribute sort = schema.sortKey();
    if (sort != null) {
      key.put(sort.name(), value(sort));
    }
    return key;
  }

  private static AttributeValue value(KeyAttribute attribute) {
    return switch (attribute.type()) {
      case N -> AttributeValue.fromN("-1");
      case B -> AttributeValue.fromB(SdkBytes.fromUtf8String(PROBE));
      default -> AttributeValue.fromS(PROBE);
    };
  }
}
