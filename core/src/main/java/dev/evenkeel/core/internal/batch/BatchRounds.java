package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.item.DistinctKeys;
import dev.evenkeel.core.internal.pace.Throttles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A batch in rounds: a round sends all that is left, in parts that DynamoDB takes. Between rounds
 * there is a pause, so that a throttled batch sends fewer requests, not more. It ends when nothing
 * is left, or when too many rounds in a row have brought nothing.
 *
 * <p>A part that was throttled after the SDK's own retries is not sent again; its entries are left.
 * If nothing at all was processed, its exception is thrown. Any other failure fails the call when
 * all parts of the round have ended.
 */
final class BatchRounds<R, E> {
  private final BatchKind<R, E> batch;
  private final int fruitlessMax;
  private final List<R> answers = new ArrayList<>();
  private final List<E> throttled = new ArrayList<>();
  private @Nullable Throwable throttling;
  private @Nullable Throwable failure;

  private BatchRounds(BatchKind<R, E> batch, int fruitlessMax) {
    this.batch = batch;
    this.fruitlessMax = fruitlessMax;
  }

  /**
   * The whole batch.
   *
   * @param fruitlessMax how many repetitions in a row may bring nothing
   */
  static <R, E> Flow<R> flow(BatchKind<R, E> batch, int fruitlessMax) {
    return Flow.defer(() -> new BatchRounds<>(batch, fruitlessMax).all());
  }

  private Flow<R> all() {
    List<E> entries = batch.entries();
    if (entries.size() <= batch.partMax()) {
      return batch
          .send(entries)
          .then(
              answer -> {
                answers.add(answer);
                return batch.left(answer).isEmpty()
                    ? Flow.of(answer)
                    : rest(entries.size(), batch.left(answer), 0);
              });
    }
    return batch
        .keys()
        .then(
            keys ->
                isDistinct(keys)
                    ? round(entries, 0, batch.isFirstAlone())
                    : Flow.failed(
                        ValidationErrors.of("Provided list of item keys contains duplicates")));
  }

  private static boolean isDistinct(Map<String, List<Map<String, AttributeValue>>> keys) {
    return keys.values().stream().allMatch(DistinctKeys::areDistinct);
  }

  private Flow<R> round(List<E> entries, int fruitless, boolean firstAlone) {
    List<List<E>> parts = new ArrayList<>();
    for (int i = 0; i < entries.size(); i += batch.partMax()) {
      parts.add(entries.subList(i, Math.min(entries.size(), i + batch.partMax())));
    }
    Flow<List<List<E>>> left =
        firstAlone
            ? sent(parts.get(0))
                .then(
                    first ->
                        failure == null
                            ? sent(parts.subList(1, parts.size()), first)
                            : Flow.of(List.of(first)))
            : sent(parts, List.of());
    return left.then(
        all ->
            failure == null
                ? rest(entries.size(), all.stream().flatMap(List::stream).toList(), fruitless)
                : Flow.failed(failure));
  }

  private Flow<List<List<E>>> sent(List<List<E>> parts, List<E> before) {
    return Flow.awaitAll(parts.stream().map(this::sent).toList())
        .map(
            left -> {
              List<List<E>> all = new ArrayList<>(List.of(before));
              all.addAll(left);
              return all;
            });
  }

  /** Ends with what is left of a part, whatever happens. */
  private Flow<List<E>> sent(List<E> part) {
    return batch
        .send(part)
        .map(
            answer -> {
              answers.add(answer);
              return batch.left(answer);
            })
        .recover(cause -> Flow.of(failed(part, cause)));
  }

  private List<E> failed(List<E> part, Throwable cause) {
    if (Throttles.isThrottle(cause)) {
      throttling = throttling == null ? cause : throttling;
      throttled.addAll(part);
    } else if (failure == null) {
      failure = cause;
    } else if (failure != cause) {
      failure.addSuppressed(cause);
    }
    return List.of();
  }

  private Flow<R> rest(int sent, List<E> left, int fruitless) {
    int now = left.size() < sent ? 0 : fruitless + 1;
    if (left.isEmpty() || fruitlessMax == 0 || now > fruitlessMax) {
      return end(left);
    }
    return Flow.ask(Retries.pause(now)).then(done -> round(left, now, false));
  }

  private Flow<R> end(List<E> left) {
    List<E> all = new ArrayList<>(left);
    all.addAll(throttled);
    return throttling != null && all.size() == batch.entries().size()
        ? Flow.failed(throttling)
        : Flow.of(batch.joined(answers, all));
  }
}
