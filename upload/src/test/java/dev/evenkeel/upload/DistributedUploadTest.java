package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uploads into a real table, through real clients. */
@ExtendWith(LocalDynamoDbExtension.class)
class DistributedUploadTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20261123);

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  DistributedUploadTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    for (String table : List.of(UploadTables.PLAIN, "calculated", "drawn", "ruled")) {
      UploadTables.create(plain, table);
    }
  }

  private static FaultInjector faults() {
    return FaultPlan.seeded(SEED)
        .rule(FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.3))
        .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE)).withProbability(0.1))
        .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).withProbability(0.1))
        .rule(FaultRule.inject(Fault.connectionLost(Moment.BEFORE_APPLY)).withProbability(0.1))
        .rule(FaultRule.inject(Fault.serverError(Moment.AFTER_APPLY)).withProbability(0.1))
        .build()
        .injector();
  }

  private static List<String> values(List<Map<String, AttributeValue>> items) {
    return items.stream().map(item -> item.get("v").s()).toList();
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_plainTableWithEveryFault_storesEachItemOnce(Uploads uploads) {
    String prefix = "plain" + uploads;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 20, 40);
    FaultInjector faults = faults();
    UploadReport report =
        uploads.run(
            local,
            faults,
            List.of(),
            upload -> upload.table("plain", Uploads.KEY).source(UploadSources.items("s", items)));

    assertThat(report.complete()).isTrue();
    assertThat(Uploads.storedValues(plain, "plain", prefix))
        .as("%s", faults.plan())
        .containsExactlyInAnyOrderElementsOf(values(items));
    assertThat(report.progress().itemsStored()).isEqualTo(800);
    assertThat(report.progress().itemsRetried()).isPositive();
    assertThat(report.progress().units()).isBetween(700.0, 2_000.0);
    // In order of the source it would be less than 2; faults make small batches.
    assertThat(report.progress().partitionKeysPerBatch()).isGreaterThan(3);
  }

  /** Answers that are lost, and a whole second upload, put nothing on a second shard. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_drawnShardsWithEveryFaultAndTwice_storesEachItemOnce(Uploads uploads) {
    String prefix = "hotdrawn" + uploads;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 1, 300);
    for (ShardingSpec spec :
        List.of(UploadTables.DRAWN, UploadTables.RULED, UploadTables.CALCULATED)) {
      FaultInjector faults = faults();
      for (int times = 0; times < 2; times++) {
        uploads.run(
            local,
            faults,
            List.of(spec),
            upload ->
                upload
                    .table(spec.tableName(), Uploads.KEY)
                    .source(UploadSources.items("s", items)));
      }
      assertThat(Uploads.storedValues(plain, spec.tableName(), prefix))
          .as("%s: %s", spec, faults.plan())
          .containsExactlyInAnyOrderElementsOf(values(items));
    }
    long shards =
        plain.scanPaginator(scan -> scan.tableName("drawn")).items().stream()
            .map(item -> item.get("pk").s())
            .filter(pk -> pk.startsWith(prefix))
            .distinct()
            .count();
    assertThat(shards).isEqualTo(16);
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_sameKeyTwice_laterItemWins(Uploads uploads) {
    String prefix = "twice" + uploads;
    List<Map<String, AttributeValue>> items =
        List.of(
            Uploads.item(prefix, "1", "first"),
            Uploads.item(prefix, "2", "other"),
            Uploads.item(prefix, "1.0", "second"),
            Uploads.item(prefix, "1E0", "third"));
    UploadReport report =
        uploads.run(
            local,
            Uploads.noFaults(),
            List.of(UploadTables.CALCULATED),
            upload ->
                upload.table("calculated", Uploads.KEY).source(UploadSources.items("s", items)));

    assertThat(Uploads.storedValues(plain, "calculated", prefix))
        .containsExactlyInAnyOrder("third", "other");
    assertThat(report.progress().batches()).isEqualTo(3);
  }

  /** Key, size and number are seen here, an empty set and an empty key only by DynamoDB. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_badItems_areReportedWithTheirPositionsAndTheRestIsStored(Uploads uploads) {
    String prefix = "bad" + uploads;
    List<Map<String, AttributeValue>> items = new ArrayList<>(Uploads.sorted(prefix, 10, 20));
    items.set(3, Map.of("pk", AttributeValue.fromS(prefix)));
    items.set(50, Map.of("pk", AttributeValue.fromN("1"), "sk", AttributeValue.fromN("1")));
    items.set(51, Uploads.item("", "1", "empty"));
    items.set(60, Uploads.item(prefix, "60", "x".repeat(500_000)));
    items.set(70, with(prefix, "n", AttributeValue.fromN("1E400")));
    items.set(111, with(prefix, "set", AttributeValue.fromSs(List.of("a", "a"))));
    items.set(112, with(prefix, "deep", nested(40)));
    List<RejectedItem> rejected = Collections.synchronizedList(new ArrayList<>());
    UploadReport report =
        uploads.run(
            local,
            Uploads.noFaults(),
            List.of(),
            upload ->
                upload
                    .table("plain", Uploads.KEY)
                    .source(UploadSources.items("s", items))
                    .listener(listener(rejected))
                    .rejectedMax(Long.MAX_VALUE));

    assertThat(rejected)
        .extracting(RejectedItem::position)
        .containsExactlyInAnyOrder(3L, 50L, 51L, 60L, 70L, 111L, 112L);
    assertThat(rejected).noneMatch(item -> item.toString().contains("xxx"));
    assertThat(report.rejected()).hasSize(7);
    assertThat(report.progress().itemsStored()).isEqualTo(193);
    assertThat(Uploads.storedValues(plain, "plain", prefix)).hasSize(193);
    assertThat(report.complete()).isTrue();
  }

  private static UploadListener listener(List<RejectedItem> rejected) {
    return new UploadListener() {
      @Override
      public void rejected(RejectedItem item) {
        rejected.add(item);
      }
    };
  }

  private static Map<String, AttributeValue> with(String pk, String name, AttributeValue value) {
    return Map.of(
        "pk",
        AttributeValue.fromS(pk),
        "sk",
        AttributeValue.fromN("999"),
        "v",
        AttributeValue.fromS("v"),
        name,
        value);
  }

  private static AttributeValue nested(int levels) {
    AttributeValue value = AttributeValue.fromS("x");
    for (int i = 0; i < levels; i++) {
      value = AttributeValue.fromL(List.of(value));
    }
    return value;
  }
}
