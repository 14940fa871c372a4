package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.upload.InvalidCheckpointException;
import dev.evenkeel.sharding.spec.upload.RejectedItem;
import dev.evenkeel.sharding.spec.upload.UploadFailedException;
import dev.evenkeel.sharding.spec.upload.UploadFailedException.Reason;
import dev.evenkeel.sharding.spec.upload.UploadListener;
import dev.evenkeel.sharding.spec.upload.UploadProgress;
import dev.evenkeel.sharding.spec.upload.UploadReport;
import dev.evenkeel.sharding.spec.upload.UploadSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Uploads into a real table, through real clients. */
@ExtendWith(LocalDynamoDbExtension.class)
class DistributedUploadTest {
  private static final long SEED = Long.getLong("evenkeel.seed", 20261123);

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Path folder;

  DistributedUploadTest(LocalDynamoDb local, DynamoDbClient plain, @TempDir Path folder) {
    this.local = local;
    this.plain = plain;
    this.folder = folder;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    BatchSpecs.create(plain);
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

  private static FaultInjector noFaults() {
    return FaultPlan.none().injector();
  }

  private List<String> storedValues(String table, String prefix) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream()
        .filter(item -> item.get("pk").s().startsWith(prefix))
        .map(item -> item.get("v").s())
        .toList();
  }

  private static List<String> values(List<Map<String, AttributeValue>> items) {
    return items.stream().map(item -> item.get("v").s()).toList();
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_plainTableWithEveryFault_storesEachItemOnce(Uploads face) {
    String prefix = "plain" + face;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 20, 40);
    FaultInjector faults = faults();
    UploadReport report =
        face.run(
            local,
            faults,
            List.of(),
            upload -> upload.table("plain", Uploads.KEY).source(UploadSources.items("s", items)));

    assertThat(report.complete()).isTrue();
    assertThat(storedValues("plain", prefix))
        .as("%s", faults.plan())
        .containsExactlyInAnyOrderElementsOf(values(items));
    assertThat(report.progress().itemsStored()).isEqualTo(800);
    assertThat(report.progress().itemsRetried()).isPositive();
    assertThat(report.progress().units()).isBetween(700.0, 2_000.0);
    // In order of the source it would be less than 2; faults make small batches.
    assertThat(report.progress().partitionKeysPerBatch()).isGreaterThan(3);
  }

  /** Answers that are lost, and a whole second upload, put nothing on a second shard. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_drawnShardsWithEveryFaultAndTwice_storesEachItemOnce(Uploads face) {
    String prefix = "hotdrawn" + face;
    List<Map<String, AttributeValue>> items = Uploads.sorted(prefix, 1, 300);
    for (ShardingSpec spec : List.of(BatchSpecs.DRAWN, BatchSpecs.RULED, BatchSpecs.CALCULATED)) {
      FaultInjector faults = faults();
      for (int times = 0; times < 2; times++) {
        face.run(
            local,
            faults,
            List.of(spec),
            upload -> upload.table(spec).source(UploadSources.items("s", items)));
      }
      assertThat(storedValues(spec.tableName(), prefix))
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
  void run_sameKeyTwice_laterItemWins(Uploads face) {
    String prefix = "twice" + face;
    List<Map<String, AttributeValue>> items =
        List.of(
            Uploads.item(prefix, "1", "first"),
            Uploads.item(prefix, "2", "other"),
            Uploads.item(prefix, "1.0", "second"),
            Uploads.item(prefix, "1E0", "third"));
    UploadReport report =
        face.run(
            local,
            noFaults(),
            List.of(BatchSpecs.CALCULATED),
            upload -> upload.table(BatchSpecs.CALCULATED).source(UploadSources.items("s", items)));

    assertThat(storedValues("calculated", prefix)).containsExactlyInAnyOrder("third", "other");
    assertThat(report.progress().batches()).isEqualTo(3);
  }

  /** Key, size and number are seen here, an empty set and an empty key only by DynamoDB. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_badItems_areReportedWithTheirPositionsAndTheRestIsStored(Uploads face) {
    String prefix = "bad" + face;
    List<Map<String, AttributeValue>> items = new ArrayList<>(Uploads.sorted(prefix, 10, 20));
    items.set(3, Map.of("pk", AttributeValue.fromS(prefix)));
    items.set(50, Map.of("pk", AttributeValue.fromN("1"), "sk", AttributeValue.fromN("1")));
    items.set(51, Uploads.item("", "1", "empty"));
    items.set(60, Uploads.item(prefix, "60", "x".repeat(500_000)));
    items.set(70, with(prefix, "n", AttributeValue.fromN("1E400")));
    items.set(111, with(prefix, "set", AttributeValue.fromSs(List.of("a", "a"))));
    items.set(112, with(prefix, "deep", nested(40)));
    List<RejectedItem> told = Collections.synchronizedList(new ArrayList<>());
    UploadReport report =
        face.run(
            local,
            noFaults(),
            List.of(),
            upload ->
                upload
                    .table("plain", Uploads.KEY)
                    .source(UploadSources.items("s", items))
                    .listener(listener(told))
                    .rejectedMax(Long.MAX_VALUE));

    assertThat(told)
        .extracting(RejectedItem::position)
        .containsExactlyInAnyOrder(3L, 50L, 51L, 60L, 70L, 111L, 112L);
    assertThat(told).noneMatch(item -> item.toString().contains("xxx"));
    assertThat(report.rejected()).hasSize(7);
    assertThat(report.progress().itemsStored()).isEqualTo(193);
    assertThat(storedValues("plain", prefix)).hasSize(193);
    assertThat(report.complete()).isTrue();
  }

  private static UploadListener listener(List<RejectedItem> told) {
    return new UploadListener() {
      @Override
      public void rejected(RejectedItem item) {
        told.add(item);
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

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_tableMissing_failsAtOnceAndGoesOnOnceItIsThere(Uploads face) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("late", 3, 20);
    UploadSource source = UploadSources.items("s", items);
    Path file = folder.resolve("late");
    String table = "late" + face;

    assertThatThrownBy(
            () ->
                face.run(
                    local,
                    noFaults(),
                    List.of(),
                    upload ->
                        upload
                            .table(table, Uploads.KEY)
                            .source(source)
                            .checkpoints(FileCheckpoints.at(file))))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.REFUSED))
        .hasCauseInstanceOf(ResourceNotFoundException.class);
    PhysicalTables.create(
        plain,
        ShardingSpec.builder(table)
            .partitionKey("pk")
            .sortKey("sk", BatchSpecs.PLAIN.sortType())
            .shards(2)
            .build());
    UploadReport report =
        face.run(
            local,
            noFaults(),
            List.of(),
            upload ->
                upload
                    .table(table, Uploads.KEY)
                    .source(source)
                    .checkpoints(FileCheckpoints.at(file)));
    assertThat(report.complete()).isTrue();
    assertThat(storedValues(table, "late")).hasSize(60);
  }

  /** The second run finds everything settled and sends nothing; another source is refused. */
  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_completeCheckpoint_sendsNothing(Uploads face) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("again" + face, 3, 20);
    Path file = folder.resolve("again");
    UploadReport first = into(face, "s", items, file);
    UploadReport second = into(face, "s", items, file);

    assertThat(first.progress().itemsStored()).isEqualTo(60);
    assertThat(second.complete()).isTrue();
    assertThat(second.progress().batches()).isZero();
    assertThat(second.checkpoint()).isEqualTo(first.checkpoint());
    assertThatThrownBy(() -> into(face, "another", items, file))
        .isInstanceOf(InvalidCheckpointException.class)
        .hasMessageContaining("of source 's' into table 'plain'");
  }

  private UploadReport into(
      Uploads face, String id, List<Map<String, AttributeValue>> items, Path checkpoint) {
    return face.run(
        local,
        noFaults(),
        List.of(),
        upload ->
            upload
                .table("plain", Uploads.KEY)
                .source(UploadSources.items(id, items))
                .checkpoints(FileCheckpoints.at(checkpoint)));
  }

  @ParameterizedTest
  @EnumSource(Uploads.class)
  void run_listenerThrows_failsAndCanBeResumed(Uploads face) {
    List<Map<String, AttributeValue>> items = Uploads.sorted("told" + face, 3, 20);
    Path file = folder.resolve("told");
    UploadListener failing =
        new UploadListener() {
          @Override
          public void progressed(UploadProgress progress) {
            throw new IllegalStateException("the listener's own");
          }
        };

    assertThatThrownBy(
            () ->
                face.run(
                    local,
                    noFaults(),
                    List.of(),
                    upload ->
                        upload
                            .table("plain", Uploads.KEY)
                            .source(UploadSources.items("s", items))
                            .checkpoints(FileCheckpoints.at(file))
                            .listener(failing)))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> assertThat(failure.reason()).isEqualTo(Reason.LISTENER))
        .hasRootCauseMessage("the listener's own");
    assertThat(into(face, "s", items, file).complete()).isTrue();
    assertThat(storedValues("plain", "told" + face)).hasSize(60);
  }
}
