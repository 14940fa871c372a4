package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** Runs that end before all has been asked: by a result, a failure or a cancellation. */
class AsyncRunnerEndTest extends AsyncRuns {
  @Test
  void run_fails_reportsTheSdkExceptionAsDirectCauseAndCancelsLosers() {
    var cause = ConditionalCheckFailedException.builder().message("no").build();
    var result = run(Sum.wide(9), this::send);
    sent(1).completeExceptionally(new CompletionException(new CompletionException(cause)));
    assertThat(catchThrowable(result::join))
        .isExactlyInstanceOf(CompletionException.class)
        .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(cause));
    assertThat(catchThrowable(result::get))
        .isExactlyInstanceOf(ExecutionException.class)
        .satisfies(thrown -> assertThat(thrown.getCause()).isSameAs(cause));
    assertThat(sent).containsOnlyKeys(0, 1, 2);
    assertThat(sent(0)).isCancelled();
    assertThat(sent(2)).isCancelled();
    assertAllPermitsAreBack();
  }

  @Test
  void run_finishesEarly_cancelsLosers() {
    var result = run(Sum.firstOf(9), this::send);
    sent(2).complete(4);
    assertThat(result).isCompletedWithValue(4);
    assertThat(sent(0)).isCancelled();
    assertThat(sent(1)).isCancelled();
    assertThat(sent).hasSize(3);
    assertAllPermitsAreBack();
  }

  /** The first failure of reads cancels the others, though the flow continues. */
  @Test
  void run_partFailsFast_cancelsTheRestOfItAndSendsNoMoreOfIt() {
    Flow<Integer> flow = Sum.wide(9).flow().recover(failure -> Flow.ask(new Sum.Summand(100)));
    var result = runner.run(flow, Sum.sender(this::send), Deadline.NONE);
    sent(1).completeExceptionally(new IllegalStateException("no"));
    assertThat(sent(0)).isCancelled();
    assertThat(sent(2)).isCancelled();
    assertThat(sent).containsOnlyKeys(0, 1, 2, 100);
    assertAllPermitsAreBack();
    sent(100).complete(5);
    assertThat(result).isCompletedWithValue(5);
  }

  @Test
  void run_resultCancelled_cancelsWhatIsInFlightAndSendsNoMore() {
    var result = run(Sum.wide(9), this::send);
    result.cancel(true);
    assertThat(sent.values()).hasSize(3).allMatch(CompletableFuture::isCancelled);
    assertAllPermitsAreBack();
  }

  @Test
  void run_resultCancelledWhileQueued_leavesTheQueue() {
    var first = run(Sum.wide(4), this::send);
    var second = run(Sum.wide(2), q -> send(100 + q));
    assertThat(permits.waiting()).isEqualTo(2);
    second.cancel(true);
    assertThat(permits.waiting()).isEqualTo(1);
    first.cancel(true);
    assertThat(sent).hasSize(3);
    assertAllPermitsAreBack();
  }

  @Test
  void run_singleAskCancelled_cancelsIt() {
    run(Sum.wide(1), this::send).cancel(true);
    assertThat(sent(0)).isCancelled();
  }

  @Test
  void run_subFutureCancelledByOthers_isAFailureOfThatAsk() {
    var result = run(Sum.wide(2), this::send);
    sent(0).cancel(true);
    assertThat(result).isCompletedExceptionally();
    assertThat(catchThrowable(result::join)).isInstanceOf(CancellationException.class);
  }

  @Test
  void run_callThrows_endsTheResultWithIt() {
    IllegalStateException thrown = new IllegalStateException("refused");
    var result =
        run(
            Sum.wide(5),
            q -> {
              throw thrown;
            });
    assertThat(catchThrowable(result::join).getCause()).isSameAs(thrown);
    assertAllPermitsAreBack();
  }

  @Test
  void run_callReturnsNull_endsTheResult() {
    var result = run(Sum.wide(5), q -> null);
    assertThat(catchThrowable(result::join))
        .hasRootCauseMessage("the delegate returned null instead of a future");
    assertAllPermitsAreBack();
  }

  @Test
  void run_manyThreadsCancellingAndFailing_everyRunEndsAndNoPermitIsLost() {
    AtomicInteger ended = new AtomicInteger();
    List<CompletableFuture<Void>> callers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(i);
      callers.add(CompletableFuture.runAsync(() -> runOften(random, ended), callerThreads));
    }
    callers.forEach(CompletableFuture::join);
    assertThat(ended).hasValue(8 * 500);
    Until.holds(() -> permits.available() == 3 && permits.waiting() == 0);
  }

  private void runOften(Random random, AtomicInteger ended) {
    for (int i = 0; i < 500; i++) {
      int fate = random.nextInt(4);
      Sum sum = fate == 0 ? Sum.firstOf(10) : Sum.windowed(10, 1 + random.nextInt(10));
      var result = run(sum, q -> answer(fate == 1 && q == 5));
      if (fate == 2) {
        result.cancel(true);
      }
      result.handle((value, failure) -> ended.incrementAndGet()).join();
    }
  }

  private CompletableFuture<Integer> answer(boolean fails) {
    return CompletableFuture.supplyAsync(
        () -> {
          if (fails) {
            throw new IllegalStateException("no");
          }
          return 1;
        },
        later);
  }
}
