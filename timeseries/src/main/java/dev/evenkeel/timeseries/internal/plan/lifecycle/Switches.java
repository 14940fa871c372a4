package dev.evenkeel.timeseries.internal.plan.lifecycle;

/**
 * What a run may do beside what its spec says.
 *
 * @param deletesMax how many tables it may delete; 0 for none at all
 * @param buildsMax how many tables it may build
 * @param onlyAdds whether it may build and raise, and nothing that takes anything away
 * @param reconciles whether it sets right what live tables have other than their template
 */
public record Switches(int deletesMax, int buildsMax, boolean onlyAdds, boolean reconciles) {
  /** How many tables a run may build unless said: four days of hours. */
  public static final int BUILDS_MAX_DEFAULT = 100;

  /** No table is deleted. */
  public static final Switches KEEPING = new Switches(0, BUILDS_MAX_DEFAULT, false, false);

  /** The same, with so many deletes. */
  public Switches deleting(int max) {
    return new Switches(max, buildsMax, onlyAdds, reconciles);
  }

  /** The same, with so many builds. */
  public Switches building(int max) {
    return new Switches(deletesMax, max, onlyAdds, reconciles);
  }

  /** The same, without anything that takes away. */
  public Switches adding() {
    return new Switches(deletesMax, buildsMax, true, reconciles);
  }

  /** The same, setting right what tables have other than their template. */
  public Switches reconciling() {
    return new Switches(deletesMax, buildsMax, onlyAdds, true);
  }
}
