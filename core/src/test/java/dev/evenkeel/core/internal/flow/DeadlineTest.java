package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

@Timeout(30)
class DeadlineTest {

  private record Note(int number) implements Request<String> {}

  /** Asks twice at once and then waits for both. */
  private static final Flow<List<String>> TWO =
      Flow.awaitAll(List.of(Flow.ask(new Note(1)), Flow.ask(new Note(2))));

  @Test
  void run_syncFanOutPastTheDeadline_failsAsTheSdkDoesAndInterruptsTheRest() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(2);
    assertThatThrownBy(
            () -> SyncRunner.create().run(TWO, ask -> waitForever(interrupted), inMillis(50)))
        .isInstanceOf(ApiCallTimeoutException.class);
    interrupted.await();
  }

  private static String waitForever(CountDownLatch interrupted) {
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException e) {
      interrupted.countDown();
      return "interrupted";
    }
  }

  @Test
  void run_asyncPastTheDeadline_failsAsTheSdkDoesAndCancelsTheRest() {
    List<CompletableFuture<String>> inFlight = new ArrayList<>();
    CompletableFuture<List<String>> result =
        AsyncRunner.create()
            .run(
                TWO,
                ask -> {
                  CompletableFuture<String> future = new CompletableFuture<>();
                  inFlight.add(future);
                  return future;
                },
                inMillis(50));
    assertThatThrownBy(result::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(ApiCallTimeoutException.class);
    assertThat(inFlight).hasSize(2);
    assertThatThrownBy(() -> CompletableFuture.allOf(inFlight.get(0), inFlight.get(1)).join());
    assertThat(inFlight).allMatch(CompletableFuture::isCancelled);
  }

  @Test
  void run_answeredInTime_isNotTouched() {
    assertThat(SyncRunner.create().run(TWO, ask -> "a", inMillis(600_000))).hasSize(2);
    assertThat(
            AsyncRunner.create()
                .run(TWO, ask -> CompletableFuture.completedFuture("a"), inMillis(600_000))
                .join())
        .hasSize(2);
  }

  private static Deadline inMillis(long millis) {
    return Deadline.in(Duration.ofMillis(millis));
  }
}
