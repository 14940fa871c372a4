package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import java.time.Instant;

/** Asks for the current time. */
public record Now() implements Request<Instant> {
  /** Asks. */
  public static Flow<Instant> ask() {
    return Flow.ask(new Now());
  }
}
