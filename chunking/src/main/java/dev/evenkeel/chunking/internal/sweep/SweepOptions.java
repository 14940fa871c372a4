package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The options of a sweep.
 *
 * @param dryRun whether to write nothing
 * @param width how many intents, or items, are checked side by side
 * @param progress receives the progress after every page of intents
 */
public record SweepOptions(
    SweptTables tables,
    Environment environment,
    boolean dryRun,
    int width,
    Consumer<SweepReport> progress) {

  /** Does what writes, unless nothing is to be written. */
  Flow<Done> write(Supplier<Flow<Done>> writes) {
    return dryRun ? Flow.done() : Flow.defer(writes);
  }

  /**
   * For what is nothing but writing.
   *
   * @throws IllegalStateException in a dry run
   */
  public void requireWriting() {
    if (dryRun) {
      throw new IllegalStateException("A dry run writes nothing: say dryRun(false)");
    }
  }

  long nowMillis() {
    return environment.now().toEpochMilli();
  }
}
