package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What flows mean, with the machine fed by hand and by both drivers. */
class FlowMachineTest {
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
    T sync = SyncDriver.create().run(FlowMachine.of(flow), FlowMachineTest::answer);
    T async =
        AsyncDriver.create()
            .run(
                FlowMachine.of(flow),
                request -> CompletableFuture.supplyAsync(() -> answer(request)))
            .orTimeout(30, TimeUnit.SECONDS)
            .join();
    assertThat(async).isEqualTo(sync);
    return sync;
  }

  @Test
  void then_answers_areHandedOn() {
    Flow<String> flow = square(3).then(FlowMachineTest::square).map(result -> "it is " + result);

    String result = run(flow);

    assertThat(result).isEqualTo("it is 81");
  }

  @Test
  void all_asksOfDifferentLength_resultsInOrderOfTheList() {
    List<Flow<Integer>> flows =
        List.of(square(2).then(FlowMachineTest::square), Flow.of(5), square(7));

    assertThat(run(Flow.all(flows))).containsExactly(16, 5, 49);
  }

  @Test
  void all_none_endsAtOnce() {
    assertThat(run(Flow.<Integer>all(List.of()))).isEmpty();
  }

  @Test
  void all_widthMax_noMoreAsksOpenAtATime() {
    FlowMachine<List<Integer>> machine =
        FlowMachine.of(Flow.all(IntStream.range(0, 5).mapToObj(i -> square(i)).toList(), 2));

    assertThat(asksOf(machine)).hasSize(2);
    machine.onAnswer(2, 1);
    assertThat(asksOf(machine)).containsExactly(new Square(2));
    machine.onAnswer(1, 0);
    machine.onAnswer(3, 4);
    assertThat(asksOf(machine)).containsExactly(new Square(3), new Square(4));
  }

  @Test
  void all_oneFails_restNotBegunAndOpenOnesAwaited() {
    FlowMachine<List<Integer>> machine =
        FlowMachine.of(Flow.all(IntStream.range(0, 5).mapToObj(i -> square(i)).toList(), 2));
    asksOf(machine);
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException second = new IllegalStateException("second");

    machine.onFailure(1, first);
    assertThat(machine.next()).isEqualTo(Step.park());
    machine.onFailure(2, second);

    assertThat(machine.next()).isEqualTo(Step.fail(first));
    assertThat(first).hasSuppressedException(second);
  }

  @Test
  void allFailingFast_oneFails_othersAreAbandoned() {
    Flow<List<Integer>> both =
        Flow.allFailingFast(
            List.of(
                square(0).then(square(7)), Flow.all(List.of(square(1))).map(all -> all.get(0))));
    FlowMachine<Integer> machine = FlowMachine.of(both.map(all -> 0).recover(failure -> square(6)));
    assertThat(asksOf(machine)).hasSize(2);

    machine.onFailure(2, new IllegalStateException("first"));
    assertThat(asksOf(machine)).containsExactly(new Square(6));
    machine.onAnswer(1, 0);
    assertThat(asksOf(machine)).isEmpty();
    machine.onAnswer(3, 36);

    assertThat(machine.next()).isEqualTo(Step.finish(36));
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
    assertThatThrownBy(
            () -> SyncDriver.create().run(FlowMachine.of(throwing), FlowMachineTest::answer))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("thrown");
  }

  @Test
  void failed_uncaught_reachesTheCallerAsTheSameObject() {
    IllegalStateException cause = new IllegalStateException();

    assertThatThrownBy(
            () ->
                SyncDriver.create()
                    .run(FlowMachine.of(Flow.failed(cause)), FlowMachineTest::answer))
        .isSameAs(cause);
  }

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
    Flow<List<Integer>> flow = Flow.all(List.of(square(2), square(3)), 1);

    assertThat(run(flow)).containsExactly(4, 9);
    assertThat(run(flow)).containsExactly(4, 9);
  }

  private static List<Request<?>> asksOf(FlowMachine<?> machine) {
    List<Request<?>> asks = new ArrayList<>();
    while (machine.next() instanceof Step.Ask<Request<?>, ?> ask) {
      asks.add(ask.request());
    }
    return asks;
  }
}
