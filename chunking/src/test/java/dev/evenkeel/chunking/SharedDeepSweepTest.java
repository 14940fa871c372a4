package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.SweeperUnderTest.Clients;
import dev.evenkeel.chunking.internal.sweep.DeepSweepTask;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Deep sweeps of several workers end as one process's does, whoever dies, sleeps or comes twice.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedDeepSweepTest {
  /** A worker's seconds are that much shorter, so that nobody waits for a lease. */
  private static final int HASTE = 100;

  private final Clients clients;
  private final SweepFixture fixture;
  private final LocalS3 local;
  private final AtomicInteger names = new AtomicInteger();
  private ChunkingSpec doc;
  private final List<StagedValues> live = new ArrayList<>();
  private final List<StagedValues> dead = new ArrayList<>();

  SharedDeepSweepTest(
      DynamoDbClient client,
      DynamoDbAsyncClient async,
      LocalS3 local,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.clients = new Clients(client, async, s3, s3Async);
    this.fixture = new SweepFixture(client, s3);
    this.local = local;
  }

  @BeforeEach
  void write() {
    clients
        .sync()
        .createTable(
            create ->
                create
                    .tableName("Control")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(attribute("pk"), attribute("sk"))
                    .keySchema(keyElement("pk", KeyType.HASH), keyElement("sk", KeyType.RANGE)));
    doc =
        ChunkingSpec.builder("Doc")
            .partitionKey("Id")
            .attribute("Text", AttributePolicy.chunked())
            .attribute("Scan", AttributePolicy.offloaded())
            .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
            .bucket(BucketSpec.builder(local.newBucket()).prefix("values").build())
            .intentTable("Intents")
            .grace(GRACE)
            .build();
    fixture.create(doc);
    live.clear();
    dead.clear();
    for (int i = 0; i < 12; i++) {
      Map<String, AttributeValue> item = new LinkedHashMap<>(key("k" + i));
      for (boolean chunked : List.of(true, false)) {
        Placement placement = chunked ? Placement.CHUNKS : Placement.OBJECT;
        StagedValues staged =
            fixture.write(
                doc, parent(doc, key("k" + i), chunked ? "Text" : "Scan"), placement, 60, null);
        boolean stays = i % 3 != 0;
        (stays ? live : dead).add(staged);
        item.putAll(stays ? SweepFixture.item(staged) : Map.of());
      }
      fixture.putPlainly(doc, item);
    }
    sweeper(false).takeOwnership();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement keyElement(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  @AfterEach
  void drop() {
    fixture.drop("Control");
  }

  private OrphanSweeper sweeper(boolean dryRun) {
    return OrphanSweeper.builder(clients.sync())
        .s3(clients.s3())
        .table(doc)
        .clock(fixture.clock)
        .dryRun(dryRun)
        .build();
  }

  private SharedPass pass() {
    return SharedPass.of("Control", "pass" + names.incrementAndGet()).segments(5).lanes(2);
  }

  private static SharedSweepReport work(
      SweepFixture fixture, SharedPass pass, ChunkingSpec doc, Sender<Object> calls) {
    return DeepSweepTask.report(
        fixture.run(
            DeepSweepTask.in(pass, fixture.terms(false, doc)).run(() -> System.nanoTime() * HASTE),
            calls),
        false);
  }

  private SharedSweepReport work(SharedPass pass, Sender<Object> calls) {
    return work(fixture, pass, doc, calls);
  }

  /**
   * What a single process ends with, too: all that no item has is noted, and the sweep takes it.
   */
  private void assertEnd(SharedSweepReport report) {
    DeepSweepReport sum = report.sum();
    assertThat(report.isDone()).isTrue();
    assertThat(report.segmentsDone()).isEqualTo(report.segments());
    assertThat(sum.rowsSeen()).isEqualTo(12 * 4);
    assertThat(sum.objectsSeen()).isEqualTo(12);
    assertThat(sum.live()).isEqualTo(8 * 4 + 8);
    assertThat(sum.foreign() + sum.undecidable() + sum.young()).isZero();
    fixture.clock.pass(GRACE.plusSeconds(1));
    sweeper(false).sweep();
    assertThat(live).hasSize(16).allMatch(fixture::isThere);
    assertThat(dead).hasSize(8).noneMatch(fixture::isThere);
    assertThat(fixture.rows("Chunks")).hasSize(8 * 4);
    assertThat(fixture.rows("Intents")).isEmpty();
  }

  @Tag("deep")
  @Test
  void shareDeepSweep_oneProcess_findsWhatStepsFind() {
    DeepSweepReport steps = steps();

    SharedSweepReport report = sweeper(true).shareDeepSweep(pass());

    assertThat(report.isDone()).isTrue();
    assertThat(report.sum().live()).isEqualTo(steps.live());
    assertThat(report.sum().objectsNoted()).isEqualTo(steps.objectsNoted()).isEqualTo(4);
    assertThat(report.sum().chunkedNoted()).isBetween(4L, 4L * 4);
    assertThat(fixture.rows("Intents")).isEmpty();
  }

  /** Rows and objects are in a step each. */
  private DeepSweepReport steps() {
    long liveSeen = 0;
    long noted = 0;
    String cursor = null;
    do {
      DeepSweepReport step = sweeper(true).deepSweep(cursor);
      liveSeen += step.live();
      noted += step.objectsNoted();
      cursor = step.nextCursor();
    } while (cursor != null);
    return new DeepSweepReport(true, null, 0, 0, liveSeen, 0, 0, 0, noted, 0, 0, 0);
  }

  @Tag("deep")
  @Test
  void shareDeepSweep_twoProcessesAtATime_endAsOne() {
    SharedPass pass = pass().segments(64);
    OrphanAsyncSweeper async =
        OrphanAsyncSweeper.builder(clients.async())
            .s3(clients.s3Async())
            .table(doc)
            .clock(fixture.clock)
            .dryRun(false)
            .build();
    CompletableFuture<SharedSweepReport> other = async.shareDeepSweep(pass);

    sweeper(false).shareDeepSweep(pass);

    other.join();
    SharedSweepReport end = sweeper(false).deepSweepStatus(pass);
    assertThat(async.deepSweepStatus(pass).join()).isEqualTo(end);
    assertEnd(end);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {10, 30, 60})
  void shareDeepSweep_processDies_isTakenOver(int requests) {
    SharedPass pass = pass();
    assertThatThrownBy(() -> work(pass, FailingProcess.dying(fixture.calls(), requests)))
        .hasMessageContaining("dead");

    assertEnd(work(pass, fixture.calls()));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {20, 50})
  void shareDeepSweep_processWakesUpLate_changesNothingThatCounts(int requests) {
    SharedPass pass = pass();
    CountDownLatch awake = new CountDownLatch(1);
    SweepFixture frozen = new SweepFixture(clients.sync(), clients.s3());
    CompletableFuture<SharedSweepReport> late =
        CompletableFuture.supplyAsync(
            () ->
                work(frozen, pass, doc, FailingProcess.freezing(fixture.calls(), requests, awake)));
    SharedSweepReport report = work(pass, fixture.calls());

    awake.countDown();

    assertThat(ClientUnderTest.join(late).sum()).isEqualTo(report.sum());
    assertEnd(sweeper(false).deepSweepStatus(pass));
  }

  @Tag("deep")
  @Test
  void shareDeepSweep_stopped_goesOnInAnotherProcess() {
    SharedPass pass = pass();
    AtomicInteger looks = new AtomicInteger();

    SharedSweepReport first =
        sweeper(false).shareDeepSweep(pass.until(() -> looks.incrementAndGet() > 6));

    assertThat(first.isDone()).isFalse();
    assertThat(first.segmentsDone()).isBetween(1, first.segments() - 1);
    assertEnd(sweeper(false).shareDeepSweep(pass.unitsPerSecond(500.0)));
  }

  @Tag("deep")
  @Test
  void shareDeepSweep_byOtherSettings_isRefusedUntilItIsForgotten() {
    SharedPass pass = pass();
    assertThat(sweeper(false).deepSweepStatus(pass).segments()).isZero();
    sweeper(true).shareDeepSweep(pass);

    assertThatThrownBy(() -> sweeper(false).shareDeepSweep(pass))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'dry deep sweep of chunks Chunks, objects Doc, uploads Doc'")
        .hasMessageContaining("take another name");

    sweeper(true).forgetDeepSweep(pass);
    assertEnd(sweeper(false).shareDeepSweep(pass));
  }
}
