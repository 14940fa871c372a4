package dev.evenkeel.simulator.spec;

/** The policy for requests on a table without a {@link TableSpec}. */
public enum UnknownTables {
  /** Refuses them before anything is sent, so that no table is forgotten. */
  REFUSE,

  /** Lets them through: such tables never throttle. */
  PASS,

  /**
   * Simulates them as the table behind describes itself: its capacity mode, throughput, configured
   * maximum, warm throughput (on demand), size and indexes. Sort keys are taken for {@link
   * SortKeys#SPREAD}, or {@link SortKeys#NONE} where there are none or the table has local indexes:
   * what is appended to, as a log, needs a spec that says {@link SortKeys#GROWING}.
   */
  DESCRIBE
}
