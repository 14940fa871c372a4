package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.SyncRunner.Rethrow;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** The contract of both runners with a flow and its caller. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunnerContractTest {
  private static final int IN_FLIGHT_MAX = 3;

  enum Driving {
    SYNC {
      @Override
      <R> R run(Flow<R> flow, Function<Integer, Integer> call) {
        return SyncRunner.create(IN_FLIGHT_MAX, ClientThreads.shared())
            .run(flow, Sum.sender(call), Deadline.NONE);
      }
    },
    ASYNC_AT_ONCE {
      @Override
      <R> R run(Flow<R> flow, Function<Integer, Integer> call) {
        return async(flow, call, Runnable::run);
      }
    },
    ASYNC_LATER {
      @Override
      <R> R run(Flow<R> flow, Function<Integer, Integer> call) {
        return async(flow, call, ForkJoinPool.commonPool());
      }
    };

    abstract <R> R run(Flow<R> flow, Function<Integer, Integer> call);

    private static <R> R async(Flow<R> flow, Function<Integer, Integer> call, Executor executor) {
      try {
        return AsyncRunner.create(IN_FLIGHT_MAX, ClientThreads.shared())
            .run(
                flow,
                Sum.sender(q -> CompletableFuture.supplyAsync(() -> call.apply(q), executor)),
                Deadline.NONE)
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
    assertThat(driving.run(Flow.of(7), q -> q)).isEqualTo(7);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void run_anyWidth_addsUpAllAnswers(Driving driving) {
    for (int width : new int[] {1, 2, 3, 4, 40, 1000}) {
      assertThat(driving.run(Sum.windowed(1000, width).flow(), q -> q)).isEqualTo(499_500);
    }
  }

  @ParameterizedTest
  @EnumSource
  void run_flowEndsEarly_returnsWithoutTheRest(Driving driving) {
    assertThat(driving.run(Sum.firstOf(20).flow(), q -> 5)).isEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void run_singleAskFails_throwsTheSameObject(Driving driving, Throwable cause) {
    assertThat(catchThrowable(() -> driving.run(Sum.wide(1).flow(), failing(0, cause))))
        .isSameAs(cause);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void run_oneOfManyFails_throwsTheSameObject(Driving driving, Throwable cause) {
    assertThat(catchThrowable(() -> driving.run(Sum.wide(50).flow(), failing(17, cause))))
        .isSameAs(cause);
  }

  @ParameterizedTest
  @EnumSource
  void run_stepThrows_throwsTheSameObject(Driving driving) {
    RuntimeException bug = new IllegalArgumentException("bug");
    Flow<Integer> flow =
        Sum.wide(2)
            .flow()
            .map(
                sum -> {
                  throw bug;
                });
    assertThat(catchThrowable(() -> driving.run(flow, q -> q))).isSameAs(bug);
  }

  @ParameterizedTest
  @EnumSource
  void run_sourceThrows_throwsTheSameObject(Driving driving) {
    RuntimeException bug = new IllegalArgumentException("bug");
    Flow<Integer> flow =
        Flow.from(
            () -> {
              throw bug;
            });
    assertThat(catchThrowable(() -> driving.run(flow, q -> q))).isSameAs(bug);
  }

  @ParameterizedTest
  @EnumSource
  void run_nullAnswer_isAFailure(Driving driving) {
    Flow<Integer> flow = Sum.wide(1).flow().recover(failure -> Flow.of(-1));
    assertThat(driving.run(flow, q -> null)).isEqualTo(-1);
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
