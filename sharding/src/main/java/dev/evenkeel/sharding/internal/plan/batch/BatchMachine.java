package dev.evenkeel.sharding.internal.plan.batch;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.pace.Throttles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
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
final class BatchMachine<Q, A, R> implements Machine<Q, A, R> {

  /** In which order the sub-requests are sent. */
  enum Pace {
    /** All at once. */
    TOGETHER,
    /** The first alone, and the rest only if it is not refused. */
    FIRST_ALONE
  }

  private final List<Q> subRequests;
  private final Pace pace;
  private final Function<List<@Nullable A>, BatchOutcome<R>> combine;
  private final List<@Nullable A> answers;
  private int asked;
  private int settled;
  private @Nullable Throwable throttling;
  private @Nullable Throwable failure;

  /**
   * @param combine from the answers, in the order of the sub-requests, null where throttled; the
   *     first never is
   */
  BatchMachine(
      List<Q> subRequests, Pace pace, Function<List<@Nullable A>, BatchOutcome<R>> combine) {
    this.subRequests = List.copyOf(subRequests);
    this.pace = pace;
    this.combine = combine;
    this.answers = new ArrayList<>(Collections.nCopies(subRequests.size(), null));
  }

  @Override
  public Step<Q, R> next() {
    if (failure == null && asked < sendable()) {
      return Step.ask(asked, subRequests.get(asked++));
    }
    if (settled < asked) {
      return Step.park();
    }
    return failure == null ? outcome() : Step.fail(failure);
  }

  private int sendable() {
    return pace == Pace.FIRST_ALONE && settled == 0 ? 1 : subRequests.size();
  }

  private Step<Q, R> outcome() {
    BatchOutcome<R> outcome = combine.apply(answers);
    return throttling != null && outcome.processed() == 0
        ? Step.fail(throttling)
        : Step.finish(outcome.response());
  }

  @Override
  public void onAnswer(int ticket, A answer) {
    settled++;
    answers.set(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    settled++;
    if (ticket > 0 && Throttles.isThrottle(cause)) {
      throttling = throttling == null ? cause : throttling;
    } else if (failure == null) {
      failure = cause;
    }
  }

  @Override
  public List<String> mayFollow() {
    int more = subRequests.size() - asked;
    return more == 0
        ? List.of()
        : List.of("%d more, all at once, when the first is accepted".formatted(more));
  }
}
