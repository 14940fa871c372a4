package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.Finding.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of the advisor.
 *
 * @param statistics the statistics of the trace
 * @param heavyKeys those that were hot, or are when the load has grown; the heaviest, unless all
 *     are used evenly; and those with {@link AdvisorRules#HEAVY_SHARE} of the requests or the load
 * @param shareError by how much, as a part of all, a number of {@code heavyKeys} may be off; it is
 *     in their bounds
 * @param design the row of AWS's table; null if too little was seen
 * @param reason why this one
 * @param findings worst first; empty if there is nothing to change
 * @param sharding how to shard the key; null if it need not be
 */
public record Advice(
    KeyStatistics statistics,
    List<HeavyKey> heavyKeys,
    double shareError,
    @Nullable KeyDesign design,
    String reason,
    List<Finding> findings,
    @Nullable ShardAdvice sharding) {

  /** Copies the lists and sorts the findings. */
  public Advice {
    heavyKeys = List.copyOf(heavyKeys);
    findings = findings.stream().sorted((a, b) -> a.weight().compareTo(b.weight())).toList();
  }

  /** Whether there is something of this kind. */
  public boolean has(Kind kind) {
    return findings.stream().anyMatch(finding -> finding.kind() == kind);
  }
}
