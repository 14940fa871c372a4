package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.sharding.internal.plan.upload.Intake;
import dev.evenkeel.sharding.internal.plan.upload.UploadAnswer;
import dev.evenkeel.sharding.internal.plan.upload.UploadAsk;
import dev.evenkeel.sharding.internal.plan.upload.UploadMachine;
import dev.evenkeel.sharding.internal.plan.upload.UploadReply;
import dev.evenkeel.sharding.spec.upload.CheckpointStore;
import dev.evenkeel.sharding.spec.upload.UploadCheckpoint;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/** What a run does with its own hands, whichever client it sends with. */
final class UploadHands implements AutoCloseable {
  private final UploadJob job;
  private final BooleanSupplier stopping;
  private final SourceReader reader;
  private final ObservedMachine machine;

  UploadHands(UploadJob job, BooleanSupplier stopping) {
    this.job = job;
    this.stopping = stopping;
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

  static long nanos(UploadAsk.Pause ask) {
    return ask.jittered() ? ThreadLocalRandom.current().nextLong(ask.nanos() + 1) : ask.nanos();
  }

  UploadReply reply(UploadAnswer answer) {
    return new UploadReply(answer, System.nanoTime(), stopping.getAsBoolean());
  }

  @Override
  public void close() {
    reader.close();
  }
}
