package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.jobs.prewarm.PrewarmPlan;
import dev.evenkeel.jobs.prewarm.PrewarmPlan.Step;
import dev.evenkeel.jobs.prewarm.ScaleTestPlan;
import dev.evenkeel.jobs.prewarm.WarmTable;
import dev.evenkeel.simulator.spec.Capacity.Throughput;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** Looks at a table and makes it ready for a rate. The client is used, and never closed. */
public final class PrewarmJob {
  private static final Duration FIRST_POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(20);

  private final DynamoDbClient client;
  private final String tableName;
  private final InstantSource clock;
  private final Instant end;
  private final Consumer<String> progress;

  /**
   * A job; nothing is sent yet.
   *
   * @param budget how long to wait in all, from now on, for what DynamoDB does in the background
   * @param progress receives the name of the resource that is waited for
   */
  public PrewarmJob(
      DynamoDbClient client,
      String tableName,
      InstantSource clock,
      Duration budget,
      Consumer<String> progress) {
    this.client = client;
    this.tableName = tableName;
    this.clock = clock;
    this.end = clock.instant().plus(budget);
    this.progress = progress;
  }

  private <A> A run(Flow<A> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  /** The current state of the table. */
  public WarmTable look() {
    return run(described());
  }

  /**
   * The state of the table once nothing of it is being changed: DynamoDB refuses a change beside
   * another, and a raise that is under way is not there yet.
   *
   * @throws JobException if that takes longer than the budget
   */
  public WarmTable settle() {
    if (!run(settled("settled", 0))) {
      throw new JobException(
          "%s is being changed, as DescribeTable says, and DynamoDB makes one change at a time. That goes on by itself: repeat the command later, or give it longer by --for."
              .formatted(tableName));
    }
    return look();
  }

  private Flow<WarmTable> described() {
    return TableCall.describe(tableName)
        .map(answer -> WarmTable.of(answer.table()))
        .mapFailure(failure -> failure instanceof ResourceNotFoundException ? absent() : failure);
  }

  private JobException absent() {
    return new JobException(
        "there is no table '%s' there. Check the name, the region and the endpoint."
            .formatted(tableName));
  }

  /**
   * Raises what is to be raised, in one UpdateTable, and waits for it.
   *
   * @return whether it is raised; if not, it will be without anybody's help
   */
  public boolean warm(PrewarmPlan plan) {
    return run(updated(request(plan)).then(done -> settled("warm", 0)));
  }

  private UpdateTableRequest request(PrewarmPlan plan) {
    UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(tableName);
    List<GlobalSecondaryIndexUpdate> indexes = new ArrayList<>();
    for (Step step : plan.asked()) {
      if (step.index() == null) {
        request.warmThroughput(warm(step));
      } else {
        indexes.add(index(step));
      }
    }
    return indexes.isEmpty()
        ? request.build()
        : request.globalSecondaryIndexUpdates(indexes).build();
  }

  private static GlobalSecondaryIndexUpdate index(Step step) {
    return GlobalSecondaryIndexUpdate.builder()
        .update(
            UpdateGlobalSecondaryIndexAction.builder()
                .indexName(step.index())
                .warmThroughput(warm(step))
                .build())
        .build();
  }

  private static WarmThroughput warm(Step step) {
    return WarmThroughput.builder()
        .readUnitsPerSecond(step.target().readUnits())
        .writeUnitsPerSecond(step.target().writeUnits())
        .build();
  }

  /**
   * Raises what is provisioned, waits for it, and lowers it to what it is at scale. A table that
   * has been raised already, as by a run that was broken off, is only lowered.
   *
   * @return whether all of that is done; if not, a repetition continues
   * @throws JobException if the table is on demand, or holds items and is not raised yet
   */
  public boolean grow(ScaleTestPlan plan) {
    WarmTable table = look();
    requireForTests(plan, table);
    return run(
        settled("settled", 0)
            .then(
                isSettled ->
                    isSettled ? described().then(now -> grown(plan, now)) : Flow.of(false)));
  }

  /** A table that an earlier run has raised may be loaded since: to lower it ends what it costs. */
  private static void requireForTests(ScaleTestPlan plan, WarmTable table) {
    Throughput provisioned = table.provisioned();
    if (provisioned == null) {
      throw new JobException(
          "%s is on demand, and the recipe is for provisioned tables. Leave --grown-to out to raise its warm throughput, or create a provisioned table for the test."
              .formatted(table.name()));
    }
    if (!plan.isFor(table)) {
      throw new JobException(
          String.format(
              Locale.ROOT,
              "%s holds items, and the recipe would leave a table in use with the capacity of the"
                  + " test. Nothing was changed: %,d read and %,d write units are provisioned."
                  + " Create an empty table for the test.",
              table.name(),
              provisioned.readUnits(),
              provisioned.writeUnits()));
    }
  }

  private Flow<Boolean> grown(ScaleTestPlan plan, WarmTable table) {
    if (has(plan.raised(), table)) {
      Throughput provisioned = requireNonNull(table.provisioned());
      return orDear(lowered(plan, provisioned), provisioned);
    }
    Throughput raised = provisionable(plan.raised());
    return provision(raised)
        .then(
            done ->
                orDear(
                    settled("raised", 0)
                        .then(isRaised -> isRaised ? lowered(plan, raised) : Flow.of(false)),
                    raised));
  }

  /** A failure between the steps leaves a table that costs a lot, so the failure names them. */
  private Flow<Boolean> orDear(Flow<Boolean> lowering, Throughput provisioned) {
    return lowering.mapFailure(
        failure ->
            new JobException(
                String.format(
                    Locale.ROOT,
                    "%s stays at %,d read and %,d write units, and costs that every hour, as"
                        + " they could not be lowered: %s. Repeat the command later, since"
                        + " decreases are rationed, or lower them by hand.",
                    tableName,
                    provisioned.readUnits(),
                    provisioned.writeUnits(),
                    failure.getMessage())));
  }

  /** Warm throughput shows earlier raises, also if they were lowered since. */
  private static boolean has(Throughput raised, WarmTable table) {
    Throughput most = table.isReported() ? table.warm() : requireNonNull(table.provisioned());
    return most.readUnits() >= raised.readUnits() && most.writeUnits() >= raised.writeUnits();
  }

  private Flow<Boolean> lowered(ScaleTestPlan plan, Throughput provisioned) {
    return provisionable(plan.atScale()).equals(provisioned)
        ? Flow.of(true)
        : provision(plan.atScale()).then(done -> settled("lowered", 0));
  }

  /** A table has a unit of each at least. */
  private static Throughput provisionable(Throughput units) {
    return new Throughput(Math.max(1, units.readUnits()), Math.max(1, units.writeUnits()));
  }

  private Flow<Boolean> provision(Throughput units) {
    Throughput whole = provisionable(units);
    return updated(
        UpdateTableRequest.builder()
            .tableName(tableName)
            .provisionedThroughput(
                ProvisionedThroughput.builder()
                    .readCapacityUnits(whole.readUnits())
                    .writeCapacityUnits(whole.writeUnits())
                    .build())
            .build());
  }

  private static Flow<Boolean> updated(UpdateTableRequest request) {
    return TableCall.updateTable(request).map(answer -> true);
  }

  /** Waits until nothing of the table is being changed; false when the budget is spent. */
  private Flow<Boolean> settled(String what, int polls) {
    return described()
        .then(
            table -> {
              if (table.isSettled()) {
                return Flow.of(true);
              }
              if (!clock.instant().isBefore(end)) {
                return Flow.of(false);
              }
              progress.accept("%s is not %s yet".formatted(tableName, what));
              return Flow.ask(Pause.doubling(FIRST_POLL, polls, LONGEST_POLL))
                  .then(done -> settled(what, polls + 1));
            });
  }
}
