package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.Throttles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The requests for the rows of one partition key, which wait for throttles.
 *
 * @param isStopped whether a throttled request fails instead
 */
record WorkRows(String table, String partition, BooleanSupplier isStopped) {

  /** Sends a request again while it fails for what passes. */
  <T> Flow<T> waited(Supplier<Flow<T>> request) {
    return Retries.repeated(request, Throttles::passes, isStopped);
  }

  Map<String, AttributeValue> key(String sort) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromS(sort));
  }

  Flow<Optional<Map<String, AttributeValue>>> read(Map<String, AttributeValue> key) {
    GetItemRequest get =
        GetItemRequest.builder().tableName(table).key(key).consistentRead(true).build();
    return waited(() -> TableCall.get(get))
        .map(answer -> answer.hasItem() ? Optional.of(answer.item()) : Optional.empty());
  }

  /** All rows whose sort key begins so. */
  Flow<List<Map<String, AttributeValue>>> all(String prefix) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(table)
            .consistentRead(true)
            .keyConditionExpression("pk = :job AND begins_with(sk, :kind)")
            .expressionAttributeValues(
                Map.of(
                    ":job", AttributeValue.fromS(partition),
                    ":kind", AttributeValue.fromS(prefix)))
            .build();
    return TableCall.queryAll(query, page -> waited(() -> TableCall.query(page)));
  }

  /** Writes a row unless there is one; false if there is. */
  Flow<Boolean> putNew(Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return waited(
        () ->
            WorkWrite.one(WorkWrite.added(table, key, attributes))
                .recover(ConditionalCheckFailedException.class, failure -> Flow.of(false)));
  }

  /**
   * Writes the next row if the stored one is as it was read; false if another came between. Whether
   * a write without an answer was made, the row tells.
   *
   * @param read ends with the row of now
   */
  <R> Flow<Boolean> swap(Flow<Boolean> write, Supplier<Flow<Optional<R>>> read, R seen, R next) {
    return waited(
        () ->
            write.recover(
                failure ->
                    read.get()
                        .then(
                            found ->
                                found.filter(seen::equals).isPresent()
                                    ? Flow.failed(failure)
                                    : Flow.of(found.filter(next::equals).isPresent()))));
  }

  Flow<Done> deleted(Map<String, AttributeValue> key) {
    DeleteItemRequest delete = DeleteItemRequest.builder().tableName(table).key(key).build();
    return waited(() -> TableCall.delete(delete)).map(answer -> Done.DONE);
  }
}
