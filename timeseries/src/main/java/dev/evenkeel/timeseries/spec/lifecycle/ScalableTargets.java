package dev.evenkeel.timeseries.spec.lifecycle;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Finds tables that are scaled by others, such as by registered scalable targets of Application
 * Auto Scaling. Their capacity, and that of their indexes, is not changed.
 *
 * <p>Asked once for a series and run, and only if capacity would be changed. If the stage fails or
 * an exception is thrown, the answer is unknown: then tables are raised, and none is lowered.
 */
@FunctionalInterface
public interface ScalableTargets {
  /**
   * The names of those among these tables that are scaled, or have an index that is. The
   * asynchronous lifecycle must not be blocked by it; the other waits for its stage.
   */
  CompletionStage<Set<String>> among(Collection<ObservedTable> tables);
}
