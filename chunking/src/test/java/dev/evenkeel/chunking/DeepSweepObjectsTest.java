package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Deep sweeps of buckets: objects and unfinished uploads. */
class DeepSweepObjectsTest extends DeepSweeps {
  private final LocalS3 local;

  DeepSweepObjectsTest(
      DynamoDbClient client,
      DynamoDbAsyncClient async,
      LocalS3 local,
      S3Client s3,
      S3AsyncClient s3Async) {
    super(client, async, s3, s3Async);
    this.local = local;
  }

  private ChunkingSpec offloaded(String table, String bucket) {
    return ChunkingSpec.builder(table)
        .partitionKey("Id")
        .attribute("Scan", AttributePolicy.offloaded())
        .bucket(BucketSpec.builder(bucket).prefix("values").build())
        .intentTable("Intents")
        .grace(GRACE)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void deepSweep_bucketOfSeveralTables_removesWhatNobodyHasOfItsOwn(Kind kind) {
    String bucket = local.newBucket();
    ChunkingSpec doc = offloaded("Doc", bucket);
    ChunkingSpec neighbour = offloaded("Doc2", bucket);
    fixture.create(doc, neighbour);
    StagedValues live =
        fixture.write(doc, parent(doc, key("1"), "Scan"), Placement.OBJECT, 40, null);
    StagedValues dead =
        fixture.write(doc, parent(doc, key("12"), "Scan"), Placement.OBJECT, 40, null);
    fixture.deletePlainly(doc, key("12"));
    StagedValues open = fixture.stage(doc, parent(doc, key("3"), "Scan"), Placement.OBJECT, 40);
    StagedValues other =
        fixture.write(neighbour, parent(neighbour, key("1"), "Scan"), Placement.OBJECT, 40, null);
    fixture.deletePlainly(neighbour, key("1"));
    StagedValues hidden =
        fixture.write(doc, parent(doc, key("k".repeat(2_000)), "Scan"), Placement.OBJECT, 40, null);
    fixture.deletePlainly(doc, hidden.parent().key());
    object(bucket, "values/v1/Doc/readme");
    object(bucket, "values/v1/Doc/" + "A".repeat(43) + "/" + "ab".repeat(16));

    List<DeepSweepReport> reports = through(kind, doc);
    fixture.commit(open, null);
    sweepAfterTheGrace(doc);

    DeepSweepReport objects =
        reports.stream().filter(report -> report.objectsSeen() > 0).findFirst().orElseThrow();
    assertThat(objects.objectsSeen()).isEqualTo(6);
    assertThat(objects.live()).isEqualTo(1);
    assertThat(objects.inHand()).isEqualTo(1);
    assertThat(objects.objectsNoted()).isEqualTo(1);
    assertThat(objects.undecidable()).isEqualTo(2);
    assertThat(objects.foreign()).isEqualTo(1);
    assertThat(fixture.isThere(dead)).isFalse();
    for (StagedValues kept : List.of(live, open, other, hidden)) {
      assertThat(fixture.isThere(kept)).isTrue();
    }
  }

  private void object(String bucket, String key) {
    clients.s3().putObject(r -> r.bucket(bucket).key(key), RequestBody.fromString("x"));
  }

  @Test
  void deepSweep_youngObjects_areNotLookedAt() {
    String bucket = local.newBucket();
    ChunkingSpec doc = offloaded("Doc", bucket);
    fixture.create(doc);
    StagedValues dead =
        fixture.write(doc, parent(doc, key("12"), "Scan"), Placement.OBJECT, 40, null);
    fixture.deletePlainly(doc, key("12"));
    MovableClock today = new MovableClock(Instant.now().plus(Duration.ofMinutes(1)));
    OrphanSweeper sweeper =
        OrphanSweeper.builder(clients.sync())
            .s3(clients.s3())
            .table(doc)
            .clock(today)
            .dryRun(false)
            .build();
    sweeper.takeOwnership();

    DeepSweepReport report = sweeper.deepSweep(null);

    assertThat(report.young()).isEqualTo(1);
    assertThat(report.objectsNoted()).isZero();
    assertThat(fixture.isThere(dead)).isTrue();
  }

  @Test
  void deepSweep_uploadsThatNobodyEnded_areAbortedUnlessAnIntentHoldsThem() {
    String bucket = local.newBucket();
    ChunkingSpec doc = offloaded("Doc", bucket);
    fixture.create(doc);
    Parent parent = parent(doc, key("1"), "Scan");
    StagedValues held = fixture.stage(doc, parent, Placement.OBJECT, 40);
    String kept =
        "values/" + PayloadKeys.object(doc.key(), parent, held.marker().outside().writeId());
    begin(bucket, kept);
    begin(bucket, "values/" + PayloadKeys.object(doc.key(), parent, SweepFixture.writeId(7)));
    begin(bucket, "values/v1/Doc2/" + "A".repeat(43) + "/" + "ab".repeat(16));

    List<DeepSweepReport> reports = through(Kind.SYNC, doc);

    assertThat(reports.stream().mapToLong(DeepSweepReport::uploadsAborted).sum()).isEqualTo(1);
    assertThat(uploads(bucket))
        .containsExactlyInAnyOrder(
            kept, "values/v1/Doc2/" + "A".repeat(43) + "/" + "ab".repeat(16));
  }

  private void begin(String bucket, String key) {
    clients.s3().createMultipartUpload(request -> request.bucket(bucket).key(key));
  }

  private List<String> uploads(String bucket) {
    return clients.s3().listMultipartUploads(request -> request.bucket(bucket)).uploads().stream()
        .map(upload -> upload.key())
        .toList();
  }

  @Test
  void deepSweep_dryRun_notesAndAbortsNothing() {
    String bucket = local.newBucket();
    ChunkingSpec doc = offloaded("Doc", bucket);
    fixture.create(doc);
    StagedValues dead =
        fixture.write(doc, parent(doc, key("12"), "Scan"), Placement.OBJECT, 40, null);
    fixture.deletePlainly(doc, key("12"));
    begin(
        bucket, "values/" + PayloadKeys.object(doc.key(), dead.parent(), SweepFixture.writeId(7)));

    DeepSweepReport objects = fixture.run(DeepSweep.step(fixture.terms(true, doc), null));
    DeepSweepReport uploads =
        fixture.run(DeepSweep.step(fixture.terms(true, doc), next(objects.nextCursor())));

    assertThat(objects.objectsNoted()).isEqualTo(1);
    assertThat(uploads.uploadsAborted()).isEqualTo(1);
    assertThat(fixture.rows("Intents")).isEmpty();
    assertThat(uploads(bucket)).hasSize(1);
  }

  private static String next(@Nullable String cursor) {
    assertThat(cursor).isNotNull();
    return cursor;
  }
}
