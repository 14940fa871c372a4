package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.prewarm.PrewarmPlan;
import dev.evenkeel.jobs.prewarm.PrewarmPlan.WarmIndex;
import dev.evenkeel.jobs.prewarm.ScaleTestPlan;
import dev.evenkeel.jobs.prewarm.TableRate;
import dev.evenkeel.jobs.prewarm.WarmReplica;
import dev.evenkeel.jobs.prewarm.WarmTable;
import dev.evenkeel.jobs.report.PrewarmReport;
import dev.evenkeel.jobs.report.PrewarmState;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.report.ScaleTestReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.PrewarmJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Prewarms a table for a rate. */
@Command(
    name = "prewarm",
    description = {
      "Plans what makes a table ready for a rate from the first second, and what it costs: warm"
          + " throughput, or with --grown-to the guide's recipe for testing at scale. A dry run"
          + " unless --apply is given. Without --table it plans for a new on-demand table.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel prewarm --table orders --writes-per-second 20000 --item-bytes 900",
      "  evenkeel prewarm --table orders-test --writes-per-second 2000 --item-bytes 900 --grown-to 500000000000"
    })
final class PrewarmCommand extends ReportCommand {
  private static final Duration BUDGET_MAX = Duration.ofDays(365);

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--table", paramLabel = "NAME", description = "the table")
  private @Nullable String table;

  @Option(
      names = "--writes-per-second",
      paramLabel = "COUNT",
      description = "writes a second at its busiest; otherwise none")
  private long writes;

  @Option(
      names = "--reads-per-second",
      paramLabel = "COUNT",
      description = "gets a second at its busiest; otherwise none")
  private long reads;

  @Option(
      names = "--item-bytes",
      paramLabel = "BYTES",
      required = true,
      description = "the size of an item, names included")
  private int itemBytes;

  @Option(names = "--consistent", description = "reads are strongly consistent")
  private boolean consistent;

  @Option(
      names = "--index-reads",
      paramLabel = "NAME=UNITS",
      description = "read units a second that are asked of an index; may be repeated")
  private Map<String, Long> indexReads = new TreeMap<>();

  @Option(
      names = "--without-index",
      paramLabel = "NAME",
      description = "leave an index as it is, as few writes touch it; may be repeated")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--grown-to",
      paramLabel = "BYTES",
      description =
          "let an empty, provisioned table behave as one that holds so much: raise what is"
              + " provisioned, then lower it to the rate")
  private @Nullable Long grownTo;

  @Option(names = "--apply", description = "do it, instead of only telling what would be done")
  private boolean applying;

  @Option(
      names = "--for",
      paramLabel = "LENGTH",
      defaultValue = "30m",
      description = "wait so long for DynamoDB at most; default ${DEFAULT-VALUE}")
  private String length = "30m";

  @Override
  public Integer call() {
    requireFitting();
    TableRate rate = new TableRate(writes, reads, itemBytes, consistent);
    Duration budget = budget();
    if (table == null) {
      return print(report(rate, prices.of(connection.connection(), null), WarmTable.NEW));
    }
    return print(at(table, rate, budget));
  }

  private Duration budget() {
    Duration budget = Durations.parse(length);
    if (budget.isNegative() || budget.compareTo(BUDGET_MAX) > 0) {
      throw new JobException("--for must be 0s..365d but was %s.".formatted(length));
    }
    return budget;
  }

  private void requireFitting() {
    without.stream()
        .filter(indexReads::containsKey)
        .findFirst()
        .ifPresent(
            name -> {
              throw new JobException(
                  "--index-reads and --without-index both name '%s'. Leave one of them out."
                      .formatted(name));
            });
    if (table == null && (applying || !indexReads.isEmpty() || !without.isEmpty())) {
      throw new JobException("--apply and the options of indexes are for a table. Add --table.");
    }
    if (grownTo != null && (!indexReads.isEmpty() || !without.isEmpty())) {
      throw new JobException(
          "--grown-to leaves indexes as they are. Leave --index-reads and --without-index out.");
    }
  }

  private Report at(String name, TableRate rate, Duration budget) {
    try (Progress progress = Progress.of("prewarm", environment().terminal());
        DynamoDbClient client = environment().clients().dynamodb(connection.connection())) {
      PrewarmJob job = new PrewarmJob(client, name, environment().clock(), budget, progress::tell);
      Prices known = prices.of(client, null);
      return grownTo == null ? warm(job, rate, known) : grow(job, rate, known, grownTo);
    }
  }

  private Report report(TableRate rate, Prices known, WarmTable found) {
    return grownTo == null
        ? new PrewarmReport(rate, found, plan(rate, found), known, PrewarmState.PLANNED)
        : new ScaleTestReport(
            rate, found, ScaleTestPlan.of(rate.units(), grownTo), known, PrewarmState.PLANNED);
  }

  private PrewarmPlan plan(TableRate rate, WarmTable found) {
    List<String> named = new ArrayList<>(without);
    named.addAll(indexReads.keySet());
    named.removeAll(found.indexes().keySet());
    if (!named.isEmpty()) {
      throw new JobException("%s has no index '%s'.".formatted(found.name(), named.get(0)));
    }
    List<WarmIndex> indexes = new ArrayList<>();
    found
        .indexes()
        .forEach(
            (name, warm) -> {
              if (!without.contains(name)) {
                indexes.add(new WarmIndex(name, warm, indexReads.getOrDefault(name, 0L)));
              }
            });
    return PrewarmPlan.of(rate, found.warm(), indexes, found.replicas());
  }

  private Report warm(PrewarmJob job, TableRate rate, Prices known) {
    WarmTable found = applying ? job.settle() : job.look();
    PrewarmPlan plan = plan(rate, found);
    if (!applying || !plan.isNeeded()) {
      return report(rate, known, found);
    }
    if (!found.isReported()) {
      throw new JobException(
          "%s cannot be warmed: the engine reports no warm throughput. DynamoDB does, DynamoDB Local does not."
              .formatted(found.name()));
    }
    boolean isDone = job.warm(plan);
    return new PrewarmReport(rate, found, plan, known, PrewarmState.of(isDone));
  }

  private Report grow(PrewarmJob job, TableRate rate, Prices known, long bytes) {
    WarmTable found = job.look();
    if (!found.replicas().isEmpty()) {
      throw new JobException(
          "%s is a global table, also in %s, and what is provisioned for writes would be raised and paid there, too. Create a table for the test without replicas."
              .formatted(
                  found.name(),
                  found.replicas().stream()
                      .map(WarmReplica::region)
                      .collect(Collectors.joining(", "))));
    }
    if (!applying) {
      return report(rate, known, found);
    }
    ScaleTestPlan plan = ScaleTestPlan.of(rate.units(), bytes);
    boolean isDone = job.grow(plan);
    return new ScaleTestReport(rate, found, plan, known, PrewarmState.of(isDone));
  }
}
