package dev.evenkeel.core.internal.flow;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Sum.Summand;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs elsewhere on behalf of a caller finds the caller's context there. */
@Timeout(60)
class CarriedContextTest {
  private static final String CALLER = "caller";
  private static final Flow<Done> PAUSE = Flow.ask(Pause.of(Duration.ofMillis(1)));

  private final CarriedTrace trace = new CarriedTrace();
  private final ClientThreads threads = trace.on(ClientThreads.shared());
  private final SyncRunner sync = SyncRunner.create(4, threads);
  private final AsyncRunner async = AsyncRunner.create(4, threads);
  private final Queue<String> seen = new ConcurrentLinkedQueue<>();
  private final ExecutorService sdk = Executors.newFixedThreadPool(2);

  @AfterEach
  void end() {
    sdk.shutdownNow();
  }

  @Test
  void run_fanOut_hasTheCallersContextInEachRequest() {
    Sender<Integer> sender = Sum.sender(this::noted);
    trace.as(CALLER, () -> sync.run(Sum.wide(20).flow(), sender, Deadline.NONE));
    assertThat(seen).hasSize(20).containsOnly(CALLER);
  }

  @Test
  void run_callersInTurn_eachHasItsOwn() {
    Sender<Integer> sender = Sum.sender(this::noted);
    for (String caller : List.of("first", "second", "third")) {
      seen.clear();
      trace.as(caller, () -> sync.run(Sum.wide(20).flow(), sender, Deadline.NONE));
      assertThat(seen).hasSize(20).containsOnly(caller);
    }
    seen.clear();
    sync.run(Sum.wide(20).flow(), sender, Deadline.NONE);
    assertThat(seen).hasSize(20).containsOnly("nothing");
  }

  @Test
  void run_async_hasItInEachRequestAndWhereTheResultCompletes() {
    AtomicReference<@Nullable String> atEnd = new AtomicReference<>();
    CompletableFuture<Void> dependent =
        trace.as(
            CALLER,
            () ->
                async
                    .run(Sum.windowed(40, 8).flow(), answering(), Deadline.NONE)
                    .thenAccept(sum -> atEnd.set(trace.here())));
    dependent.join();
    assertThat(seen).hasSize(40).containsOnly(CALLER);
    assertThat(atEnd).hasValue(CALLER);
  }

  @Test
  void run_asyncCallersShareOnePermit_eachHasItsOwn() {
    AsyncRunner narrow = AsyncRunner.create(1, threads);
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Integer>> runs =
        List.of("first", "second", "third").stream()
            .map(
                caller ->
                    trace.as(
                        caller,
                        () ->
                            narrow.run(Sum.wide(20).flow(), noting(caller, wrong), Deadline.NONE)))
            .toList();
    runs.forEach(run -> assertThat(run.join()).isEqualTo(190));
    assertThat(wrong).isEmpty();
  }

  @Test
  void run_afterAPause_hasIt() {
    Flow<Integer> flow = PAUSE.then(over -> Sum.inTurn(3).flow());
    trace.as(CALLER, () -> async.run(flow, answering(), Deadline.NONE)).join();
    assertThat(seen).hasSize(3).containsOnly(CALLER);
  }

  @Test
  void run_computationElsewhere_hasIt() {
    Flow<Integer> compute =
        Compute.flow(() -> noted(1)).then(one -> Sum.inTurn(1).flow()).map(sum -> noted(2));
    trace.as(CALLER, () -> async.run(compute, answering(), Deadline.NONE)).join();
    assertThat(seen).hasSize(3).containsOnly(CALLER);
  }

  @Test
  void run_computationFails_failsWithTheSame() {
    IllegalStateException failure = new IllegalStateException("does not compute");
    Compute<Integer> compute =
        new Compute<>(
            () -> {
              throw failure;
            });
    assertThat(compute.carried(threads).begin().handle((value, thrown) -> thrown).join())
        .isSameAs(failure);
  }

  /** As many hooks do, which know the threads of pools alone. */
  @Test
  void run_async_doesNotRunTheHookOnTheCallersThread() {
    Thread caller = Thread.currentThread();
    Queue<Thread> cleared = new ConcurrentLinkedQueue<>();
    UnaryOperator<Runnable> clearing =
        work ->
            () -> {
              work.run();
              cleared.add(Thread.currentThread());
            };
    AsyncRunner runner = AsyncRunner.create(4, ClientThreads.shared().withContext(clearing));
    runner.run(Sum.wide(20).flow(), answering(), Deadline.NONE).join();
    Sender<CompletableFuture<?>> atOnce =
        Sender.answering(request -> completedFuture(((Summand) request).of()));
    assertThat(runner.run(Sum.wide(20).flow(), atOnce, Deadline.NONE)).isCompletedWithValue(190);
    assertThat(cleared).isNotEmpty().doesNotContain(caller);
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after", "instead"})
  void run_hookFails_goesOnWithoutIt(String when) {
    UnaryOperator<Runnable> broken =
        work ->
            () -> {
              if (when.equals("after")) {
                work.run();
              }
              if (!when.equals("instead")) {
                throw new IllegalStateException("the hook is broken");
              }
            };
    ClientThreads carrying = ClientThreads.shared().withContext(broken);
    Sender<Integer> sender = Sum.sender(number -> number);
    assertThat(SyncRunner.create(2, carrying).run(Sum.wide(20).flow(), sender, Deadline.NONE))
        .isEqualTo(190);
    assertThat(
            AsyncRunner.create(2, carrying)
                .run(Sum.wide(20).flow(), answering(), Deadline.NONE)
                .join())
        .isEqualTo(190);
  }

  private int noted(int number) {
    String here = trace.here();
    seen.add(here == null ? "nothing" : here);
    return number;
  }

  /** Answers later, on threads that have no context. */
  private Sender<CompletableFuture<?>> answering() {
    return Sender.answering(
        request -> {
          int number = noted(((Summand) request).of());
          return CompletableFuture.supplyAsync(() -> number, sdk);
        });
  }

  private Sender<CompletableFuture<?>> noting(String caller, Queue<String> wrong) {
    return request -> {
      int number = ((Summand) request).of();
      if (!caller.equals(trace.here())) {
        wrong.add(caller + " sent as " + trace.here());
      }
      Supplier<Integer> answer = () -> number;
      return number % 2 == 0 ? completedFuture(number) : CompletableFuture.supplyAsync(answer, sdk);
    };
  }
}
