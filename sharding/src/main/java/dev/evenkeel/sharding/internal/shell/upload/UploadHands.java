package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.sharding.internal.plan.upload.Intake;
import dev.evenkeel.sharding.internal.plan.upload.UploadAnswer;
import dev.evenkeel.sharding.internal.plan.upload.UploadAsk;
import dev.evenkeel.sharding.internal.plan.upload.UploadMachine;
import dev.evenkeel.sharding.internal.plan.upload.UploadReply;
import dev.evenkeel.sharding.spec.upload.CheckpointStore;
import dev.evenkeel.sharding.spec.upload.UploadCheckpoint;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a run does with its own hands, whichever client it sends with. */
final class UploadHands implements AutoCloseable {
  private final UploadJob job;
  private final UploadPauses pauses;
  private final SourceReader reader;
  private final ObservedMachine machine;

  UploadHands(UploadJob job, UploadPauses pauses) {
    this.job = job;
    this.pauses = pauses;
    UploadCheckpoint from = UploadStart.of(job);
    Intake intake = new Intake(job.key());
    this.reader = new SourceReader(job.source(), intake, from);
    this.machine =
        new ObservedMachine(
            new UploadMachine(job.settings(), intake, from, System.nanoTime()), job.listener());
  }

  ObservedMachine machine() {
    return machine;
  }

  UploadAnswer read(UploadAsk.Read ask) throws IOException {
    return reader.read(ask);
  }

  UploadAnswer save(UploadAsk.Save ask) throws IOException {
    CheckpointStore store = job.store();
    if (store != null) {
      store.save(ask.checkpoint());
    }
    return new UploadAnswer.Done();
  }

  /** The calls of a run that sends by {@code send}; pauses take neither a thread nor a permit. */
  <S> Calls<UploadAsk, S, UploadReply> calls(Function<UploadAsk, S> send) {
    return new Calls<>() {
      @Override
      public S apply(UploadAsk ask) {
        return send.apply(ask);
      }

      @Override
      public @Nullable CompletableFuture<UploadReply> unsent(UploadAsk ask, boolean alone) {
        return ask instanceof UploadAsk.Wait wait ? after(wait.pause()) : null;
      }
    };
  }

  private CompletableFuture<UploadReply> after(Pause pause) {
    CompletableFuture<Boolean> time = pauses.begin(pause);
    CompletableFuture<UploadReply> reply = time.thenApply(over -> reply(new UploadAnswer.Done()));
    // Cancelling what depends on a timer does not reach the timer by itself.
    var unused = reply.whenComplete((done, cancelled) -> time.cancel(false));
    return reply;
  }

  UploadReply reply(UploadAnswer answer) {
    return new UploadReply(answer, System.nanoTime(), pauses.stopped());
  }

  @Override
  public void close() {
    reader.close();
  }
}
