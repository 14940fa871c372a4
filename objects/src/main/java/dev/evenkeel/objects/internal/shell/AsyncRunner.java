package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.FlowMachine;
import dev.evenkeel.core.flow.Pause;
import dev.evenkeel.core.flow.Request;
import dev.evenkeel.core.machine.AsyncDriver;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** Runs whole flows over S3 without a thread of its own. */
public final class AsyncRunner {
  private final AsyncDriver driver = AsyncDriver.create();
  private final AsyncCalls calls;

  public AsyncRunner(S3AsyncClient client) {
    calls = new AsyncCalls(client);
  }

  public <T> CompletableFuture<T> run(Flow<T> flow) {
    return driver.run(FlowMachine.of(flow), this::answer);
  }

  private CompletableFuture<Object> answer(Request<?> request) {
    return request instanceof Pause pause ? Pauses.later(pause) : calls.apply(request);
  }
}
