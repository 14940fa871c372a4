package dev.evenkeel.timeseries.spec;

/** Who sets the capacity of period tables once they are built. */
public enum Scaling {
  /**
   * The lifecycle does. As long as items may come, a table has at least what the template says: it
   * is raised to that, and never lowered, so that whoever raises it further, Application Auto
   * Scaling or people in an incident, is let alone. When its time is over, the tiers are its
   * capacity. What is registered with Application Auto Scaling is left alone if the lifecycle can
   * see it.
   */
  MANAGED,
  /** Somebody else does: the lifecycle builds with the capacity of the template, and no more. */
  EXTERNAL
}
