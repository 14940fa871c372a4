package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A request of a lifecycle that neither DynamoDB nor S3 answers. */
public sealed interface LifecycleRequest<R> extends Request<R> {

  /** Asks for the current time. */
  record Now() implements LifecycleRequest<Instant> {
    /** Asks. */
    public static Flow<Instant> ask() {
      return Flow.ask(new Now());
    }
  }

  /** Calls all hooks; fails after all calls with the first failure. */
  record HookCall(Kind kind, TableEvent event) implements LifecycleRequest<Done> {

    /** The kind of event. */
    public enum Kind {
      ACTIVE,
      RETIRING
    }

    static Flow<Done> of(Kind kind, TableEvent event) {
      return Flow.ask(new HookCall(kind, event));
    }
  }

  /** Asks which of these tables are scaled by others, such as Application Auto Scaling. */
  record ScalingLookup(List<ObservedTable> tables) implements LifecycleRequest<Set<String>> {
    static Flow<ScaledTables> among(Collection<ObservedTable> tables) {
      return Flow.ask(new ScalingLookup(List.copyOf(tables)))
          .map(names -> new ScaledTables(names, true));
    }
  }

  /**
   * The tables that are scaled by others.
   *
   * @param tables the scaled tables
   * @param isKnown whether the set is complete; otherwise no table may be lowered
   */
  record ScaledTables(Set<String> tables, boolean isKnown) {
    /** No table is. */
    static final ScaledTables NONE = new ScaledTables(Set.of(), true);

    /** Unknown. */
    static final ScaledTables UNKNOWN = new ScaledTables(Set.of(), false);
  }
}
