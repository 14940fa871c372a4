package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.client.FlowCalls;
import dev.evenkeel.core.internal.flow.AsyncDriver;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Request;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Runs whole flows over S3 without a thread of its own. */
public final class AsyncRunner {
  private final AsyncDriver driver = AsyncDriver.create();
  private final Calls<Request<?>, CompletableFuture<Object>, Object> calls;

  public AsyncRunner(S3AsyncClient client) {
    calls = FlowCalls.over(new AsyncCalls(client));
  }

  public <T> CompletableFuture<T> run(Flow<T> flow) {
    return driver.run(FlowMachine.of(flow), calls);
  }
}
