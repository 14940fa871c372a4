package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.core.machine.SyncDriver;
import dev.evenkeel.sharding.internal.plan.upload.UploadAnswer;
import dev.evenkeel.sharding.internal.plan.upload.UploadAsk;
import dev.evenkeel.sharding.internal.plan.upload.UploadReply;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** One run over a synchronous client. */
public final class SyncUpload {
  /** What may be under way beside the batches: a read, a save and the pause of the pace. */
  private static final int OTHERS_MAX = 3;

  private final UploadJob job;
  private final Function<BatchWriteItemRequest, BatchWriteItemResponse> client;
  private final CountDownLatch stopped = new CountDownLatch(1);

  public SyncUpload(UploadJob job, Function<BatchWriteItemRequest, BatchWriteItemResponse> client) {
    this.job = job;
    this.client = client;
  }

  public UploadReport run() {
    SyncDriver driver = SyncDriver.create(job.settings().concurrency() + OTHERS_MAX);
    try (UploadHands hands = new UploadHands(job, () -> stopped.getCount() == 0)) {
      return driver.run(hands.machine(), ask -> reply(hands, ask));
    }
  }

  public void stop() {
    stopped.countDown();
  }

  private UploadReply reply(UploadHands hands, UploadAsk ask) {
    try {
      return hands.reply(answer(hands, ask));
    } catch (InterruptedException | AbortedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("The upload was interrupted.", e);
    } catch (Exception e) {
      return hands.reply(new UploadAnswer.Failed(e));
    }
  }

  private UploadAnswer answer(UploadHands hands, UploadAsk ask)
      throws IOException, InterruptedException {
    if (ask instanceof UploadAsk.Send send) {
      return new UploadAnswer.Written(client.apply(send.request()));
    }
    if (ask instanceof UploadAsk.Read read) {
      return hands.read(read);
    }
    if (ask instanceof UploadAsk.Save save) {
      return hands.save(save);
    }
    if (ask instanceof UploadAsk.Pause pause) {
      boolean unused = stopped.await(UploadHands.nanos(pause), TimeUnit.NANOSECONDS);
    }
    return new UploadAnswer.Done();
  }
}
