package dev.evenkeel.core.internal.flow;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Answers, the threads that bring them, and the permits that runs wait for. */
class AsyncRunnerTest extends AsyncRuns {
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
  void run_narrowBehindWide_getsEveryOtherPermit() {
    FanOutLimiter one = new FanOutLimiter(1);
    AsyncRunner shared = new AsyncRunner(one, ClientThreads.shared());
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
    AsyncRunner shared = new AsyncRunner(one, ClientThreads.shared());
    var first = run(shared, Sum.firstOf(2), this::send);
    var second = run(shared, Sum.wide(2), q -> CompletableFuture.supplyAsync(() -> 1, later));
    var after = first.thenApply(sum -> sum + second.join());
    sent(0).complete(40);
    assertThat(after).isCompletedWithValue(42);
  }

  /** Both runs end in one turn of one thread: the second gets its permit when the first ends. */
  @Test
  void run_callbackBlocksOnARunThatEndsInTheSameTurn_stillEnds() {
    AsyncRunner shared = new AsyncRunner(new FanOutLimiter(1), ClientThreads.shared());
    var first = run(shared, Sum.firstOf(2), this::send);
    var second = run(shared, Sum.wide(2), q -> CompletableFuture.completedFuture(1));
    var after = first.thenApply(sum -> sum + second.join());
    sent(0).complete(40);
    assertThat(after).isCompletedWithValue(42);
  }

  @Test
  void run_fanOutsStackedThreeDeep_neverHang() {
    AsyncRunner outer = AsyncRunner.create(2, ClientThreads.shared());
    AsyncRunner middle = AsyncRunner.create(2, ClientThreads.shared());
    AsyncRunner inner = AsyncRunner.create(2, ClientThreads.shared());
    Function<Integer, CompletableFuture<Integer>> innermost =
        q -> run(inner, Sum.wide(40), leaf -> CompletableFuture.supplyAsync(() -> 1, later));
    var leaves = run(outer, Sum.wide(40), q -> run(middle, Sum.wide(40), innermost));
    assertThat(leaves.join()).isEqualTo(40 * 40 * 40);
  }

  private static CompletableFuture<Integer> record(
      String run, List<String> order, List<CompletableFuture<Integer>> open) {
    order.add(run);
    CompletableFuture<Integer> future = new CompletableFuture<>();
    open.add(future);
    return future;
  }
}
