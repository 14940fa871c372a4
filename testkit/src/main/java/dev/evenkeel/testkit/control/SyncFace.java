package dev.evenkeel.testkit.control;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The simulator as a {@link DynamoDbClient}. */
final class SyncFace extends Face {
  private final Calls calls;
  private final @Nullable DynamoDbClient engine;
  private final boolean alone;

  /**
   * A sync face.
   *
   * @param engine takes requests on items
   * @param alone whether there is no engine of either face
   */
  SyncFace(Calls calls, @Nullable DynamoDbClient engine, boolean alone) {
    super(DynamoDbClient.class, DynamoDbResponse.class);
    this.calls = calls;
    this.engine = engine;
    this.alone = alone;
  }

  @Override
  DynamoDbResponse operate(DynamoDbRequest request) {
    if (ControlOperations.isOne(request)) {
      return calls.control(request);
    }
    Calls.Admission admission = calls.admit(request);
    DynamoDbResponse answer = send(request);
    calls.written(admission, answer);
    return answer;
  }

  private DynamoDbResponse send(DynamoDbRequest request) {
    if (engine != null) {
      return Engines.send(engine, request);
    }
    if (alone) {
      return Engines.empty(request);
    }
    throw Engines.missing("sync");
  }

  @Override
  DynamoDbServiceClientConfiguration configuration() {
    return engine == null ? defaults() : engine.serviceClientConfiguration();
  }

  @Override
  Object waiter(Object proxy) {
    return DynamoDbWaiter.builder().client((DynamoDbClient) proxy).build();
  }
}
