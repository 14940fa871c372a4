package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Runs flows against DynamoDB Local, does not pause, and notes what was sent. */
final class Driver {
  private final DynamoDbClient client;
  private final SyncRunner driver = SyncRunner.create();
  private final List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
  private Consumer<DynamoDbRequest> before = request -> {};

  Driver(DynamoDbClient client) {
    this.client = client;
  }

  /** Sets a hook that is called before each request. */
  Driver before(Consumer<DynamoDbRequest> hook) {
    before = hook;
    return this;
  }

  <R> R run(Flow<R> flow) {
    return driver.run(flow, this::answer, Deadline.NONE);
  }

  private Object answer(Request<?> request) {
    if (request instanceof TableCall<?> call) {
      before.accept(call.request());
      sent.add(call.request());
      return DynamoDbCalls.call(client, call.request());
    }
    if (request instanceof Compute<?> compute) {
      return compute.computation().get();
    }
    if (request instanceof Pause || request instanceof ReadMemory) {
      return Done.DONE;
    }
    throw new AssertionError("unexpected " + request);
  }

  List<DynamoDbRequest> sent() {
    return sent;
  }
}
