package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.sharding.internal.plan.upload.UploadAsk;
import dev.evenkeel.sharding.internal.plan.upload.UploadMachine;
import dev.evenkeel.sharding.internal.plan.upload.UploadReply;
import dev.evenkeel.sharding.spec.upload.UploadListener;
import dev.evenkeel.sharding.spec.upload.UploadProgress;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;

/** Tells the listener what the machine learns, before it decides what to do next. */
final class ObservedMachine implements Machine<UploadAsk, UploadReply, UploadReport> {
  private static final Duration EVERY = Duration.ofMillis(100);

  private final UploadMachine machine;
  private final UploadListener listener;
  private @Nullable UploadProgress told;

  ObservedMachine(UploadMachine machine, UploadListener listener) {
    this.machine = machine;
    this.listener = listener;
  }

  @Override
  public Step<UploadAsk, UploadReport> next() {
    Step<UploadAsk, UploadReport> step = machine.next();
    if (step instanceof Step.Finish || step instanceof Step.Fail) {
      tell(() -> listener.progressed(machine.progress()));
      return machine.next();
    }
    return step;
  }

  @Override
  public void onAnswer(int ticket, UploadReply reply) {
    machine.onAnswer(ticket, reply);
    tell();
  }

  /** An interrupt ends the run where it is, like a kill: it is no failure of what was asked. */
  @Override
  public void onFailure(int ticket, Throwable cause) {
    if (cause instanceof AbortedException interrupted) {
      throw interrupted;
    }
    machine.onFailure(ticket, cause);
    tell();
  }

  private void tell() {
    machine.takeRejected().forEach(item -> tell(() -> listener.rejected(item)));
    UploadProgress progress = machine.progress();
    if (told == null || progress.elapsed().minus(told.elapsed()).compareTo(EVERY) >= 0) {
      told = progress;
      tell(() -> listener.progressed(progress));
    }
  }

  private void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      machine.abort(e);
    }
  }
}
