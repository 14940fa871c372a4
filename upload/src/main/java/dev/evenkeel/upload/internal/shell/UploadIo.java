package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.upload.internal.RecordValidator;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadLoop;
import dev.evenkeel.upload.internal.UploadRequest;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadReport;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The I/O of a run beside its client. */
final class UploadIo implements AutoCloseable {
  private final UploadJob job;
  private final UploadPauses pauses;
  private final SourceReader reader;
  private final UploadRun run;

  UploadIo(UploadJob job, UploadPauses pauses) {
    this.job = job;
    this.pauses = pauses;
    UploadCheckpoint from = UploadStart.of(job);
    long itemBytesMax = job.settings().isOverChunking() ? Long.MAX_VALUE : ItemSize.ITEM_BYTES_MAX;
    RecordValidator validator = new RecordValidator(job.key(), itemBytesMax);
    this.reader = new SourceReader(job.source(), validator, from);
    UploadLoop loop = new UploadLoop(job.settings(), validator, from, System.nanoTime());
    this.run = new UploadRun(loop, pauses, job.listener());
  }

  /** The upload; run once. */
  Flow<UploadReport> flow() {
    return Flow.from(() -> run).step(UploadRun.class, "upload");
  }

  UploadAnswer read(UploadRequest.Read ask) throws IOException {
    return reader.read(ask);
  }

  UploadAnswer save(UploadRequest.Save ask) throws IOException {
    CheckpointStore store = job.store();
    if (store != null) {
      store.save(ask.checkpoint());
    }
    return new UploadAnswer.Done();
  }

  /** Sends with {@code send}; pauses take neither a thread nor a permit. */
  <S> Sender<S> sender(Function<UploadRequest, S> send) {
    return new Sender<>() {
      @Override
      public S send(Request<?> request) {
        return send.apply((UploadRequest) request);
      }

      @Override
      public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
        return request instanceof UploadRequest.Wait wait ? after(wait.pause()) : null;
      }
    };
  }

  private CompletableFuture<UploadAnswer> after(Pause pause) {
    CompletableFuture<Boolean> time = pauses.begin(pause);
    CompletableFuture<UploadAnswer> answer = time.thenApply(over -> new UploadAnswer.Done());
    // Cancelling a dependent future does not cancel the timer.
    var unused = answer.whenComplete((done, cancelled) -> time.cancel(false));
    return answer;
  }

  @Override
  public void close() {
    reader.close();
  }
}
