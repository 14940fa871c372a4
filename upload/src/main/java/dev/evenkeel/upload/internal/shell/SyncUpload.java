package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadRequest;
import dev.evenkeel.upload.spec.UploadReport;
import java.io.IOException;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** One run over a synchronous client. */
public final class SyncUpload {
  /** The tasks in flight beside the batches: a read and a save. */
  private static final int OTHERS_MAX = 2;

  private final UploadJob job;
  private final ClientThreads threads;
  private final Function<BatchWriteItemRequest, BatchWriteItemResponse> client;
  private final UploadPauses pauses = new UploadPauses();

  public SyncUpload(
      UploadJob job,
      ClientThreads threads,
      Function<BatchWriteItemRequest, BatchWriteItemResponse> client) {
    this.job = job;
    this.threads = threads;
    this.client = client;
  }

  public UploadReport run() {
    SyncRunner runner = SyncRunner.create(job.settings().concurrency() + OTHERS_MAX, threads);
    try (UploadIo io = new UploadIo(job, pauses)) {
      return runner.run(io.flow(), io.sender(ask -> answer(io, ask)), Deadline.NONE);
    }
  }

  public void stop() {
    pauses.stop();
  }

  private UploadAnswer answer(UploadIo io, UploadRequest ask) {
    try {
      return answered(io, ask);
    } catch (AbortedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("The upload was interrupted.", e);
    } catch (Exception e) {
      return new UploadAnswer.Failed(e);
    }
  }

  private UploadAnswer answered(UploadIo io, UploadRequest ask) throws IOException {
    if (ask instanceof UploadRequest.Send send) {
      return new UploadAnswer.Written(client.apply(send.request()));
    }
    if (ask instanceof UploadRequest.Read read) {
      return io.read(read);
    }
    return io.save((UploadRequest.Save) ask);
  }
}
