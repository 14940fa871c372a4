package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.shell.HeatKeeper;
import dev.evenkeel.sharding.internal.shell.LayoutSessions;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table that other Regions may write gets no shards of its own accord either. */
@ExtendWith(LocalDynamoDbExtension.class)
class HeatRegionsTest {
  private static final String CONTROL = "evenkeel-layouts";
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final LayoutTimes TIMES =
      new LayoutTimes(Duration.ofSeconds(1), Duration.ofMillis(100));

  private final DynamoDbClient plain;
  private final DynamoDbClient global;
  private final LayoutStore store;
  private final ShardingSpec spec;
  private final AtomicInteger described = new AtomicInteger();
  private final BlockingQueue<HotKey> found = new LinkedBlockingQueue<>();
  private long now;

  HeatRegionsTest(LocalDynamoDb server) {
    LocalDynamoDb own = server.isolated();
    plain = own.client();
    global =
        own.clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(new Replicas()))
            .build();
    store = LayoutStore.builder(plain).times(TIMES.lease(), TIMES.late()).build();
    store.createTable();
    spec =
        ShardingSpec.builder("clicks")
            .partitionKey("pk")
            .sortKey("sk")
            .shards(1)
            .layoutFrom(store)
            .build();
    plain.createTable(
        TableFixture.named("clicks")
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    LayoutEditor.of(spec, plain).ready();
  }

  @AfterEach
  void close() {
    store.close();
    global.close();
    plain.close();
  }

  /** DynamoDB Local has none. */
  private final class Replicas implements ExecutionInterceptor {
    @Override
    public SdkResponse modifyResponse(
        Context.ModifyResponse context, ExecutionAttributes attributes) {
      if (!(context.response() instanceof DescribeTableResponse table)) {
        return context.response();
      }
      described.incrementAndGet();
      ReplicaDescription other = ReplicaDescription.builder().regionName("eu-west-1").build();
      return table.toBuilder().table(table.table().toBuilder().replicas(other).build()).build();
    }
  }

  private LayoutRecord record(LayoutSessions sessions) {
    LayoutRecord first = LayoutRecord.first(TIMES.with(spec.layoutId()));
    return SyncRunner.create()
        .run(
            new LayoutTable(CONTROL, "clicks", Instant::now).read(first),
            sessions.beside(Sender.answering(Sender.nothingElse())),
            Deadline.NONE);
  }

  /** What becomes of the key after 11 seconds of throttles, as the clock of the test has it. */
  private HotKey cured(DynamoDbClient client, boolean isWrittenInOneRegion)
      throws InterruptedException {
    try (LayoutSessions sessions =
        new LayoutSessions(plain, CONTROL, TIMES, 0, isWrittenInOneRegion)) {
      LayoutRecord ready = record(sessions);
      TableHeat heat = new TableHeat(spec, HeatPolicy.apply(), () -> ready, () -> now);
      HeatKeeper keeper =
          new HeatKeeper(
              spec,
              HeatPolicy.apply(),
              heat,
              sessions,
              Sender.sync(client, Sender.nothingElse()),
              found::add);
      for (int i = 0; i < 1_100 || !heat.isDue(); i++) {
        now += Duration.ofMillis(10).toNanos();
        AttributeValue sortKey = AttributeValue.fromS("t%06d".formatted(i));
        heat.offered(HOT, sortKey);
        heat.failed(HOT, sortKey);
        heat.throttled(HOT, sortKey);
        if (i < 1_000 && heat.isDue()) {
          assertThat(heat.found()).as("before the cool-down is over").isEmpty();
        }
      }
      keeper.look();
      HotKey hot = found.poll(1, TimeUnit.MINUTES);
      assertThat(hot).as("what became of the key").isNotNull();
      assertThat(record(sessions).version() > ready.version())
          .as("the record was written")
          .isEqualTo(hot.action() == Action.APPLIED);
      return hot;
    }
  }

  @Test
  void apply_ofATableThatSeveralRegionsMayWrite_writesNothing() throws InterruptedException {
    assertThat(cured(global, false).action()).isEqualTo(Action.GIVEN_UP);
    assertThat(described).as("requests to find out").hasValue(1);
  }

  @Test
  void apply_ofAGlobalTableThatOneRegionWrites_asksNobody() throws InterruptedException {
    assertThat(cured(global, true).action()).isEqualTo(Action.APPLIED);
    assertThat(described).hasValue(0);
  }

  @Test
  void apply_ofATableInOneRegion_isMade() throws InterruptedException {
    assertThat(cured(plain, false).action()).isEqualTo(Action.APPLIED);
  }
}
