package dev.evenkeel.simulator.spec;

/**
 * A partition at the end of one second in which something was asked of it, before any split.
 *
 * @param state as it is
 * @param endHash where its hash range ends, unsigned and not in it; 0 for the end of all hashes,
 *     and its {@code firstHash} where it holds a part of the items of one key
 * @param heat its heat in the second
 */
public record PartitionSecond(PartitionState state, long endHash, PartitionHeat heat) {

  /** See {@link PartitionHeat#heat()}. */
  public double use() {
    return heat.heat();
  }
}
