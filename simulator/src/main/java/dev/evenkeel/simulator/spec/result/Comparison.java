package dev.evenkeel.simulator.spec.result;

import dev.evenkeel.simulator.spec.workload.Scenario;
import java.util.List;

/**
 * The same workload twice under the same placement.
 *
 * @param scenario where
 * @param load the workload in words, such as {@code 20,000 writes a second for 60 s}
 * @param notes further notes, in sentences
 * @param remedy how many shards to take, in a sentence; empty where that is not known
 * @param plain the result with each key as it is
 * @param sharded the result with each key spread over shards
 */
public record Comparison(
    Scenario scenario,
    String load,
    List<String> notes,
    String remedy,
    RunResult plain,
    RunResult sharded) {
  public Comparison {
    notes = List.copyOf(notes);
  }

  /** The ratio of requests served with shards to those without; infinite if none was without. */
  public double gain() {
    return (double) sharded.accepted() / plain.accepted();
  }
}
