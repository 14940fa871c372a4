package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.TimeSpan;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Receives events of period tables, for resources that depend on a table and are not the
 * lifecycle's: event source mappings of its stream, alarms, scalable targets of Application Auto
 * Scaling. A scalable target whose minimum is above the capacity of a tier would raise an old table
 * again, and a table with targets is not lowered where {@link ScalableTargets} reports them. So
 * register it in {@link #onTableActive} and deregister it in {@link #onTableRetiring}, which comes
 * before the table is lowered. DynamoDB leaves targets and alarms behind when a table goes.
 *
 * <p>Each call is made at least once, and again if a run broke off or the hook failed: do nothing
 * if all is done. An exception is reported, delays no other table, and the call is repeated by the
 * next run. Called on the thread of the run, or of a pool if several series are run.
 */
public interface LifecycleHook {
  /** The table is active and answers; its period may not have begun. */
  default void onTableActive(TableEvent event) {}

  /** No item of its period may come any more; reads continue. */
  default void onTableRetiring(TableEvent event) {}

  /**
   * The event of a hook.
   *
   * @param series the logical table
   * @param table as DynamoDB described it a moment ago: its name, ARN, stream
   * @param period its period
   */
  public record TableEvent(String series, TableDescription table, TimeSpan period) {}
}
