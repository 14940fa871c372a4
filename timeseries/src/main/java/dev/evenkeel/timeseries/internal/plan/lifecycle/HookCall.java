package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;

/** Calls all hooks; fails after all calls with the first failure. */
public record HookCall(Kind kind, TableEvent event) implements Request<Done> {

  /** The kind of event. */
  public enum Kind {
    ACTIVE,
    RETIRING
  }

  static Flow<Done> tell(Kind kind, TableEvent event) {
    return Flow.ask(new HookCall(kind, event));
  }
}
