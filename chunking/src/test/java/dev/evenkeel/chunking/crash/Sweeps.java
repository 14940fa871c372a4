package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.sweep.Ownership;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.internal.sweep.SweptTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Sweeps by the clock of a fixture. */
final class Sweeps {
  private final CrashFixture fixture;
  private final Mutant mutant;
  private final SweepOptions terms;
  private boolean mortal;

  Sweeps(CrashFixture fixture, ChunkingSpec spec, Mutant mutant) {
    this.fixture = fixture;
    this.mutant = mutant;
    this.terms =
        new SweepOptions(new SweptTables(List.of(spec)), fixture.time, false, 4, report -> {});
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
        && query.tableName().equals(CrashFixture.INTENTS);
  }

  /**
   * Sweeps what is due: one sweep dies after its first write, the next after its second, and so on,
   * until one has no more to write than that.
   */
  private void dying(Function<Request<?>, Object> calls) {
    boolean died = true;
    for (int writes = 1; died; writes++) {
      died = diesAfter(writes, calls);
    }
  }

  private boolean diesAfter(int writes, Function<Request<?>, Object> calls) {
    Stepper<?> sweep = new Stepper<>(flow(), calls);
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
    intents(fixture.calls);
  }

  private void intents(Function<Request<?>, Object> calls) {
    if (mortal) {
      dying(calls);
    }
    SweepReport report = Stepper.run(flow(), calls);
    if (report.failure() != null) {
      throw new IllegalStateException("a sweep that nothing happened to", report.failure());
    }
  }

  /** Looks at everything. */
  void deep() {
    Stepper.run(Ownership.taken(terms), fixture.calls);
    @Nullable String cursor = null;
    do {
      DeepSweepReport report =
          Stepper.run(mutant.applied(DeepSweep.step(terms, cursor)), fixture.calls);
      cursor = report.nextCursor();
    } while (cursor != null);
  }

  /**
   * Sweeps what a write leaves, long after it, and nothing else: as far as a sweep may come before
   * it looks at older intents.
   */
  void onlyOf(Runnable write) {
    List<Map<String, AttributeValue>> older = fixture.stored(CrashFixture.INTENTS);
    write.run();
    fixture.time.pass(CrashFixture.GRACE.plusMinutes(1));
    intents(fixture.hiding(older));
    fixture.time.pass(CrashFixture.GRACE.plusMinutes(1).negated());
  }
}
