package dev.evenkeel.timeseries.spec;

/** The owner of the capacity of existing period tables. */
public enum Scaling {
  /**
   * The lifecycle does. As long as items may come, the template is a lower bound: a table is raised
   * to it and never lowered. So a higher capacity, set by Application Auto Scaling or by operators
   * in an incident, stays. When its time is over, the tiers are its capacity. Tables with scalable
   * targets of Application Auto Scaling are left alone if the lifecycle can see the targets.
   */
  MANAGED,
  /** Others do: the lifecycle builds with the capacity of the template, and no more. */
  EXTERNAL
}
