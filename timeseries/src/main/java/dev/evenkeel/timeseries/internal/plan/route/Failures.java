package dev.evenkeel.timeseries.internal.plan.route;

import dev.evenkeel.core.operation.Call;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Failures of requests to period tables as callers see them. */
public final class Failures {
  private Failures() {}

  /** A missing table is told as such; anything else names no period table. */
  public static Throwable of(Call call, CallerNames names, Throwable cause) {
    return cause instanceof ResourceNotFoundException missing && !names.tables().isEmpty()
        ? missing(call, names, missing)
        : names.failure(cause);
  }

  /** The same as a function. */
  public static UnaryOperator<Throwable> of(Call call, CallerNames names) {
    return cause -> of(call, names, cause);
  }

  /** That one of these tables is not there. */
  public static MissingTableException missing(
      Call call, CallerNames names, ResourceNotFoundException cause) {
    return new MissingTableException(call.operation(), call.table(), names.tables(), cause);
  }
}
