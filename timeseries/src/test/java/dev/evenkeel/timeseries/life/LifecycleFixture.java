package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.control.ControlEvent;
import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.ControlTimings;
import dev.evenkeel.testkit.control.EngineCapability;
import dev.evenkeel.testkit.control.MemoryItems;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** A simulated account, a clock, and a log of changes. */
final class LifecycleFixture implements LifecycleHook {
  static final String CONTROL = "control";

  final ControlPlaneSimulator aws;
  final List<String> notified = new ArrayList<>();
  Consumer<TableEvent> hook = event -> {};
  Duration skew = Duration.ZERO;
  CallWatch watch = call -> {};
  private final Kind kind;
  private final boolean isLocal;
  private int seen;
  private int heard;

  LifecycleFixture(Kind kind, Instant start) {
    this(kind, start, EnumSet.allOf(EngineCapability.class), builder -> builder);
  }

  LifecycleFixture(
      Kind kind,
      Instant start,
      Set<EngineCapability> capabilities,
      UnaryOperator<ControlPlaneSimulator.Builder> settings) {
    this.kind = kind;
    this.isLocal = capabilities.size() < EngineCapability.values().length;
    MemoryItems items = MemoryItems.paging(2);
    ControlPlaneSimulator.Builder builder =
        ControlPlaneSimulator.seeded(7)
            .startingAt(start)
            .timings(ControlTimings.typical())
            .capabilities(capabilities)
            .over(items.client())
            .over(items.asyncClient());
    this.aws = settings.apply(builder).build();
  }

  /** A fresh process. */
  Actor actor(TimeSeriesSpec spec, Consumer<LifecycleBuilder<?>> settings) {
    Consumer<LifecycleBuilder<?>> all =
        builder -> {
          builder
              .table(spec)
              .controlTable(CONTROL)
              .deletes(5)
              .localEngine(isLocal)
              .virtualTime(() -> aws.now().plus(skew), aws::advance);
          settings.accept(builder);
        };
    return kind == Kind.SYNC
        ? Actor.sync(CallWatch.sync(aws.client(), this::watched), this, all)
        : Actor.async(CallWatch.async(aws.asyncClient(), this::watched), this, all);
  }

  private void watched(CallWatch.Call call) {
    watch.on(call);
  }

  Actor actor(TimeSeriesSpec spec) {
    return actor(spec, builder -> {});
  }

  /** A fresh process, with its control table. */
  Actor begun(TimeSeriesSpec spec) {
    Actor actor = actor(spec);
    actor.createControlTable();
    changes();
    return actor;
  }

  @Override
  public void onTableActive(TableEvent event) {
    notified.add("active " + event.table().tableName());
    hook.accept(event);
  }

  @Override
  public void onTableRetiring(TableEvent event) {
    notified.add("retiring " + event.table().tableName());
    hook.accept(event);
  }

  /** Moves the clock on to an instant, if it is not past it already. */
  LifecycleFixture at(String time) {
    Duration left = Duration.between(aws.now(), Instant.parse(time));
    if (!left.isNegative()) {
      aws.advance(left);
    }
    return this;
  }

  /** The changes to tables and the calls of hooks since the last call, in order. */
  List<String> changes() {
    List<ControlEvent> events = aws.log().events();
    List<String> changes = new ArrayList<>();
    for (ControlEvent event : events.subList(seen, events.size())) {
      boolean isRead = event.operation().matches("(Describe|List).*");
      if (event.outcome() != Outcome.STATUS && !isRead) {
        String how = event.outcome() == Outcome.APPLIED ? "" : " " + event.outcome();
        changes.add(event.operation() + " " + event.table() + how);
      }
    }
    seen = events.size();
    changes.addAll(notified.subList(heard, notified.size()));
    heard = notified.size();
    return changes;
  }

  /** A run, and what was done by it. */
  List<String> run(Actor actor) {
    ran(actor);
    return changes();
  }

  /** A run of the only series. */
  static LifecycleReport ran(Actor actor) {
    return actor.run().get(0);
  }

  /** Runs until one finds nothing to do: what a run makes possible is left to the next. */
  static void settle(Actor actor) {
    LifecycleReport report;
    int runs = 0;
    do {
      assertThat(++runs).isLessThan(8);
      report = ran(actor);
      assertThat(report.isComplete()).as("%s", report).isTrue();
    } while (!report.outcomes().isEmpty());
  }

  TableDescription describe(String table) {
    DynamoDbClient client = aws.client();
    return client.describeTable(DescribeTableRequest.builder().tableName(table).build()).table();
  }

  /** Everything that the account has and the ledger says, but for ids, times and fences. */
  String state() {
    DynamoDbClient client = aws.client();
    StringBuilder state = new StringBuilder();
    for (String name : client.listTables().tableNames()) {
      TableDescription table = describe(name);
      state.append(name).append(' ').append(table.tableStatus());
      if (!name.equals(CONTROL)) {
        state
            .append(ObservedTable.of(table, Ownership.OURS).units())
            .append(ObservedTable.of(table, Ownership.OURS).indexes())
            .append(ObservedTable.of(table, Ownership.OURS).tableClass())
            .append(table.deletionProtectionEnabled())
            .append(
                client
                    .describeTimeToLive(r -> r.tableName(name))
                    .timeToLiveDescription()
                    .timeToLiveStatus())
            .append(
                client
                    .describeContinuousBackups(r -> r.tableName(name))
                    .continuousBackupsDescription()
                    .pointInTimeRecoveryDescription()
                    .pointInTimeRecoveryStatus())
            .append(client.listTagsOfResource(r -> r.resourceArn(table.tableArn())).tags());
      }
      state.append('\n');
    }
    ledger().forEach(entry -> state.append(entry).append('\n'));
    return state.toString().replaceAll("lastDecrease=[^]]*", "");
  }

  /** The ledger's items of tables. */
  List<String> ledger() {
    List<String> entries = new ArrayList<>();
    aws.client()
        .queryPaginator(
            QueryRequest.builder()
                .tableName(CONTROL)
                .keyConditionExpression("#pk = :pk")
                .expressionAttributeNames(Map.of("#pk", "pk"))
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("readings")))
                .build())
        .items()
        .forEach(
            item -> {
              if (item.get("sk").s().startsWith("table#")) {
                entries.add(
                    "%s %s announced %s lacking %s known %s"
                        .formatted(
                            item.get("sk").s(),
                            item.get("state").s(),
                            item.get("announced").bool(),
                            item.get("lacking"),
                            item.containsKey("created")));
              }
            });
    return entries;
  }

  /** A lifecycle whose first table is past its retention, with others beside it. */
  Actor pastRetention(TimeSeriesSpec spec) {
    Actor actor = begun(spec);
    ran(actor);
    at("2026-03-13T12:00:00Z");
    ran(actor);
    at("2026-03-14T02:00:00Z");
    changes();
    return actor;
  }
}
