package dev.evenkeel.jobs.command;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.MovePlanReport;
import dev.evenkeel.jobs.report.MoveReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.ReshardJob;
import dev.evenkeel.sharding.Layout.Moving;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The options that say what is to be moved. */
final class MoveOptions {
  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final PaceOptions pace = new PaceOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @ArgGroup(multiplicity = "1")
  private Items items = new Items();

  /** The items that move. */
  static final class Items {
    @Option(
        names = "--key",
        paramLabel = "VALUE",
        required = true,
        preprocessor = DashedValue.class,
        converter = DashedValue.class,
        description =
            "those of one key, as callers know it; in base64 if it is of type B. One that begins"
                + " with a dash needs the form --key=-home")
    private @Nullable String key;

    @Option(
        names = "--all-keys",
        required = true,
        description = "those of all keys but keys with pieces of their own")
    private boolean all;

    @Option(
        names = "--into",
        paramLabel = "TABLE",
        required = true,
        description = "those of all keys, to another table, which is there and empty")
    private @Nullable String table;
  }

  @Option(
      names = "--to",
      paramLabel = "COUNT",
      required = true,
      description = "shards of these items then, 1 (plain) to 1024")
  private int shards;

  LayoutOptions layout() {
    return layout;
  }

  private MovePace pace() {
    return pace.pace();
  }

  /** What is to be moved, and to how many shards. */
  Moving moving() {
    boolean isOfAll = items.all || items.table != null;
    return new Moving(
        isOfAll ? null : layout.partitionKey("--key", requireNonNull(items.key)),
        shards,
        items.table == null ? null : SpecOptions.tableName("--into", items.table));
  }

  /** Refuses a count that no table can have, before anything else is looked at. */
  void requireCount() {
    if (shards < 1 || shards > ShardingSpec.SHARDS_MAX) {
      throw new JobException(
          "Items can be moved to 1..%d shards, but --to is %d."
              .formatted(ShardingSpec.SHARDS_MAX, shards));
    }
  }

  /** What the move would do. */
  MovePlanReport plan(ReshardJob job, String command) {
    return there(() -> job.plan(command, moving(), pace(), prices.of(job.region(), null)));
  }

  /** Begins the move. */
  MoveReport start(ReshardJob job) {
    return there(() -> job.start(moving(), pace()));
  }

  private <R> R there(Supplier<R> work) {
    try {
      return work.get();
    } catch (ResourceNotFoundException e) {
      throw items.table == null
          ? e
          : new JobException(
              "%s. Check --table and --into. If '%s' is a time series, name the configuration that has it with --series%s."
                  .formatted(
                      Causes.text(e),
                      items.table,
                      layout.hasSeries() ? ": the one that was given has none of that name" : ""));
    }
  }
}
