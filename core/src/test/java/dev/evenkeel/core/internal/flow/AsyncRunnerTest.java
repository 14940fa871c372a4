package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AsyncRunnerTest {
  private final FanOutLimiter permits = new FanOutLimiter(3);
  private final AsyncRunner runner = new AsyncRunner(permits);
  private final Map<Integer, CompletableFuture<Integer>> sent = new ConcurrentHashMap<>();

  private final ExecutorService later = Executors.newFixedThreadPool(4);
  private final ExecutorService callerThreads = Executors.newFixedThreadPool(8);

  @AfterEach
  void stopThreads() {
    later.shutdownNow();
    callerThreads.shutdownNow();
  }

  @Test
  void run_100000AnswersInTurnAlreadyThere_doesNotGrowTheStack() {
    var result = run(Sum.inTurn(100_000), q -> completedFuture(1));
    assertThat(result).isCompletedWithValue(100_000);
  }

  @Test
  void run_burstOf100000AnswersAlreadyThere_doesNotGrowTheStack() {
    var result = run(Sum.wide(100_000), q -> completedFuture(1));
    assertThat(result).isCompletedWithValue(100_000);
    assertAllPermitsAreBack();
  }

  /** Of several results that end in one turn, all but one are completed on other threads. */
  private static int ended(CompletableFuture<Integer> result) {
    return result.orTimeout(1, TimeUnit.MINUTES).join();
  }

  @Test
  void run_manyRunsWokenByOneRelease_doNotGrowTheStack() {
    List<CompletableFuture<Integer>> results = new ArrayList<>();
    results.add(run(Sum.wide(3), this::send));
    for (int i = 0; i < 20_000; i++) {
      results.add(run(Sum.wide(3), q -> completedFuture(1)));
    }
    assertThat(permits.waiting()).isEqualTo(20_000);
    sent(0).complete(0);
    assertThat(results.subList(1, 20_001))
        .allSatisfy(result -> assertThat(ended(result)).isEqualTo(3));
    sent(1).complete(0);
    sent(2).complete(0);
    assertThat(results.get(0)).isCompletedWithValue(0);
    assertAllPermitsAreBack();
  }

  @Test
  void run_wide_sendsUpToTheLimitAndGoesOnAsAnswersCome() {
    var result = run(Sum.wide(5), this::send);
    assertThat(sent).containsOnlyKeys(0, 1, 2);
    sent(1).complete(10);
    assertThat(sent).containsOnlyKeys(0, 1, 2, 3);
    sent(0).complete(10);
    sent(2).complete(10);
    sent(3).complete(10);
    assertThat(result).isNotDone();
    sent(4).complete(10);
    assertThat(result).isCompletedWithValue(50);
    assertAllPermitsAreBack();
  }

  @Test
  void run_singleAsks_takeNoPermit() {
    for (int i = 0; i < 10; i++) {
      int key = i;
      var unused = run(Sum.wide(1), q -> send(key));
    }
    assertThat(sent).hasSize(10);
    assertThat(permits.available()).isEqualTo(3);
  }

  @Test
  void run_answered_completesOnTheAnsweringThread() throws Exception {
    var result = run(Sum.wide(2), this::send);
    AtomicReference<Thread> completing = new AtomicReference<>();
    var after = result.thenAccept(sum -> completing.set(Thread.currentThread()));
    sent(0).complete(1);
    Thread answering = new Thread(() -> sent(1).complete(1));
    answering.start();
    answering.join();
    assertThat(after).isCompleted();
    assertThat(completing.get()).isSameAs(answering);
  }

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
  void run_narrowBehindWide_getsEveryOtherPermit() {
    FanOutLimiter one = new FanOutLimiter(1);
    AsyncRunner shared = new AsyncRunner(one);
    List<String> order = new ArrayList<>();
    List<CompletableFuture<Integer>> open = new ArrayList<>();
    var wide = run(shared, Sum.wide(6), q -> record("wide", order, open));
    var narrow = run(shared, Sum.wide(3), q -> record("narrow", order, open));
    for (int i = 0; i < open.size(); i++) {
      open.get(i).complete(0);
    }
    assertThat(wide).isCompleted();
    assertThat(narrow).isCompleted();
    assertThat(order).startsWith("wide", "wide", "narrow", "wide", "narrow");
  }

  @Test
  void run_callbackBlocksOnARunThatWaitsForAPermit_stillEnds() {
    FanOutLimiter one = new FanOutLimiter(1);
    AsyncRunner shared = new AsyncRunner(one);
    var first = run(shared, Sum.firstOf(2), this::send);
    var second = run(shared, Sum.wide(2), q -> CompletableFuture.supplyAsync(() -> 1, later));
    var after = first.thenApply(sum -> sum + second.join());
    sent(0).complete(40);
    assertThat(after).isCompletedWithValue(42);
  }

  /** Both runs end in one turn of one thread: the second gets its permit when the first ends. */
  @Test
  void run_callbackBlocksOnARunThatEndsInTheSameTurn_stillEnds() {
    AsyncRunner shared = new AsyncRunner(new FanOutLimiter(1));
    var first = run(shared, Sum.firstOf(2), this::send);
    var second = run(shared, Sum.wide(2), q -> CompletableFuture.completedFuture(1));
    var after = first.thenApply(sum -> sum + second.join());
    sent(0).complete(40);
    assertThat(after).isCompletedWithValue(42);
  }

  @Test
  void run_fanOutsStackedThreeDeep_neverHang() {
    AsyncRunner outer = AsyncRunner.create(2);
    AsyncRunner middle = AsyncRunner.create(2);
    AsyncRunner inner = AsyncRunner.create(2);
    Function<Integer, CompletableFuture<Integer>> innermost =
        q -> run(inner, Sum.wide(40), leaf -> CompletableFuture.supplyAsync(() -> 1, later));
    var leaves = run(outer, Sum.wide(40), q -> run(middle, Sum.wide(40), innermost));
    assertThat(leaves.join()).isEqualTo(40 * 40 * 40);
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

  private CompletableFuture<Integer> run(
      Sum sum, Function<Integer, CompletableFuture<Integer>> call) {
    return run(runner, sum, call);
  }

  private static CompletableFuture<Integer> run(
      AsyncRunner runner, Sum sum, Function<Integer, CompletableFuture<Integer>> call) {
    return runner.run(sum.flow(), Sum.sender(call), Deadline.NONE);
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

  private CompletableFuture<Integer> sent(int request) {
    return requireNonNull(sent.get(request));
  }

  private CompletableFuture<Integer> send(int request) {
    return sent.computeIfAbsent(request, q -> new CompletableFuture<>());
  }

  private static CompletableFuture<Integer> record(
      String run, List<String> order, List<CompletableFuture<Integer>> open) {
    order.add(run);
    CompletableFuture<Integer> future = new CompletableFuture<>();
    open.add(future);
    return future;
  }

  private void assertAllPermitsAreBack() {
    assertThat(permits.available()).isEqualTo(3);
    assertThat(permits.waiting()).isZero();
  }
}
