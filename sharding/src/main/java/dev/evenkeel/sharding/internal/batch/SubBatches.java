package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.pace.Throttles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sends the sub-requests of one batch and takes their answers together. Nothing is sent twice: what
 * comes back unprocessed is the caller's to repeat.
 *
 * <p>Throttling is what DynamoDB makes of it for one batch. A sub-request that was throttled counts
 * as unprocessed; if nothing at all was processed, the exception is thrown. So it is if the first
 * was throttled, which holds a part of everything. Every other failure fails the call.
 *
 * <p>A failed call ends when all that was sent is answered: an abandoned write could land later,
 * and an abandoned read would cost its connection, of which a throttled caller needs no fewer.
 */
public final class SubBatches<A, R> {

  /** In which order the sub-requests are sent. */
  public enum Pace {
    /** All at once. */
    TOGETHER,
    /** The first alone, and the rest only if it is not refused. */
    FIRST_ALONE
  }

  private final List<Flow<A>> subRequests;
  private final Function<List<@Nullable A>, BatchOutcome<R>> combine;
  private final List<@Nullable A> answers;
  private @Nullable Throwable throttling;
  private @Nullable Throwable failure;

  private SubBatches(
      List<Flow<A>> subRequests, Function<List<@Nullable A>, BatchOutcome<R>> combine) {
    this.subRequests = subRequests;
    this.combine = combine;
    this.answers = new ArrayList<>(Collections.nCopies(subRequests.size(), null));
  }

  /**
   * A plan that sends them.
   *
   * @param combine from the answers, in the order of the sub-requests, null where throttled; the
   *     first never is
   */
  public static <A, R> Plan<R> plan(
      List<Flow<A>> subRequests, Pace pace, Function<List<@Nullable A>, BatchOutcome<R>> combine) {
    int more = pace == Pace.FIRST_ALONE ? subRequests.size() - 1 : 0;
    return Plan.of(
        Flow.defer(() -> new SubBatches<>(subRequests, combine).sent(pace)),
        more == 0
            ? List.of()
            : List.of("%d more, all at once, when the first is accepted".formatted(more)));
  }

  private Flow<R> sent(Pace pace) {
    Flow<Done> sent =
        pace == Pace.TOGETHER
            ? sentFrom(0)
            : sent(0).then(done -> failure == null ? sentFrom(1) : Flow.done());
    return sent.then(done -> failure == null ? outcome() : Flow.failed(failure));
  }

  private Flow<Done> sentFrom(int first) {
    return Flow.awaitAll(IntStream.range(first, subRequests.size()).mapToObj(this::sent).toList())
        .map(all -> Done.DONE);
  }

  private Flow<Done> sent(int number) {
    return subRequests
        .get(number)
        .atResult(answer -> answers.set(number, answer))
        .map(answer -> Done.DONE)
        .recover(cause -> failed(number, cause));
  }

  private Flow<Done> failed(int number, Throwable cause) {
    if (number > 0 && Throttles.isThrottle(cause)) {
      throttling = throttling == null ? cause : throttling;
    } else if (failure == null) {
      failure = cause;
    }
    return Flow.done();
  }

  private Flow<R> outcome() {
    BatchOutcome<R> outcome = combine.apply(answers);
    return throttling != null && outcome.processed() == 0
        ? Flow.failed(throttling)
        : Flow.of(outcome.response());
  }

  /**
   * The combined answers to a batch's sub-requests.
   *
   * @param response in logical terms
   * @param processed how many of the caller's entries are not reported as unprocessed
   */
  public record BatchOutcome<R>(R response, int processed) {}
}
