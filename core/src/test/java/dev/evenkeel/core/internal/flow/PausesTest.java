package dev.evenkeel.core.internal.flow;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.ClientThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;

/** Pauses and computations are no sub-requests: no other flow has to wait for them. */
@Timeout(60)
class PausesTest {
  private static final int IN_FLIGHT_MAX = 2;
  private static final Flow<Done> HOUR = Flow.ask(Pause.of(Duration.ofHours(1)));
  private static final Sender<Object> SYNC = Sender.answering(request -> 1);
  private static final Sender<CompletableFuture<?>> ASYNC =
      Sender.answering(request -> completedFuture(1));

  private static final WorkerPool POOL = new WorkerPool(8, Duration.ofSeconds(1));
  private static final SyncRunner SYNC_RUNNER =
      new SyncRunner(new FanOutLimiter(IN_FLIGHT_MAX), POOL, ClientThreads.shared());
  private static final AsyncRunner ASYNC_RUNNER =
      AsyncRunner.create(IN_FLIGHT_MAX, ClientThreads.shared());

  private record Note() implements Request<Integer> {}

  /** The client of several callers. */
  enum ClientKind {
    SYNC {
      @Override
      <T> CompletableFuture<T> start(Flow<T> flow, Deadline deadline) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread caller =
            new Thread(
                () -> {
                  try {
                    result.complete(SYNC_RUNNER.run(flow, PausesTest.SYNC, deadline));
                  } catch (Throwable failure) {
                    result.completeExceptionally(failure);
                  }
                });
        caller.setDaemon(true);
        caller.start();
        var unused = result.whenComplete((value, failure) -> caller.interrupt());
        return result;
      }

      @Override
      int threadsBusy() {
        return POOL.threads();
      }
    },
    ASYNC {
      @Override
      <T> CompletableFuture<T> start(Flow<T> flow, Deadline deadline) {
        return ASYNC_RUNNER.run(flow, PausesTest.ASYNC, deadline);
      }
    };

    abstract <T> CompletableFuture<T> start(Flow<T> flow, Deadline deadline);

    int threadsBusy() {
      return 0;
    }

    <T> CompletableFuture<T> start(Flow<T> flow) {
      return start(flow, Deadline.NONE);
    }
  }

  @AfterEach
  void leavesNoTimerBehind() {
    Until.holds(() -> Timers.underWay() == 0);
  }

  @ParameterizedTest
  @EnumSource
  void pausesUnderWay_starveNoOtherCaller(ClientKind kind) {
    var pausing = kind.start(Flow.awaitAll(Collections.nCopies(50, HOUR)));
    Until.holds(() -> Timers.underWay() == 50);

    assertThat(kind.threadsBusy()).isZero();
    assertThat(kind.start(Flow.awaitAll(Collections.nCopies(50, Flow.ask(new Note())))).join())
        .hasSize(50);

    pausing.cancel(true);
  }

  /** Sub-requests that wait for permits do not hold a pause up. */
  @ParameterizedTest
  @EnumSource
  void pauseBehindManySubRequests_beginsAtOnce(ClientKind kind) {
    List<Flow<?>> flows = new ArrayList<>(Collections.nCopies(50, Flow.ask(new Note())));
    flows.add(Flow.ask(Pause.upTo(Duration.ofMillis(5))));

    assertThat(kind.start(Flow.awaitAll(PausesTest.<Object>as(flows))).join()).hasSize(51);
  }

  @SuppressWarnings("unchecked") // results are only counted
  private static <T> List<Flow<T>> as(List<Flow<?>> flows) {
    return (List<Flow<T>>) (List<?>) flows;
  }

  @ParameterizedTest
  @EnumSource
  void pausePastTheDeadline_endsWithIt(ClientKind kind) {
    assertThatThrownBy(kind.start(HOUR, Deadline.in(Duration.ofMillis(20)))::join)
        .hasCauseInstanceOf(ApiCallTimeoutException.class);
  }

  @Test
  void interruptedPause_isAborted() throws InterruptedException {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                SyncRunner.create().run(HOUR, SYNC, Deadline.NONE);
              } catch (AbortedException e) {
                thrown.set(Thread.currentThread().isInterrupted() ? e : null);
              }
            });
    caller.start();
    Until.holds(() -> Timers.underWay() == 1);
    caller.interrupt();
    caller.join();
    assertThat(thrown.get()).isInstanceOf(AbortedException.class);
  }

  /** A user's continuation may block without holding up the timers of others. */
  @Test
  void continuationsThatBlock_holdNoTimeUp() {
    CountDownLatch blocking = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Deadline soon = Deadline.in(Duration.ofMillis(20));
    List<Flow<?>> ends = List.of(HOUR, Flow.ask(Pause.of(Duration.ofMillis(20))));
    List<CompletableFuture<?>> blocked = new ArrayList<>();
    for (Flow<?> end : ends) {
      blocked.add(
          ClientKind.ASYNC
              .start(end, soon)
              .handle(
                  (value, failure) -> {
                    blocking.countDown();
                    return block(release);
                  }));
    }
    Until.holds(() -> blocking.getCount() == 0);

    assertThat(ClientKind.ASYNC.start(Flow.ask(Pause.of(Duration.ofMillis(1)))).join())
        .isEqualTo(Done.DONE);
    assertThatThrownBy(ClientKind.ASYNC.start(HOUR, Deadline.in(Duration.ofMillis(1)))::join)
        .hasCauseInstanceOf(ApiCallTimeoutException.class);

    release.countDown();
    blocked.forEach(CompletableFuture::join);
  }

  private static String block(CountDownLatch release) {
    try {
      release.await();
      return Thread.currentThread().getName();
    } catch (InterruptedException e) {
      return "interrupted";
    }
  }

  @Test
  void deadline_cancelsWhatIsUnderWayBeforeItTellsTheCaller() {
    CompletableFuture<Object> sent = new CompletableFuture<>();
    var result =
        AsyncRunner.create()
            .run(Flow.ask(new Note()), request -> sent, Deadline.in(Duration.ofMillis(20)))
            .handle((value, failure) -> sent.isCancelled());
    assertThat(result.join()).isTrue();
  }

  @Test
  void computation_isDoneByTheCallerAlone_andElseByThreadsThatCompute() {
    Flow<String> here = Compute.flow(() -> Thread.currentThread().getName());

    assertThat(SyncRunner.create().run(here, SYNC, Deadline.NONE))
        .isEqualTo(Thread.currentThread().getName());
    assertThat(SyncRunner.create().run(Flow.awaitAll(List.of(here, here)), SYNC, Deadline.NONE))
        .allMatch(name -> name.startsWith("evenkeel-compute"));
    assertThat(ClientKind.ASYNC.start(here).join()).startsWith("evenkeel-compute");
  }

  /** Else as many blocked callers as processors would stop all computations of the JVM. */
  @Test
  void continuationOfAComputation_runsOnNoThreadThatComputes() {
    CountDownLatch attached = new CountDownLatch(1);
    var name =
        ClientKind.ASYNC
            .start(Compute.flow(() -> block(attached)))
            .thenApply(done -> Thread.currentThread().getName());
    attached.countDown();
    assertThat(name.join()).doesNotStartWith("evenkeel-compute");
  }

  @ParameterizedTest
  @EnumSource
  void computationFails_failsTheFlow(ClientKind kind) {
    IllegalStateException cause = new IllegalStateException("no");
    Flow<Integer> failing =
        Compute.flow(
            () -> {
              throw cause;
            });
    assertThatThrownBy(kind.start(failing)::join).hasCause(cause);
    assertThatThrownBy(kind.start(Flow.awaitAll(List.of(failing, failing)))::join).hasCause(cause);
  }
}
