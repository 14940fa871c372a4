package dev.evenkeel.core.internal.flow;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A flow that asks nothing but DynamoDB, as a machine of plain requests, so that it can stand where
 * other plans are machines.
 *
 * @param <T> the flow's result
 */
public final class TableMachine<T> implements Machine<DynamoDbRequest, DynamoDbResponse, T> {
  private final FlowMachine<T> flow;

  private TableMachine(Flow<T> flow) {
    this.flow = FlowMachine.of(flow);
  }

  /** A machine that runs {@code flow} once; a flow that asks anything else fails there. */
  public static <T> TableMachine<T> of(Flow<T> flow) {
    return new TableMachine<>(flow);
  }

  @Override
  public Step<DynamoDbRequest, T> next() {
    Step<Request<?>, T> step = flow.next();
    if (step instanceof Step.Ask<Request<?>, T> ask) {
      if (ask.request() instanceof TableCall<?> call) {
        return Step.ask(ask.ticket(), call.request());
      }
      throw new IllegalStateException("the flow asks " + ask.request().getClass().getName());
    }
    if (step instanceof Step.Finish<Request<?>, T> finish) {
      return Step.finish(finish.result());
    }
    return step instanceof Step.Fail<Request<?>, T> fail ? Step.fail(fail.cause()) : Step.park();
  }

  @Override
  public void onAnswer(int ticket, DynamoDbResponse answer) {
    flow.onAnswer(ticket, answer);
  }

  @Override
  public void onFailure(int ticket, Throwable cause) {
    flow.onFailure(ticket, cause);
  }
}
