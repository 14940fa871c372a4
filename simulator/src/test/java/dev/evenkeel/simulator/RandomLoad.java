package dev.evenkeel.simulator;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.IndexSpec;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.Request.IndexEntry;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.List;

/** A table and a load on it, drawn from a seed. */
record RandomLoad(TableSpec table, List<Burst> bursts) {

  /** Equal requests at once. */
  record Burst(Request request, int count) {}

  static RandomLoad draw(Gen gen, boolean provisioned) {
    TableSpec table =
        TableSpec.builder("t")
            .capacity(capacity(gen, provisioned))
            .behavior(
                new PartitionBehavior(
                    gen.chance(0.7), gen.chance(0.5), gen.chance(0.5), gen.chance(0.5)))
            .sortKeys(gen.oneOf(List.of(SortKeys.NONE, SortKeys.SPREAD, SortKeys.GROWING)))
            .storedBytes(gen.oneOf(List.of(0L, 9_999_900_000L, 39_999_000_000L)))
            .index(new IndexSpec("i", capacity(gen, provisioned), SortKeys.SPREAD))
            .build();
    return new RandomLoad(table, bursts(gen));
  }

  private static Capacity capacity(Gen gen, boolean provisioned) {
    return provisioned
        ? Capacity.provisioned(gen.between(1, 9_000), gen.between(1, 5_000))
        : Capacity.onDemand().withMax(20_000, gen.between(1, 9_000));
  }

  private static List<Burst> bursts(Gen gen) {
    List<Burst> bursts = new ArrayList<>();
    long millis = 0;
    for (int i = 0; i < 5 * gen.size(); i++) {
      millis += gen.chance(0.05) ? gen.between(0, 2_000_000) : gen.between(0, 600);
      bursts.add(new Burst(request(gen, millis), gen.between(1, 40)));
    }
    return bursts;
  }

  private static Request request(Gen gen, long millis) {
    String key = "key-" + gen.between(0, 5);
    String sortKey = "sort-" + gen.between(0, 100);
    int bytes = gen.oneOf(List.of(1, 1_000, 5_000, 100_000, 400_000));
    Access access =
        gen.oneOf(List.of(Access.INSERT, Access.REPLACE, Access.STRONG_READ, Access.EVENTUAL_READ));
    boolean indexed = gen.chance(0.3);
    boolean writes = access == Access.INSERT || access == Access.REPLACE;
    return new Request(
        millis,
        indexed && access == Access.EVENTUAL_READ ? "i" : null,
        key,
        sortKey,
        access,
        bytes,
        indexed && writes ? List.of(new IndexEntry("i", key, sortKey, bytes)) : List.of());
  }
}
