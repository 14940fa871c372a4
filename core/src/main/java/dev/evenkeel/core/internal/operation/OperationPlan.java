package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The behavior of a decorator for one operation. A subclass defines all of it.
 *
 * @param <T> the tables that the decorator manages, and what else its plans need
 * @param <Q> the operation's request
 * @param <P> the plan of a request: a flow of its response, or a {@link
 *     dev.evenkeel.core.internal.flow.Plan} with one
 */
public abstract class OperationPlan<T, Q extends DynamoDbRequest, P> {
  private final Operation operation;
  private final Class<Q> requestType;
  private final Disposition disposition;
  private final String summary;

  /**
   * @param disposition the disposition on a managed table; never a refusal, which needs no plan
   * @param summary one line for the table of operations in the documentation
   */
  protected OperationPlan(
      Operation operation, Class<Q> requestType, Disposition disposition, String summary) {
    this.operation = operation;
    this.requestType = requestType;
    this.disposition = disposition;
    this.summary = summary;
  }

  public final Operation operation() {
    return operation;
  }

  final Class<Q> requestType() {
    return requestType;
  }

  final Disposition disposition() {
    return disposition;
  }

  final String summary() {
    return summary;
  }

  /** A flow of this operation, which the stack traces of its failures name. */
  public final <R> Flow<R> named(Flow<R> flow) {
    return flow.step(getClass(), operation.sdkName());
  }

  /**
   * Plans a request.
   *
   * @return null if the request is to be sent as it is
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured; nothing was sent
   */
  public abstract @Nullable P plan(T tables, Q request);
}
