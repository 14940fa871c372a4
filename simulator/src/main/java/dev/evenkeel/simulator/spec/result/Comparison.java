package dev.evenkeel.simulator.spec.result;

import dev.evenkeel.simulator.spec.workload.Scenario;
import java.util.List;

/**
 * The same workload twice under the same placement.
 *
 * @param scenario where
 * @param load what the workload was, in words, such as {@code 20,000 writes a second for 60 s}
 * @param notes what else there is to know of it, in sentences
 * @param remedy how many shards to take, in a sentence; empty where that is not known
 * @param plain what came of it with each key as it is
 * @param sharded what came of it with each key spread over shards
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

  /** How many times as many requests were served with shards; infinite if none was without. */
  public double gain() {
    return (double) sharded.accepted() / plain.accepted();
  }
}
