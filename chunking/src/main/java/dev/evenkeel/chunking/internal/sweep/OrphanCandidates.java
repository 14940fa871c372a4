package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.sweep.DeepTally.Count;
import dev.evenkeel.chunking.internal.sweep.Liveness.Verdict;
import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Slices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Payloads that may be orphans, until intents and items have been checked. */
final class OrphanCandidates {
  /** An item has at most 400 KB, and a change some 3 KB of key. */
  private static final int CHANGES_MAX = 50;

  private final SweepOptions options;
  private final DeepTally tally;

  /** For each payload the chunk with the greatest number that was read. */
  private final Map<Id, SweepTarget> candidates = new LinkedHashMap<>();

  private record Id(Parent parent, String writeId) {}

  OrphanCandidates(SweepOptions options, DeepTally tally) {
    this.options = options;
    this.tally = tally;
  }

  int count() {
    return candidates.size();
  }

  /** Adds the targets that a first check does not find alive. */
  Flow<Done> add(List<SweepTarget> targets) {
    Map<Id, SweepTarget> fresh = new LinkedHashMap<>();
    targets.forEach(target -> fresh.merge(id(target), target, OrphanCandidates::greater));
    return Liveness.firstLook(fresh.values())
        .map(
            verdicts -> {
              for (SweepTarget target : targets) {
                count(verdicts.getOrDefault(fresh.get(id(target)), Verdict.UNKNOWN));
              }
              verdicts.forEach(
                  (target, verdict) -> {
                    if (verdict == Verdict.DEAD) {
                      candidates.merge(id(target), target, OrphanCandidates::greater);
                    }
                  });
              return Done.DONE;
            });
  }

  private void count(Verdict verdict) {
    switch (verdict) {
      case LIVE -> tally.add(Count.LIVE);
      case UNKNOWN -> tally.add(Count.UNDECIDABLE);
      case DEAD -> {}
    }
  }

  private static Id id(SweepTarget target) {
    return new Id(target.parent(), target.payload().id());
  }

  private static SweepTarget greater(SweepTarget one, SweepTarget other) {
    return one.payload().chunks() >= other.payload().chunks() ? one : other;
  }

  /**
   * Notes the orphans among the candidates. First intents and then items: see {@link
   * ActiveIntents}.
   */
  Flow<Done> settle() {
    Collection<SweepTarget> all = candidates.values();
    return ActiveIntents.of(
            all.stream().map(target -> target.table().intentTable()).distinct().toList(),
            all.stream().map(target -> target.payload().id()).toList())
        .then(
            activeIntents -> {
              List<SweepTarget> free = new ArrayList<>();
              for (SweepTarget target : all) {
                if (activeIntents.covers(target.payload())) {
                  tally.add(Count.IN_HAND);
                } else {
                  free.add(target);
                }
              }
              return Liveness.of(free).then(this::note);
            });
  }

  private Flow<Done> note(Map<SweepTarget, Verdict> verdicts) {
    Map<SweptTable, List<SweepTarget>> dead = new LinkedHashMap<>();
    verdicts.forEach(
        (target, verdict) -> {
          count(verdict);
          if (verdict == Verdict.DEAD) {
            dead.computeIfAbsent(target.table(), table -> new ArrayList<>()).add(target);
          }
        });
    List<Flow<Done>> notes = new ArrayList<>();
    dead.forEach(
        (table, targets) ->
            Slices.of(targets, CHANGES_MAX).forEach(some -> notes.add(note(table, some))));
    return Flow.awaitAll(notes, options.width()).map(done -> Done.DONE);
  }

  private Flow<Done> note(SweptTable table, List<SweepTarget> targets) {
    return options
        .write(() -> new Intents(table.intentTable()).note(replaced(table, targets)))
        .atResult(done -> targets.forEach(target -> tally.add(noted(target))));
  }

  private static Count noted(SweepTarget target) {
    return target.payload().placement() == Placement.OBJECT
        ? Count.OBJECTS_NOTED
        : Count.CHUNKED_NOTED;
  }

  private Intent replaced(SweptTable table, List<SweepTarget> targets) {
    return options
        .environment()
        .replaced(table.spec(), targets.stream().map(SweepTarget::asReplaced).toList());
  }
}
