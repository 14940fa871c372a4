package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.report.AdviceReport;
import dev.evenkeel.jobs.report.AdviceWorkReport;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.simulator.advise.KeyAdvisor;
import dev.evenkeel.simulator.advise.TableAdvisor;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import dev.evenkeel.simulator.trace.TraceRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The key advisor. */
@Command(
    name = "advise",
    description = {
      "Says what is wrong with a partition key, and what to do, by a trace of requests or by items"
          + " of a table; and by a trace, which tables gain what by a cache. Writes nothing to the"
          + " table.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel advise --trace access.log.gz --format apache --key day",
      "  evenkeel advise --trace reads.csv --hit-ratio 0.9 --time-to-live 30s",
      "  evenkeel advise --table orders --units-per-second 100 --detailed-exitcode",
      "  evenkeel advise --table orders --items 0 --job a1 --bucket advice --control-table jobs"
    })
final class AdviseCommand extends ReportCommand {
  private static final long ITEMS_PER_LINE = 10_000;
  private static final long REQUESTS_PER_LINE = 1_000_000;

  @Mixin private final TraceOptions trace = new TraceOptions();
  @Mixin private final CacheOptions caches = new CacheOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final SharedAdviceOptions sharing = new SharedAdviceOptions();

  @Option(
      names = "--growth",
      paramLabel = "FACTOR",
      description = "what the load of a trace grows to; 1 by default")
  private @Nullable Double growth;

  @Option(
      names = "--no-sort-key",
      description =
          "the trace is of a table without a sort key, where a key is one item: shards are then for"
              + " counters only")
  private boolean noSortKey;

  @Option(
      names = "--trace-table",
      paramLabel = "NAME",
      description = "the table of a trace of several, in a column 'table'; all of them otherwise")
  private @Nullable String traceTable;

  @Option(names = "--table", paramLabel = "NAME", description = "a table to read items of")
  private @Nullable String table;

  @Option(
      names = "--items",
      paramLabel = "COUNT",
      description =
          "about how many items of a table to read, 0 for all; "
              + TableAdvisor.ITEMS_DEFAULT
              + " by default")
  private @Nullable Long items;

  @Option(
      names = "--units-per-second",
      paramLabel = "COUNT",
      description = "how many read units a second to spend; otherwise what DynamoDB gives")
  private @Nullable Double unitsPerSecond;

  @Option(
      names = EvenkeelCommand.DETAILED,
      description = "end with 2 if there is something to change")
  private boolean detailed;

  @Override
  public Integer call() {
    if (trace.areGiven() == (table != null)) {
      throw new JobException("Give either --trace FILE or --table NAME.");
    }
    requireFitting();
    requireNumbers();
    Report report = report();
    int code = print(report);
    if (report instanceof AdviceWorkReport) {
      return EvenkeelCommand.FAILED;
    }
    return detailed && report instanceof AdviceReport advice && advice.hasFindings()
        ? EvenkeelCommand.SOMETHING_TO_DO
        : code;
  }

  /** Refuses options that have no meaning together. */
  private void requireFitting() {
    sharing.requireFitting(table);
    if (table == null && (items != null || unitsPerSecond != null)) {
      throw new JobException("--items and --units-per-second are for tables. Leave them out.");
    }
    if (table != null && noSortKey) {
      throw new JobException("--no-sort-key is for traces: a table tells its keys. Leave it out.");
    }
    if (table != null && (caches.areGiven() || prices.areGiven() || traceTable != null)) {
      throw new JobException(
          "Caches, prices and --trace-table are for traces: items do not tell what is asked of"
              + " them. Leave their options out.");
    }
    if (table != null && (growth != null || trace.areKeysGiven())) {
      throw new JobException(
          "--growth and --key are for traces: items do not tell what is asked of them. Leave them"
              + " out.");
    }
  }

  /** Checked before any client is opened. */
  private void requireNumbers() {
    if (items != null && items < 0) {
      throw new JobException(
          "--items must be 0 or more, where 0 is all, but was %d.".formatted(items));
    }
    if (unitsPerSecond != null
        && !(unitsPerSecond > 0 && unitsPerSecond < Double.POSITIVE_INFINITY)) {
      throw new JobException(
          "--units-per-second must be above 0 but was %s.".formatted(unitsPerSecond));
    }
  }

  private Report report() {
    try {
      return table == null ? ofTrace() : ofTable(table);
    } catch (TraceException e) {
      throw new JobException(trace.message(e));
    }
  }

  private AdviceReport ofTrace() {
    KeyAdvisor keys = KeyAdvisor.growing(growth == null ? 1 : growth);
    if (noSortKey) {
      keys.withoutSortKey();
    }
    Double hitRatio = caches.hitRatio();
    AdvisedTrace advised = new AdvisedTrace(keys, caches.advisor(), traceTable);
    Prices paid = prices.of(connection.connection(), null);
    try (TraceReader reader = trace.open();
        Progress progress = Progress.of("advise", environment().terminal())) {
      Steps steps = Steps.each(REQUESTS_PER_LINE, "requests read", progress);
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        advised.add(next);
        steps.accept(1);
      }
      return advised.report(reader.tally(), paid, hitRatio, caches.areGiven());
    }
  }

  /** The report on a table. */
  static AdviceReport report(TableAdvice advice) {
    if (advice.sample().items() == 0) {
      throw new JobException(
          "The table '%s' has no items, so there is nothing to analyze."
              .formatted(advice.sample().tableName()));
    }
    return AdviceReport.of(advice);
  }

  private Report ofTable(String name) {
    if (sharing.areGiven()) {
      long most = items == null ? TableAdvisor.ITEMS_DEFAULT : items;
      return sharing.share(environment(), connection.connection(), name, most, unitsPerSecond);
    }
    try (Progress progress = Progress.of("advise", environment().terminal());
        DynamoDbClient client = environment().clients().dynamodb(connection.connection())) {
      TableAdvisor.Builder advisor =
          TableAdvisor.builder(client, name)
              .itemsMax(items == null ? TableAdvisor.ITEMS_DEFAULT : items)
              .progress(Steps.growingTo(ITEMS_PER_LINE, "items read", progress));
      if (unitsPerSecond != null) {
        advisor.unitsPerSecond(unitsPerSecond);
      }
      return report(advisor.build().advise());
    } catch (ResourceNotFoundException e) {
      throw new JobException(
          "There is no table '%s', or none that can be read yet or any longer. Check its name, --region and the account."
              .formatted(name));
    }
  }
}
