package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.client.FlowCalls;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncDriver;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs whole flows over S3 for callers that wait. */
public final class SyncRunner {
  private final SyncDriver driver = SyncDriver.create();
  private final Calls<Request<?>, Object, Object> calls;

  public SyncRunner(S3Client client) {
    calls = FlowCalls.over(new SyncCalls(client));
  }

  public <T> T run(Flow<T> flow) {
    return driver.run(FlowMachine.of(flow), calls);
  }
}
