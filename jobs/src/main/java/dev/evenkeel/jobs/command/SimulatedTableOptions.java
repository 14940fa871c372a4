package dev.evenkeel.jobs.command;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.workload.Workload;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make up the table. */
final class SimulatedTableOptions {
  /** The sharing of capacity among partitions. The constants' names are the option's values. */
  enum Behavior {
    today,
    original
  }

  @Option(
      names = "--write-units",
      paramLabel = "COUNT",
      description = "write units a second that are provisioned; default what the load needs")
  private @Nullable Long writeUnits;

  @Option(
      names = "--read-units",
      paramLabel = "COUNT",
      description = "read units a second that are provisioned; default what the load needs")
  private @Nullable Long readUnits;

  @Option(
      names = "--on-demand",
      description =
          "a new table in on-demand mode; with units, one that takes so many to begin with."
              + " The default for a trace")
  private boolean onDemand;

  @Option(
      names = "--stored-bytes",
      paramLabel = "BYTES",
      description = "what the table holds to begin with; partitions of 10 GB")
  private long storedBytes;

  @Option(
      names = "--behavior",
      paramLabel = "HOW",
      defaultValue = "today",
      description =
          "today (adaptive capacity, split for heat) or original (each partition its even part);"
              + " default ${DEFAULT-VALUE}")
  private Behavior behavior = Behavior.today;

  @Option(
      names = "--sort-keys",
      paramLabel = "HOW",
      defaultValue = "GROWING",
      description =
          "${COMPLETION-CANDIDATES}: none, requests on all of them, or on the newest as in a log;"
              + " default ${DEFAULT-VALUE}")
  private SortKeys sortKeys = SortKeys.GROWING;

  /** Reports all conflicting options. */
  void check(Conflicts conflicts, boolean isTrace) {
    boolean byDefault = isTrace && readUnits == null && writeUnits == null;
    conflicts.refuse(
        (onDemand || byDefault) && behavior == Behavior.original,
        "--behavior original has no adaptive capacity, and on-demand mode always has."
            + " Give --write-units or --read-units, and not --on-demand.");
  }

  /**
   * The table for a workload.
   *
   * @throws IllegalArgumentException if there can be none like that
   */
  TableSpec table(Workload workload) {
    long needed = (long) Math.ceil(workload.unitsPerSecondMax());
    boolean reads = workload.access().type() == OperationType.READ;
    Capacity capacity =
        onDemand
            ? onDemand()
            : Capacity.provisioned(
                or(readUnits, reads ? needed : 0), or(writeUnits, reads ? 0 : needed));
    requireSome(capacity, workload.access().type());
    return table(capacity);
  }

  /** The table for a trace, whose needs are unknown. */
  TableSpec table() {
    boolean provisioned = !onDemand && (readUnits != null || writeUnits != null);
    return table(
        provisioned ? Capacity.provisioned(or(readUnits, 0), or(writeUnits, 0)) : onDemand());
  }

  private TableSpec table(Capacity capacity) {
    return TableSpec.builder("simulated")
        .capacity(capacity)
        .behavior(
            behavior == Behavior.today ? PartitionBehavior.today() : PartitionBehavior.original())
        .sortKeys(sortKeys)
        .storedBytes(storedBytes)
        .build();
  }

  private Capacity onDemand() {
    return Capacity.onDemand()
        .warmedFor(
            or(readUnits, PartitionRules.ON_DEMAND_READ_UNITS),
            or(writeUnits, PartitionRules.ON_DEMAND_WRITE_UNITS));
  }

  private static long or(@Nullable Long units, long otherwise) {
    return Objects.requireNonNullElse(units, otherwise);
  }

  private static void requireSome(Capacity capacity, OperationType type) {
    if (capacity instanceof Capacity.Provisioned some && some.throughput().units(type) == 0) {
      throw new IllegalArgumentException(
          "a table with 0 %s units takes no %ss"
              .formatted(
                  type == OperationType.READ ? "read" : "write",
                  type == OperationType.READ ? "read" : "write"));
    }
  }
}
