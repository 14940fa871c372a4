package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The key attributes of tables: given, told by a delete, or described once. */
final class KeyNames {
  private final Map<String, List<String>> known;

  KeyNames(Map<String, List<String>> given) {
    this.known = new ConcurrentHashMap<>(given);
  }

  /** The key attributes of a table that is about to be written to. */
  Flow<List<String>> of(String table, List<WriteRequest> writes) {
    List<String> names = known.get(table);
    if (names != null) {
      return Flow.of(names);
    }
    return writes.stream()
        .filter(write -> write.deleteRequest() != null)
        .findFirst()
        .map(write -> Flow.of(List.copyOf(write.deleteRequest().key().keySet())))
        .orElseGet(() -> described(table));
  }

  private Flow<List<String>> described(String table) {
    return TableCall.describe(DescribeTableRequest.builder().tableName(table).build())
        .map(
            answer -> {
              List<String> names =
                  answer.table().keySchema().stream().map(KeySchemaElement::attributeName).toList();
              known.put(table, names);
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
