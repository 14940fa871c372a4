package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import dev.evenkeel.core.internal.flow.SyncFanOut.Job;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The test thread plays the worker. */
class JobTest {
  private final FanOutLimiter permits = new FanOutLimiter(1);
  private final Queue<Outcome> inbox = new ConcurrentLinkedQueue<>();
  private final AtomicInteger calls = new AtomicInteger();

  @AfterEach
  void clearFlag() {
    Thread.interrupted();
  }

  @Test
  void run_notCancelled_answersAndGivesThePermitBack() {
    job(q -> calls.incrementAndGet()).run();
    assertThat(requireNonNull(inbox.poll()).answer()).isEqualTo(1);
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void run_othersWaitForItsPermit_answersBeforeTheyGetIt() {
    Job job = job(q -> 1);
    AtomicBoolean answered = new AtomicBoolean();
    permits.acquire(
        () -> {
          answered.set(inbox.poll() != null);
          return true;
        });
    job.run();
    assertThat(answered).isTrue();
  }

  @Test
  void cancel_afterTheEnd_interruptsNoOneAndGivesNothingBackAgain() {
    Job job = job(q -> 1);
    job.run();
    job.cancel();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void cancel_beforeTheBeginning_dropsTheJob() {
    Job job = job(q -> calls.incrementAndGet());
    job.cancel();
    assertThat(permits.available()).isEqualTo(1);
    job.run();
    job.cancel();
    assertThat(calls).hasValue(0);
    assertThat(inbox.poll()).isNull();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void cancel_whileRunning_interruptsTheWorkerAndLeavesItClean() {
    AtomicReference<@Nullable Job> self = new AtomicReference<>();
    Job job =
        job(
            q -> {
              requireNonNull(self.get()).cancel();
              assertThat(permits.available()).isZero();
              return Thread.currentThread().isInterrupted() ? 1 : 0;
            });
    self.set(job);
    job.run();
    assertThat(requireNonNull(inbox.poll()).answer()).isEqualTo(1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void runHere_callerInterrupted_keepsItsFlag() {
    Thread.currentThread().interrupt();
    assertThat(job(q -> 3).runHere().answer()).isEqualTo(3);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(permits.available()).isEqualTo(1);
  }

  private Job job(Function<Integer, Integer> call) {
    assertThat(permits.acquire(() -> false)).isTrue();
    return new Job(
        new FlowFrame(Flow.ask(new Sum.Summand(0)), null), Sum.sender(call), permits, inbox);
  }
}
