package dev.evenkeel.timeseries.internal.plan.lifecycle;

/**
 * What a lifecycle may do beside what its spec says.
 *
 * @param deletes whether tables may be deleted at all
 * @param deletesMax how many in one run
 */
public record Switches(boolean deletes, int deletesMax) {
  /** No table is deleted. */
  public static final Switches KEEPING = new Switches(false, 0);
}
