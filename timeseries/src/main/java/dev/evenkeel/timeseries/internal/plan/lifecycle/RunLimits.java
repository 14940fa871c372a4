package dev.evenkeel.timeseries.internal.plan.lifecycle;

/**
 * Limits of a run, beside its spec.
 *
 * @param deletesMax how many tables it may delete; 0 for none at all
 * @param buildsMax how many tables it may build
 * @param onlyAdds whether it may build and raise, and nothing that takes anything away
 * @param reconciles whether it sets right what live tables have other than their template
 */
public record RunLimits(int deletesMax, int buildsMax, boolean onlyAdds, boolean reconciles) {
  /** How many tables a run may build unless said: four days of hours. */
  public static final int BUILDS_MAX_DEFAULT = 100;

  /** No table is deleted. */
  public static final RunLimits KEEPING = new RunLimits(0, BUILDS_MAX_DEFAULT, false, false);

  /** The same, with so many deletes. */
  public RunLimits deleting(int max) {
    return new RunLimits(max, buildsMax, onlyAdds, reconciles);
  }

  /** The same, with so many builds. */
  public RunLimits building(int max) {
    return new RunLimits(deletesMax, max, onlyAdds, reconciles);
  }

  /** The same, without anything that takes away. */
  public RunLimits adding() {
    return new RunLimits(deletesMax, buildsMax, true, reconciles);
  }

  /** The same, setting right what tables have other than their template. */
  public RunLimits reconciling() {
    return new RunLimits(deletesMax, buildsMax, onlyAdds, true);
  }
}
