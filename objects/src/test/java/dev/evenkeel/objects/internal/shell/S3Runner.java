package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs whole flows over S3 for callers that wait. */
public final class S3Runner {
  private final SyncRunner runner = SyncRunner.create();
  private final Sender<Object> sender;

  public S3Runner(S3Client client) {
    sender = Sender.answering(new SyncCalls(client));
  }

  public <T> T run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }
}
