package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Runs whole flows over S3 without a thread of its own. */
public final class S3AsyncRunner {
  private final AsyncRunner runner = AsyncRunner.create();
  private final Sender<CompletableFuture<Object>> sender;

  public S3AsyncRunner(S3AsyncClient client) {
    sender = Sender.answering(new AsyncCalls(client));
  }

  public <T> CompletableFuture<T> run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }
}
