package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.cost.Costs;
import dev.evenkeel.jobs.cost.Prices;
import dev.evenkeel.jobs.cost.SeriesCosts;
import dev.evenkeel.jobs.report.CostReport;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.timeseries.ArchiveReader;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** Tells what a job on period tables would cost. Writes nothing. */
public final class PricedSeries {
  private final SeriesJob job;
  private final Configuration configuration;
  private final DynamoDbClient client;
  private final @Nullable S3Client s3;
  private final Prices prices;

  PricedSeries(
      SeriesJob job,
      Configuration configuration,
      DynamoDbClient client,
      @Nullable S3Client s3,
      Prices prices) {
    this.job = job;
    this.configuration = configuration;
    this.client = client;
    this.s3 = s3;
    this.prices = prices;
  }

  /** The plan, with what it costs: a DescribeTable more for each table that is not built by it. */
  public PlanReport plan() {
    PlanReport plan = job.plan();
    Costs costs = new Costs(prices);
    SeriesCosts adding = new SeriesCosts(costs);
    plan.plans().forEach(one -> one.actions().forEach(action -> add(action, one, adding)));
    return plan.costing(costs);
  }

  private void add(TableAction action, LifecyclePlan plan, SeriesCosts costs) {
    configuration.tables().stream()
        .filter(spec -> spec.tableName().equals(plan.series()))
        .forEach(
            spec ->
                costs.action(
                    spec,
                    action,
                    action instanceof TableAction.Build
                        ? null
                        : TableDescriptions.find(client, action.tableName())));
  }

  /** The archives that are due, and what they cost. Writes nothing. */
  public CostReport archive() {
    job.archives(); // refuses where there are none
    Costs costs = new Costs(prices);
    List<String> due = new ArrayList<>();
    for (LifecyclePlan plan : job.plan().plans()) {
      for (TableAction action : plan.actions()) {
        if (action instanceof TableAction.Archive) {
          due.add(action.tableName());
          add(action, plan, new SeriesCosts(costs));
        }
      }
    }
    return new CostReport("tables archive", due, costs);
  }

  /**
   * What a restore costs. Writes nothing.
   *
   * @throws JobException if no series has a period of that name, or there is no archive of it
   * @throws dev.evenkeel.core.RefusedOperationException if the restore would refuse to read it
   */
  public CostReport restore(RestoreOrder order) {
    job.archives(); // refuses where there are none
    TimeSeriesSpec spec = job.requirePeriod(order.tableName());
    job.requireControlTable();
    ArchivedTable archive = readable(spec, order.tableName());
    Costs costs = new Costs(prices);
    ArchivePolicy policy = spec.archive();
    StorageClass of =
        policy == null || policy.dataClass() == null ? StorageClass.STANDARD : policy.dataClass();
    new SeriesCosts(costs).restore(archive, of, order.retrievalTier(), spec.template().request());
    return new CostReport("tables restore", List.of(order.tableName()), costs);
  }

  private ArchivedTable readable(TimeSeriesSpec spec, String tableName) {
    if (spec.archive() != null) {
      String controlTable = requireNonNull(configuration.controlTable());
      ArchiveReader reader = ArchiveReader.of(spec, controlTable, client, requireNonNull(s3));
      ArchivedTable archive = reader.find(tableName);
      if (archive != null) {
        reader.requireReadable(archive);
        return archive;
      }
    }
    throw new JobException(
        "there is no archive of '%s'. See 'tables archives'.".formatted(tableName));
  }
}
