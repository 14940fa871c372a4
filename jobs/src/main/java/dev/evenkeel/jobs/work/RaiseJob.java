package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.jobs.report.LayoutLook;
import dev.evenkeel.jobs.report.LayoutReport;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;

/**
 * Raises the shard count of one table.
 *
 * @param editor of the table
 * @param store the control table
 * @param silent how long it takes until every client is registered
 * @param clock tells how old a record is
 * @param progress is told of steps as they begin
 */
public record RaiseJob(
    LayoutEditor editor,
    String tableName,
    LayoutStore store,
    Duration silent,
    InstantSource clock,
    Consumer<String> progress) {
  /** For the clocks of clients, as the raise itself waits for a little more than a lease. */
  private static final Duration MORE = Duration.ofSeconds(1);

  /**
   * Tells what would be done, and changes nothing. Refused where the raise would be, which looks at
   * the clients, too.
   */
  public LayoutReport plan(int shards) {
    String outcome =
        editor.planRaise(shards)
            ? "Readers would get %d shards at once, and writers %s later. Add --apply."
                .formatted(shards, TimeText.of(waits()))
            : done(shards);
    return report(outcome, LayoutLook.withClients(editor, store.lease(), silent, clock));
  }

  /** Raises the count, or completes a raise to it. */
  public LayoutReport raise(int shards) {
    if (editor.planRaise(shards)) {
      progress.accept(
          "readers get %d shards; waits %s, then writers do"
              .formatted(shards, TimeText.of(waits())));
      editor.raise(shards);
    }
    return report(done(shards), LayoutLook.at(editor, store.lease(), silent, clock));
  }

  private static String done(int shards) {
    return "Readers and writers have %d shards.".formatted(shards);
  }

  private Duration waits() {
    return store.lease().plus(MORE);
  }

  private LayoutReport report(String outcome, LayoutLook look) {
    return new LayoutReport("raise", tableName, store.table(), look, outcome, List.of(), List.of());
  }
}
