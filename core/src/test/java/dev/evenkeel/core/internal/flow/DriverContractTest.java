package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** What both drivers owe a machine and its caller. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DriverContractTest {
  private static final int IN_FLIGHT_MAX = 3;

  enum Driving {
    SYNC {
      @Override
      <R> R run(Machine<Integer, Integer, R> machine, Function<Integer, Integer> call) {
        return SyncDriver.create(IN_FLIGHT_MAX).run(machine, call::apply);
      }
    },
    ASYNC_AT_ONCE {
      @Override
      <R> R run(Machine<Integer, Integer, R> machine, Function<Integer, Integer> call) {
        return async(machine, call, Runnable::run);
      }
    },
    ASYNC_LATER {
      @Override
      <R> R run(Machine<Integer, Integer, R> machine, Function<Integer, Integer> call) {
        return async(machine, call, ForkJoinPool.commonPool());
      }
    };

    abstract <R> R run(Machine<Integer, Integer, R> machine, Function<Integer, Integer> call);

    private static <R> R async(
        Machine<Integer, Integer, R> machine, Function<Integer, Integer> call, Executor executor) {
      try {
        return AsyncDriver.create(IN_FLIGHT_MAX)
            .run(machine, q -> CompletableFuture.supplyAsync(() -> call.apply(q), executor))
            .join();
      } catch (CompletionException e) {
        throw Rethrow.asIs(requireNonNull(e.getCause()));
      }
    }
  }

  static Stream<Arguments> failures() {
    List<Throwable> causes =
        List.of(
            ConditionalCheckFailedException.builder().message("no").build(),
            new IllegalStateException("no"),
            new StackOverflowError("no"),
            new IOException("no"));
    return Stream.of(Driving.values())
        .flatMap(driving -> causes.stream().map(cause -> Arguments.of(driving, cause)));
  }

  @ParameterizedTest
  @EnumSource
  void run_noAsk_returnsResult(Driving driving) {
    assertThat(driving.run(new Scripted(() -> Step.finish(7)), q -> q)).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource
  void run_anyWidth_addsUpAllAnswers(Driving driving) {
    for (int width : new int[] {1, 2, 3, 4, 40, 1000}) {
      assertThat(driving.run(Sum.windowed(1000, width), q -> q)).isEqualTo(499_500);
    }
  }

  @ParameterizedTest
  @EnumSource
  void run_machineFinishesEarly_returnsWithoutTheRest(Driving driving) {
    assertThat(driving.run(Sum.firstOf(20), q -> 5)).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void run_singleAskFails_throwsTheSameObject(Driving driving, Throwable cause) {
    assertThat(catchThrowable(() -> driving.run(Sum.wide(1), failing(0, cause)))).isSameAs(cause);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void run_oneOfManyFails_throwsTheSameObject(Driving driving, Throwable cause) {
    assertThat(catchThrowable(() -> driving.run(Sum.wide(50), failing(17, cause)))).isSameAs(cause);
  }

  @ParameterizedTest
  @EnumSource
  void run_machineThrowsFromNext_throwsTheSameObject(Driving driving) {
    RuntimeException bug = new IllegalArgumentException("bug");
    Scripted machine =
        new Scripted(
            () -> Step.ask(0, 0),
            () -> Step.ask(1, 1),
            Step::park,
            () -> {
              throw bug;
            });
    assertThat(catchThrowable(() -> driving.run(machine, q -> q))).isSameAs(bug);
  }

  @ParameterizedTest
  @EnumSource
  void run_parkedWithNothingAsked_failsInsteadOfHanging(Driving driving) {
    assertThatThrownBy(() -> driving.run(new Scripted(Step::park), q -> q))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "dev.evenkeel.core.internal.flow.Scripted parked with no ask unanswered."
                + " It must ask, finish or fail.");
  }

  @ParameterizedTest
  @EnumSource
  void run_ticketUsedTwice_fails(Driving driving) {
    Scripted machine = new Scripted(() -> Step.ask(4, 0), () -> Step.ask(4, 1));
    assertThatThrownBy(() -> driving.run(machine, q -> q))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ticket 4");
  }

  @ParameterizedTest
  @EnumSource
  void run_ticketUsedAgainAfterItsAnswer_isAnotherAsk(Driving driving) {
    Scripted machine =
        new Scripted(
            () -> Step.ask(4, 0),
            Step::park,
            () -> Step.ask(4, 1),
            Step::park,
            () -> Step.finish(9));
    assertThat(driving.run(machine, q -> q)).isEqualTo(9);
  }

  @ParameterizedTest
  @EnumSource
  void run_nullAnswer_isAFailure(Driving driving) {
    Scripted machine = new Scripted(() -> Step.ask(0, 0), Step::park, () -> Step.finish(1));
    assertThat(driving.run(machine, q -> null)).isEqualTo(1);
    assertThat(machine.failures).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void run_singleAskMachine_mapsTheAnswer(Driving driving) {
    Machine<Integer, Integer, String> machine = SingleAsk.of(20, a -> "got " + a, e -> e);
    assertThat(driving.run(machine, q -> q + 1)).isEqualTo("got 21");
  }

  @ParameterizedTest
  @EnumSource
  void run_singleAskMachineFails_mapsTheFailure(Driving driving) {
    IOException seen = new IOException("seen");
    Machine<Integer, Integer, String> machine = SingleAsk.of(20, a -> "", e -> seen);
    assertThat(catchThrowable(() -> driving.run(machine, failing(20, new Error("hidden")))))
        .isSameAs(seen);
  }

  private static Function<Integer, Integer> failing(int request, Throwable cause) {
    return q -> {
      if (q == request) {
        throw Rethrow.asIs(cause);
      }
      return q;
    };
  }
}
