package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.pace.Throttles;
import dev.evenkeel.core.internal.value.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A batch in rounds: a round sends all that is left, in parts that DynamoDB takes. Between rounds
 * there is a pause, so that a throttled batch sends fewer requests, not more. It ends when nothing
 * is left, or when too many rounds in a row have brought nothing.
 *
 * <p>A part that is throttled, or of which nothing was processed, ends its round: parts that were
 * not sent yet wait for the next one. A part that was throttled after the SDK's own retries is not
 * sent again; its entries are left. If nothing at all was processed, its exception is thrown, and
 * so it is if a first round was answered with nothing else.
 *
 * <p>Any other failure ends the round, too, and fails the call when all parts under way have ended.
 */
final class BatchRounds<R, E> {
  private final BatchKind<R, E> batch;
  private final int fruitlessMax;
  private final int widthMax;
  private final List<E> entries;
  private final List<R> answers = new ArrayList<>();
  private final List<E> throttled = new ArrayList<>();
  private @Nullable Throwable throttling;
  private @Nullable Throwable failure;
  private boolean roundEnds;
  private int processed;

  private BatchRounds(BatchKind<R, E> batch, int fruitlessMax, int widthMax) {
    this.batch = batch;
    this.fruitlessMax = fruitlessMax;
    this.widthMax = widthMax;
    this.entries = batch.entries();
  }

  /**
   * The whole batch.
   *
   * @param fruitlessMax how many repetitions in a row may bring nothing
   * @param widthMax how many parts are under way at once; at least 1
   */
  static <R, E> Flow<R> flow(BatchKind<R, E> batch, int fruitlessMax, int widthMax) {
    return Flow.defer(() -> new BatchRounds<>(batch, fruitlessMax, widthMax).all());
  }

  private Flow<R> all() {
    if (entries.size() <= batch.partMax()) {
      return batch
          .sendWhole()
          .then(
              answer -> {
                List<E> left = left(entries, answer);
                return left.isEmpty() ? Flow.of(answer) : rest(left, 0);
              });
    }
    return batch
        .isDistinct()
        .then(
            distinct ->
                distinct
                    ? round(entries, 0)
                    : Flow.failed(
                        ValidationErrors.of("Provided list of item keys contains duplicates")));
  }

  private Flow<R> round(List<E> all, int fruitless) {
    roundEnds = false;
    processed = 0;
    List<List<E>> parts = Slices.of(all, batch.partMax());
    int alone = batch.isFirstAlone() && answers.isEmpty() ? 1 : 0;
    return sent(parts.subList(0, alone))
        .then(
            first ->
                sent(parts.subList(alone, parts.size()))
                    .then(
                        others ->
                            ended(
                                Stream.of(first, others)
                                    .flatMap(List::stream)
                                    .flatMap(List::stream)
                                    .toList(),
                                fruitless)));
  }

  private Flow<List<List<E>>> sent(List<List<E>> parts) {
    return Flow.awaitAll(parts.stream().map(this::sentPart).toList(), widthMax);
  }

  /** Ends with what is left of a part, whatever happens: all of it if the round has ended. */
  private Flow<List<E>> sentPart(List<E> part) {
    return Flow.defer(
        () ->
            roundEnds
                ? Flow.of(part)
                : batch
                    .send(part)
                    .map(answer -> left(part, answer))
                    .recover(cause -> Flow.of(failed(part, cause))));
  }

  private List<E> left(List<E> part, R answer) {
    answers.add(answer);
    List<E> left = batch.left(answer);
    processed += part.size() - left.size();
    roundEnds |= left.size() == part.size();
    return left;
  }

  private List<E> failed(List<E> part, Throwable cause) {
    roundEnds = true;
    if (Throttles.isThrottle(cause)) {
      throttling = throttling == null ? cause : throttling;
      throttled.addAll(part);
    } else if (failure == null) {
      failure = cause;
    } else if (failure != cause && failure.getSuppressed().length == 0) {
      failure.addSuppressed(cause); // one more tells that it was no single part; many tell no more
    }
    return List.of();
  }

  private Flow<R> ended(List<E> left, int fruitless) {
    if (failure != null) {
      return Flow.failed(failure);
    }
    return throttling != null && answers.isEmpty()
        ? Flow.failed(throttling)
        : rest(left, fruitless);
  }

  private Flow<R> rest(List<E> left, int fruitless) {
    int now = processed > 0 ? 0 : fruitless + 1;
    if (left.isEmpty() || fruitlessMax == 0 || now > fruitlessMax) {
      return end(left);
    }
    return Flow.ask(Retries.pause(now)).then(done -> round(left, now));
  }

  private Flow<R> end(List<E> left) {
    List<E> all = new ArrayList<>(left);
    all.addAll(throttled);
    return throttling != null && all.size() == entries.size()
        ? Flow.failed(throttling)
        : Flow.of(batch.joined(answers, all));
  }
}
