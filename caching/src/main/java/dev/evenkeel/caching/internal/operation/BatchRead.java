package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.TableName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * One batch of a caller's. It asks for what is not in memory and nobody else reads, tells those who
 * wait for that, and only then waits for the reads of others: so no two ever wait for each other.
 * What it has waited for in vain is asked for in another round. A batch that has got something does
 * not fail for the rest if that is throttled, as DynamoDB's does not: it leaves it unprocessed.
 */
final class BatchRead {
  private final BatchGetItemRequest request;
  private final Map<String, BatchPart> parts;
  private final List<BatchGetItemResponse> answers = new ArrayList<>();

  /** Of tables of which nothing is cached. */
  private final Map<String, KeysAndAttributes> throttled = new LinkedHashMap<>();

  /**
   * @param parts by the names of their tables in the request: those of which something is cached
   */
  BatchRead(BatchGetItemRequest request, Map<String, BatchPart> parts) {
    this.request = request;
    this.parts = parts;
  }

  Flow<BatchGetItemResponse> flow() {
    return round(request.requestItems());
  }

  /**
   * @param tables what the caller asks for, if it has not been asked for; of the parts, what is
   *     left counts
   */
  private Flow<BatchGetItemResponse> round(Map<String, KeysAndAttributes> tables) {
    Map<String, KeysAndAttributes> rest = new LinkedHashMap<>(tables);
    parts.forEach((name, part) -> rest.compute(name, (same, asked) -> part.look()));
    return own(rest)
        .then(read -> others())
        .then(read -> isOver() ? Flow.of(combined()) : Flow.defer(() -> round(Map.of())));
  }

  private Flow<Done> own(Map<String, KeysAndAttributes> rest) {
    if (rest.isEmpty()) {
      return Flow.done();
    }
    return TableCall.batchGet(request.toBuilder().requestItems(rest).build())
        .map(this::answered)
        .recover(
            failure -> {
              parts.values().forEach(part -> part.failed(failure));
              return hasAny() && BatchPart.isThrottled(failure)
                  ? Flow.of(throttled(rest))
                  : Flow.failed(failure);
            });
  }

  /** Whether the caller gets anything: only then does DynamoDB leave keys unprocessed. */
  private boolean hasAny() {
    return !answers.isEmpty() || parts.values().stream().anyMatch(BatchPart::hasAny);
  }

  private Done answered(BatchGetItemResponse answer) {
    answers.add(answer);
    Map<String, List<Map<String, AttributeValue>>> read = answer.responses();
    Map<String, KeysAndAttributes> left = answer.unprocessedKeys();
    parts.forEach(
        (name, part) ->
            part.answered(
                read.getOrDefault(named(read.keySet(), name), List.of()),
                left.get(named(left.keySet(), name))));
    return Done.DONE;
  }

  private Done throttled(Map<String, KeysAndAttributes> rest) {
    throttled.putAll(rest);
    throttled.keySet().removeAll(parts.keySet());
    parts.forEach((name, part) -> part.answered(List.of(), rest.get(name)));
    return Done.DONE;
  }

  private Flow<Done> others() {
    return parts.values().stream()
        .map(BatchPart::others)
        .reduce(Flow.done(), Flow::then)
        .atResult(done -> leave());
  }

  private void leave() {
    boolean any = hasAny();
    parts.values().forEach(part -> part.leave(any));
  }

  private boolean isOver() {
    return parts.values().stream().allMatch(BatchPart::isOver);
  }

  private BatchGetItemResponse combined() {
    Map<String, List<Map<String, AttributeValue>>> responses = new LinkedHashMap<>();
    Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>(throttled);
    List<ConsumedCapacity> consumed = new ArrayList<>();
    throttled.keySet().forEach(name -> responses.put(name, List.of()));
    for (BatchGetItemResponse answer : answers) {
      responses.putAll(answer.responses());
      unprocessed.putAll(answer.unprocessedKeys());
      consumed.addAll(answer.consumedCapacity());
    }
    parts.forEach(
        (name, part) -> {
          responses.put(named(responses.keySet(), name), part.items());
          KeysAndAttributes left = part.left();
          if (left != null) {
            unprocessed.put(named(unprocessed.keySet(), name), left);
          }
        });
    if (answers.isEmpty()) {
      consumed.addAll(nothing(request));
    }
    BatchGetItemResponse.Builder all =
        BatchGetItemResponse.builder()
            .responses(responses)
            .unprocessedKeys(unprocessed)
            .consumedCapacity(CapacitySum.perTable(consumed));
    ResponseMetadata.copy(answers.isEmpty() ? null : answers.get(answers.size() - 1), all);
    return all.build();
  }

  /** The name of a table in an answer, which may be the plain one where the request has an ARN. */
  private static String named(Set<String> answered, String name) {
    String plain = TableName.parse(name).name();
    return !answered.contains(name) && answered.contains(plain) ? plain : name;
  }

  private static List<ConsumedCapacity> nothing(BatchGetItemRequest request) {
    return request.requestItems().keySet().stream()
        .map(name -> CapacitySum.nothing(name, request.returnConsumedCapacity()))
        .filter(Objects::nonNull)
        .toList();
  }
}
