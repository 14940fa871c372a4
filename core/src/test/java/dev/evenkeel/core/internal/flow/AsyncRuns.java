package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** Runs of flows of sums by an async runner with three permits. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class AsyncRuns {
  final FanOutLimiter permits = new FanOutLimiter(3);
  final AsyncRunner runner = new AsyncRunner(permits, ClientThreads.shared());
  final Map<Integer, CompletableFuture<Integer>> sent = new ConcurrentHashMap<>();

  final ExecutorService later = Executors.newFixedThreadPool(4);
  final ExecutorService callerThreads = Executors.newFixedThreadPool(8);

  @AfterEach
  void stopThreads() {
    later.shutdownNow();
    callerThreads.shutdownNow();
  }

  CompletableFuture<Integer> run(Sum sum, Function<Integer, CompletableFuture<Integer>> call) {
    return run(runner, sum, call);
  }

  static CompletableFuture<Integer> run(
      AsyncRunner runner, Sum sum, Function<Integer, CompletableFuture<Integer>> call) {
    return runner.run(sum.flow(), Sum.sender(call), Deadline.NONE);
  }

  CompletableFuture<Integer> sent(int request) {
    return requireNonNull(sent.get(request));
  }

  CompletableFuture<Integer> send(int request) {
    return sent.computeIfAbsent(request, q -> new CompletableFuture<>());
  }

  void assertAllPermitsAreBack() {
    assertThat(permits.available()).isEqualTo(3);
    assertThat(permits.waiting()).isZero();
  }
}
