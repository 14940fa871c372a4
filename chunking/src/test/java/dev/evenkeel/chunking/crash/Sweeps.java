package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.plan.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.plan.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.plan.sweep.SweepTerms;
import dev.evenkeel.chunking.internal.plan.sweep.SweptTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.flow.Flow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sweeps by the clock of a ground. */
final class Sweeps {
  private final Ground ground;
  private final Mutant mutant;
  private final SweepTerms terms;

  Sweeps(Ground ground, ChunkingSpec spec, Mutant mutant) {
    this.ground = ground;
    this.mutant = mutant;
    this.terms =
        new SweepTerms(new SweptTables(List.of(spec)), ground.time, false, 4, report -> {});
  }

  /** The sweep of what is due when it begins. */
  Flow<SweepReport> flow() {
    return mutant.applied(IntentSweep.flow(terms));
  }

  /** Sweeps what is due. */
  void intents() {
    SweepReport report = Stepper.run(flow(), ground.calls);
    if (report.failure() != null) {
      throw new IllegalStateException("a sweep that nothing happened to", report.failure());
    }
  }

  /** Looks at everything. */
  void deep() {
    @Nullable String cursor = null;
    do {
      DeepSweepReport report =
          Stepper.run(mutant.applied(DeepSweep.step(terms, cursor)), ground.calls);
      cursor = report.nextCursor();
    } while (cursor != null);
  }

  /**
   * Sweeps what a write leaves, long after it, and nothing else: as far as a sweep may come before
   * it looks at older intents.
   */
  void onlyOf(Runnable write) {
    List<Map<String, AttributeValue>> hidden = ground.hideIntents();
    write.run();
    ground.time.pass(Ground.GRACE.plusMinutes(1));
    intents();
    ground.time.pass(Ground.GRACE.plusMinutes(1).negated());
    ground.showIntents(hidden);
  }
}
