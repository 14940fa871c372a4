package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The semantics of flows, stepped by hand and run by both runners. */
class FlowTest {
  private record Square(int of) implements Request<Integer> {}

  private static Flow<Integer> square(int of) {
    return Flow.ask(new Square(of));
  }

  private static Object answer(Request<?> request) {
    int of = ((Square) request).of();
    if (of < 0) {
      throw new IllegalStateException("negative " + of);
    }
    return of * of;
  }

  private static <T> T run(Flow<T> flow) {
    T sync = SyncRunner.create().run(flow, FlowTest::answer, Deadline.NONE);
    T async =
        AsyncRunner.create()
            .run(
                flow,
                request -> CompletableFuture.supplyAsync(() -> answer(request)),
                Deadline.NONE)
            .orTimeout(2, TimeUnit.MINUTES)
            .join();
    assertThat(async).isEqualTo(sync);
    return sync;
  }

  @Test
  void then_answers_areHandedOn() {
    Flow<String> flow = square(3).then(FlowTest::square).map(result -> "it is " + result);

    String result = run(flow);

    assertThat(result).isEqualTo("it is 81");
  }

  @Test
  void all_asksOfDifferentLength_resultsInOrderOfTheList() {
    List<Flow<Integer>> flows = List.of(square(2).then(FlowTest::square), Flow.of(5), square(7));

    assertThat(run(Flow.awaitAll(flows))).containsExactly(16, 5, 49);
  }

  @Test
  void all_none_endsAtOnce() {
    assertThat(run(Flow.<Integer>awaitAll(List.of()))).isEmpty();
  }

  @Test
  void all_widthMax_noMoreAsksOpenAtATime() {
    FlowStepper<List<Integer>> stepper =
        FlowStepper.of(Flow.awaitAll(IntStream.range(0, 5).mapToObj(i -> square(i)).toList(), 2));

    assertThat(asksOf(stepper)).hasSize(2);
    stepper.answer(2, 1);
    assertThat(asksOf(stepper)).containsExactly(new Square(2));
    stepper.answer(1, 0);
    stepper.answer(3, 4);
    assertThat(asksOf(stepper)).containsExactly(new Square(3), new Square(4));
  }

  @Test
  void all_oneFails_restNotBegunAndOpenOnesAwaited() {
    FlowStepper<List<Integer>> stepper =
        FlowStepper.of(Flow.awaitAll(IntStream.range(0, 5).mapToObj(i -> square(i)).toList(), 2));
    asksOf(stepper);
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException second = new IllegalStateException("second");

    stepper.fail(1, first);
    assertThat(stepper.next()).isNull();
    assertThat(stepper.isOver()).isFalse();
    stepper.fail(2, second);

    assertThat(stepper.next()).isNull();
    assertThat(stepper.failure()).isSameAs(first);
    assertThat(first).hasSuppressedException(second);
  }

  @Test
  void failFast_oneFails_othersAreAbandoned() {
    Flow<List<Integer>> both =
        Flow.failFast(
            List.of(
                square(0).then(square(7)),
                Flow.awaitAll(List.of(square(1))).map(all -> all.get(0))));
    FlowStepper<Integer> stepper = FlowStepper.of(both.map(all -> 0).recover(failure -> square(6)));
    assertThat(asksOf(stepper)).hasSize(2);

    stepper.fail(2, new IllegalStateException("first"));
    assertThat(asksOf(stepper)).containsExactly(new Square(6));
    stepper.answer(1, 0);
    assertThat(asksOf(stepper)).isEmpty();
    stepper.answer(3, 36);

    assertThat(stepper.next()).isNull();
    assertThat(stepper.result()).isEqualTo(36);
  }

  @Test
  void failFast_widthMax_noMoreAsksOpenAtATimeAndNoneAwaited() {
    FlowStepper<List<Integer>> stepper =
        FlowStepper.of(Flow.failFast(IntStream.range(0, 5).mapToObj(i -> square(i)).toList(), 2));
    IllegalStateException first = new IllegalStateException("first");

    assertThat(asksOf(stepper)).hasSize(2);
    stepper.answer(2, 1);
    assertThat(asksOf(stepper)).containsExactly(new Square(2));
    stepper.fail(1, first);

    assertThat(stepper.next()).isNull();
    assertThat(stepper.failure()).isSameAs(first);
  }

  @Test
  void recover_failureAnywhereBefore_goesOnFromThere() {
    Flow<Integer> flow =
        square(2).then(two -> square(-two)).map(never -> 0).recover(failure -> square(6));

    assertThat(run(flow)).isEqualTo(36);
  }

  @Test
  void recover_noFailure_isPassedBy() {
    Flow<Integer> flow = square(2).recover(failure -> Flow.of(0)).map(result -> result + 1);

    assertThat(run(flow)).isEqualTo(5);
  }

  @Test
  void atResult_resultOrFailure_isDoneWithTheResultAlone() {
    List<Integer> results = new ArrayList<>();
    Flow<Integer> failing = square(-3).atResult(results::add).recover(failure -> Flow.of(0));

    assertThat(run(square(3).atResult(results::add))).isEqualTo(9);
    assertThat(run(failing)).isZero();
    assertThat(results).containsExactly(9, 9); // once by each runner
  }

  @Test
  void atEnd_resultOrFailure_isDoneOnceAndKeepsTheEnd() {
    AtomicInteger ends = new AtomicInteger();
    Flow<Integer> succeeding = square(3).atEnd(ends::incrementAndGet);
    Flow<Integer> failing = square(-3).atEnd(ends::incrementAndGet).recover(failure -> Flow.of(0));

    assertThat(run(succeeding)).isEqualTo(9);
    assertThat(ends).hasValue(2); // once by each runner
    assertThat(run(failing)).isZero();
    assertThat(ends).hasValue(4);
  }

  @Test
  void recover_recoveryFails_outerRecoverySeesThat() {
    Flow<Integer> flow =
        square(-1)
            .recover(failure -> Flow.failed(new IllegalArgumentException(failure)))
            .recover(failure -> Flow.of(failure instanceof IllegalArgumentException ? 1 : 2));

    assertThat(run(flow)).isEqualTo(1);
  }

  @Test
  void then_functionThrows_isAFailureAtThatPlace() {
    Flow<Integer> throwing =
        square(1)
            .then(
                one -> {
                  throw new IllegalStateException("thrown");
                });

    assertThat(run(throwing.recover(failure -> Flow.of(9)))).isEqualTo(9);
    assertThatThrownBy(() -> SyncRunner.create().run(throwing, FlowTest::answer, Deadline.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("thrown");
  }

  @Test
  void failed_uncaught_reachesTheCallerAsTheSameObject() {
    IllegalStateException cause = new IllegalStateException();

    assertThatThrownBy(
            () -> SyncRunner.create().run(Flow.failed(cause), FlowTest::answer, Deadline.NONE))
        .isSameAs(cause);
  }

  @Tag("deep")
  @Test
  void then_twentyThousandNestedToEitherSide_stackDoesNotGrow() {
    Flow<Integer> left = Flow.of(0);
    for (int i = 0; i < 20_000; i++) {
      left = left.map(n -> n + 1);
    }

    assertThat(run(left)).isEqualTo(20_000);
    assertThat(run(countTo(20_000, 0))).isEqualTo(20_000);
  }

  private static Flow<Integer> countTo(int end, int now) {
    return now == end ? Flow.of(end) : square(1).then(one -> countTo(end, now + one));
  }

  @Test
  void defer_notReached_isNotMade() {
    List<String> made = new ArrayList<>();
    Flow<Integer> deferred =
        Flow.defer(
            () -> {
              made.add("made");
              return Flow.of(1);
            });

    run(square(1).recover(failure -> deferred));
    assertThat(made).isEmpty();
    run(square(1).then(deferred));
    assertThat(made).hasSize(2);
  }

  @Test
  void run_twiceTheSameFlow_nothingIsRemembered() {
    Flow<List<Integer>> flow = Flow.awaitAll(List.of(square(2), square(3)), 1);

    assertThat(run(flow)).containsExactly(4, 9);
    assertThat(run(flow)).containsExactly(4, 9);
  }

  private static List<Request<?>> asksOf(FlowStepper<?> stepper) {
    List<Request<?>> requests = new ArrayList<>();
    stepper.asks().forEach(ask -> requests.add(ask.request()));
    return requests;
  }
}
