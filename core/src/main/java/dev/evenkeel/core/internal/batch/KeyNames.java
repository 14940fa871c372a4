package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.DistinctKeys;
import dev.evenkeel.core.internal.operation.Overrides;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The key attributes of tables: given, or described. A delete does not tell them, since it may
 * carry attributes beside its key that a decorator below asks for.
 */
final class KeyNames {
  private final Map<String, List<String>> given;
  private final Map<String, List<String>> described = new ConcurrentHashMap<>();

  KeyNames(Map<String, List<String>> given) {
    this.given = Map.copyOf(given);
  }

  /**
   * Whether all writes to a table are of different items. Described names are used again, but they
   * refuse nothing: the table may have been created anew with other keys.
   */
  Flow<Boolean> areDistinct(BatchWriteItemRequest request, String table) {
    List<WriteRequest> writes = request.requestItems().getOrDefault(table, List.of());
    List<String> told = given.get(table);
    if (told != null) {
      return Flow.of(areDistinct(writes, told));
    }
    List<String> known = Overrides.areOfNoOtherCaller(request) ? described.get(table) : null;
    return known != null && areDistinct(writes, known)
        ? Flow.of(true)
        : described(request, table).map(names -> areDistinct(writes, names));
  }

  private static boolean areDistinct(List<WriteRequest> writes, List<String> names) {
    return DistinctKeys.areDistinct(writes.stream().map(write -> key(write, names)).toList());
  }

  private static Map<String, AttributeValue> key(WriteRequest write, List<String> names) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    if (write.deleteRequest() != null) {
      key.putAll(write.deleteRequest().key());
    } else if (write.putRequest() != null) {
      key.putAll(write.putRequest().item());
    }
    key.keySet().retainAll(names);
    return key;
  }

  private Flow<List<String>> described(BatchWriteItemRequest request, String table) {
    DescribeTableRequest.Builder describe = DescribeTableRequest.builder().tableName(table);
    request.overrideConfiguration().ifPresent(describe::overrideConfiguration);
    return TableCall.describe(describe.build())
        .map(
            answer -> {
              List<String> names =
                  answer.table().keySchema().stream().map(KeySchemaElement::attributeName).toList();
              if (Overrides.areOfNoOtherCaller(request)) {
                described.put(table, names);
              }
              return names;
            })
        .mapFailure(cause -> cause instanceof RefusedOperationException ? untold(table) : cause);
  }

  private static RefusedOperationException untold(String table) {
    return new RefusedOperationException(
        "BatchWriteItem",
        table,
        "the batch needs several requests, and whether it names an item twice cannot be told: the"
            + " table cannot be described",
        "Give its keys to the batching client: keys(table, attributes)");
  }
}
