package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.item.DistinctKeys;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The parts of one batch: one request for each period table, and one for all tables that are no
 * series. So a throttled or missing old table does not affect the live one.
 *
 * <p>Throttled entries count as unprocessed, as in a batch of DynamoDB's; if nothing at all was
 * processed, the exception is thrown. Any other failure fails the call when all parts have ended.
 *
 * @param <E> a key or a write
 * @param <R> the answer to a part
 */
final class BatchParts<E, R> {
  private final List<Part<E, R>> parts = new ArrayList<>();
  private @Nullable Call repeating;

  /**
   * A part.
   *
   * @param callerName how the caller names the series; null for the tables that are none
   * @param names of the period's table
   * @param entries the part's keys or writes by the names that the caller has for their tables
   * @param answer sends the part
   */
  record Part<E, R>(
      @Nullable String callerName,
      CallerNames names,
      Map<String, List<E>> entries,
      Flow<R> answer) {

    private int count() {
      return entries.values().stream().mapToInt(List::size).sum();
    }
  }

  /** The result of a part: an answer or a failure. */
  record Outcome<E, R>(Part<E, R> part, @Nullable R answer, @Nullable Throwable failure) {

    boolean isThrottled() {
      return failure instanceof SdkServiceException service && service.isThrottlingException();
    }
  }

  void add(Part<E, R> part) {
    parts.add(part);
  }

  /**
   * Notes whether a table's keys repeat, and checks what DynamoDB checks of a whole batch, as far
   * as it is known: otherwise a refusal of the second request would come after the first was
   * executed. Called for each table after its parts are added.
   */
  void requireWholeWith(
      Call call, int entriesMax, List<Map<String, AttributeValue>> keys, String entriesName) {
    if (!DistinctKeys.areDistinct(keys)) {
      repeating = call;
    }
    if (parts.size() < 2) {
      return;
    }
    int entries = count();
    if (entries > entriesMax) {
      throw call.invalid(
          "the batch has %d %s, past DynamoDB's %d".formatted(entries, entriesName, entriesMax),
          "Send several batches, or put a BatchingDynamoDbClient in front");
    }
    if (repeating != null) {
      throw repeating.invalid("the batch names one item twice", "Name each item once");
    }
  }

  private int count() {
    return parts.stream().mapToInt(Part::count).sum();
  }

  /** Sends all parts concurrently and returns their results. */
  Flow<List<Outcome<E, R>>> send() {
    List<Flow<Outcome<E, R>>> flows = new ArrayList<>();
    for (Part<E, R> part : parts) {
      flows.add(
          part.answer()
              .map(answer -> new Outcome<>(part, answer, null))
              .recover(failure -> Flow.of(new Outcome<>(part, null, failure))));
    }
    return Flow.awaitAll(flows);
  }

  /** Whether there is a part of writes that did not find its table missing. */
  static <E, R> boolean mayHaveWritten(List<Outcome<E, R>> outcomes) {
    return outcomes.stream()
        .anyMatch(outcome -> !(outcome.failure() instanceof ResourceNotFoundException));
  }

  /**
   * The failure of the whole batch.
   *
   * @param failures the failures that are no throttling, in the caller's terms
   * @param unprocessed how many entries are to be reported as such
   * @return null if there is a response to give
   */
  @Nullable Throwable failure(
      List<Outcome<E, R>> outcomes, List<Throwable> failures, int unprocessed) {
    if (!failures.isEmpty()) {
      Throwable first = failures.get(0);
      failures.stream().skip(1).filter(more -> more != first).forEach(first::addSuppressed);
      return first;
    }
    for (Outcome<E, R> outcome : outcomes) {
      if (outcome.failure() != null && outcome.isThrottled() && unprocessed == count()) {
        return outcome.part().names().failure(outcome.failure());
      }
    }
    return null;
  }
}
