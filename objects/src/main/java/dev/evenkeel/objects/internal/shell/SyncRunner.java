package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.FlowMachine;
import dev.evenkeel.core.flow.Pause;
import dev.evenkeel.core.flow.Request;
import dev.evenkeel.core.machine.SyncDriver;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs whole flows over S3 for callers that wait. */
public final class SyncRunner {
  private final SyncDriver driver = SyncDriver.create();
  private final SyncCalls calls;

  public SyncRunner(S3Client client) {
    calls = new SyncCalls(client);
  }

  public <T> T run(Flow<T> flow) {
    return driver.run(FlowMachine.of(flow), this::answer);
  }

  private Object answer(Request<?> request) {
    return request instanceof Pause pause ? Pauses.now(pause) : calls.apply(request);
  }
}
