package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stack trace of a failure names the flow's steps. */
class StepTraceTest {
  private record Note() implements Request<Integer> {}

  /** Stands for an operation. */
  private static final class Lookup {}

  /** Stands for what operations share. */
  private static final class Probe {}

  enum Running {
    SYNC {
      @Override
      Throwable failure(Flow<?> flow) {
        return catchThrowable(
            () -> SyncRunner.create().run(flow, request -> sent(), Deadline.NONE));
      }
    },
    ASYNC {
      @Override
      Throwable failure(Flow<?> flow) {
        Throwable thrown =
            catchThrowable(
                () ->
                    AsyncRunner.create()
                        .run(
                            flow,
                            request -> CompletableFuture.supplyAsync(StepTraceTest::sent),
                            Deadline.NONE)
                        .join());
        assertThat(thrown).isInstanceOf(CompletionException.class);
        return thrown.getCause();
      }
    };

    abstract Throwable failure(Flow<?> flow);
  }

  private static Object sent() {
    throw new IllegalStateException("down");
  }

  private static List<String> steps(Throwable failure) {
    return Arrays.stream(failure.getStackTrace())
        .filter(element -> "step of a flow".equals(element.getFileName()))
        .map(element -> element.getClassName() + "." + element.getMethodName())
        .toList();
  }

  private static String step(Class<?> owner, String name) {
    return owner.getName() + "." + name;
  }

  @ParameterizedTest
  @EnumSource
  void failure_ofAFanOut_namesTheStepAndTheOperation(Running running) {
    Flow<Integer> note = Flow.ask(new Note());
    Flow<Integer> flow =
        Flow.failFast(List.of(note, note))
            .step(Probe.class, "read")
            .map(List::size)
            .step(Lookup.class, "probe");

    Throwable failure = running.failure(flow);

    assertThat(steps(failure))
        .containsExactly(step(Probe.class, "read"), step(Lookup.class, "probe"));
    assertThat(failure.getStackTrace()[0].getMethodName()).isEqualTo("sent");
  }

  @ParameterizedTest
  @EnumSource
  void failure_ofOneAsk_staysTheSameObjectAndNamesAStepOnce(Running running) {
    IllegalStateException thrown = new IllegalStateException("down");
    Flow<Integer> flow = Flow.<Integer>failed(thrown).step(Lookup.class, "get");
    Flow<Integer> again = flow.recover(Flow::failed).step(Lookup.class, "get");

    Throwable failure = running.failure(again);

    assertThat(failure).isSameAs(thrown);
    assertThat(steps(failure)).containsExactly(step(Lookup.class, "get"));
  }

  @Test
  void failure_thatNobodySees_isLeftAlone() {
    Throwable hidden = new IllegalStateException("hidden");
    Flow<Integer> flow =
        Flow.<Integer>failed(hidden).recover(failure -> Flow.of(1)).step(Lookup.class, "get");

    assertThat(SyncRunner.create().run(flow, request -> 0, Deadline.NONE)).isEqualTo(1);
    assertThat(steps(hidden)).isEmpty();
  }

  /** The step stands where the call of the sub-request would, if it were a plain method. */
  @Test
  void step_ofACallOnTheCallersThread_standsBetweenTheClientAndTheRunner() {
    Throwable failure = Running.SYNC.failure(Flow.ask(new Note()).step(Lookup.class, "get"));

    List<String> names =
        Arrays.stream(failure.getStackTrace()).map(StackTraceElement::getMethodName).toList();
    assertThat(names).containsSubsequence("sent", "get", "run", "failure");
  }
}
