package dev.evenkeel.timeseries.spec.lifecycle;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Knows which tables somebody else scales, such as Application Auto Scaling by its registered
 * scalable targets. Their capacity, and that of their indexes, is left alone.
 *
 * <p>Asked once for a series and run, and only if capacity would be changed. A stage that fails, or
 * an exception, means that nobody knows: then tables are raised, and none is lowered.
 */
@FunctionalInterface
public interface ScalableTargets {
  /**
   * Tells, by their names, which of these tables are scaled, or have an index that is. The
   * asynchronous lifecycle must not be blocked by it; the other waits for its stage.
   */
  CompletionStage<Set<String>> among(Collection<ObservedTable> tables);
}
