package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.lifecycle.TableEvent;

/** Tell all hooks; fails with what the first of them failed with, after all were told. */
public record HookCall(Kind kind, TableEvent event) implements Request<Done> {

  /** What of. */
  public enum Kind {
    ACTIVE,
    RETIRING
  }

  static Flow<Done> tell(Kind kind, TableEvent event) {
    return Flow.ask(new HookCall(kind, event));
  }
}
