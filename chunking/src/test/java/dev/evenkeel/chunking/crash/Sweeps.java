package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.plan.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.plan.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.plan.sweep.Ownership;
import dev.evenkeel.chunking.internal.plan.sweep.SweepTerms;
import dev.evenkeel.chunking.internal.plan.sweep.SweptTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Sweeps by the clock of a ground. */
final class Sweeps {
  private final Ground ground;
  private final Mutant mutant;
  private final SweepTerms terms;
  private boolean mortal;

  Sweeps(Ground ground, ChunkingSpec spec, Mutant mutant) {
    this.ground = ground;
    this.mutant = mutant;
    this.terms =
        new SweepTerms(new SweptTables(List.of(spec)), ground.time, false, 4, report -> {});
  }

  /** These, each tried by sweeps that die. */
  Sweeps mortal() {
    mortal = true;
    return this;
  }

  /** The sweep of what is due when it begins. */
  Flow<SweepReport> flow() {
    return mutant.applied(IntentSweep.flow(terms));
  }

  /**
   * Runs a sweep up to one of its sub-requests; looking for intents does not count. Ends with
   * whether there is such a one.
   */
  static boolean runTo(Stepper<?> sweep, int step) {
    int left = step;
    while (!sweep.isOver()) {
      if (!isSearch(sweep.next()) && left-- == 0) {
        return true;
      }
      sweep.apply();
    }
    return false;
  }

  private static boolean isSearch(Request<?> request) {
    return request instanceof TableCall<?> call
        && call.request() instanceof QueryRequest query
        && query.tableName().equals(Ground.INTENTS);
  }

  /**
   * Sweeps what is due: one sweep dies after its first write, the next after its second, and so on,
   * until one has no more to write than that.
   */
  private void dying() {
    boolean died = true;
    for (int writes = 1; died; writes++) {
      died = diesAfter(writes);
    }
  }

  private boolean diesAfter(int writes) {
    Stepper<?> sweep = new Stepper<>(flow(), ground.calls);
    int left = writes;
    while (!sweep.isOver() && left > 0) {
      left -= isWrite(sweep.next()) ? 1 : 0;
      sweep.apply();
    }
    return left == 0;
  }

  private static boolean isWrite(Request<?> request) {
    return !(request instanceof TableCall<?> call && call.request() instanceof QueryRequest);
  }

  /** Sweeps what is due. */
  void intents() {
    if (mortal) {
      dying();
    }
    SweepReport report = Stepper.run(flow(), ground.calls);
    if (report.failure() != null) {
      throw new IllegalStateException("a sweep that nothing happened to", report.failure());
    }
  }

  /** Looks at everything. */
  void deep() {
    Stepper.run(Ownership.taken(terms), ground.calls);
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
