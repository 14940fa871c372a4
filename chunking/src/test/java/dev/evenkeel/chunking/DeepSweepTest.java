package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.binary;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

class DeepSweepTest extends DeepSweeps {
  DeepSweepTest(
      DynamoDbClient client, DynamoDbAsyncClient async, S3Client s3, S3AsyncClient s3Async) {
    super(client, async, s3, s3Async);
  }

  private static ChunkingSpec.Builder chunked(String table, String... attributes) {
    ChunkingSpec.Builder builder =
        ChunkingSpec.builder(table)
            .partitionKey("Id")
            .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
            .intentTable("Intents")
            .grace(GRACE);
    for (String attribute : attributes) {
      builder.attribute(attribute, AttributePolicy.chunked());
    }
    return builder;
  }

  @ParameterizedTest
  @EnumSource
  void deepSweep_tablesAndAttributesThatLookAlike_keepsExactlyWhatItemsHave(Kind kind) {
    ChunkingSpec doc = chunked("Doc", "Text", "Text#1", "Text%231").build();
    ChunkingSpec docs = chunked("Docs", "Text", "Text#1").build();
    fixture.create(doc, docs);
    List<StagedValues> live = new ArrayList<>();
    List<StagedValues> dead = new ArrayList<>();
    int written = 0;
    for (ChunkingSpec spec : List.of(doc, docs)) {
      for (String id : List.of("1", "1#1", "1%231", "12", "1#S:1", "#", "%")) {
        Map<String, AttributeValue> item = new LinkedHashMap<>(key(id));
        for (String attribute : spec.attributes().keySet()) {
          Parent parent = parent(spec, key(id), attribute);
          StagedValues staged = fixture.write(spec, parent, Placement.CHUNKS, 500, null);
          boolean stays = written++ % 3 != 0;
          (stays ? live : dead).add(staged);
          item.putAll(stays ? SweepFixture.item(staged) : Map.of());
        }
        fixture.putPlainly(spec, item);
      }
    }
    plainRow("something else");
    plainRow("1#Elsewhere#Text#S:1#" + "ab".repeat(16) + "#1");
    plainRow("2#Doc#Text#S:1#" + "ab".repeat(16) + "#1");
    plainRow("1#Doc#Text#S:1#" + "AB".repeat(16) + "#1");
    assertThat(fixture.rows("Chunks")).hasSizeGreaterThan(1_000);

    List<DeepSweepReport> reports = through(kind, doc, docs);
    sweepAfterTheGrace(doc, docs);

    assertThat(noted(reports)).isEqualTo(dead.size());
    assertThat(reports.stream().mapToLong(DeepSweepReport::foreign).sum()).isEqualTo(4);
    assertThat(reports.stream().mapToLong(DeepSweepReport::undecidable).sum()).isZero();
    assertThat(live).hasSizeGreaterThan(20).allMatch(fixture::isThere);
    assertThat(fixture.rows("Chunks")).hasSize(live.size() * 32 + 4);
    assertThat(fixture.rows("Intents")).isEmpty();
  }

  private void plainRow(String id) {
    clients
        .sync()
        .putItem(
            request ->
                request
                    .tableName("Chunks")
                    .item(Map.of("Id", AttributeValue.fromS(id), "Data", binary(new byte[] {1}))));
  }

  @Test
  void deepSweep_keysTooLongForAChunksKey_goesByWhatTheRowSays() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    fixture.create(doc);
    Map<String, AttributeValue> longKey = key("k".repeat(2_000));
    StagedValues live =
        fixture.write(doc, parent(doc, longKey, "Text"), Placement.CHUNKS, 40, null);
    Map<String, AttributeValue> otherKey = key("l".repeat(2_000));
    StagedValues dead =
        fixture.write(doc, parent(doc, otherKey, "Text"), Placement.CHUNKS, 40, null);
    fixture.deletePlainly(doc, otherKey);
    String stranger = "1#~" + "A".repeat(43) + "#" + "ab".repeat(16) + "#1";
    plainRow(stranger);
    liar(live, dead);

    List<DeepSweepReport> reports = through(Kind.SYNC, doc);
    sweepAfterTheGrace(doc);

    assertThat(noted(reports)).isEqualTo(1);
    assertThat(reports.get(0).undecidable()).isEqualTo(2);
    assertThat(fixture.value(doc, live.parent())).isEqualTo(live.bytes());
    assertThat(fixture.isThere(dead)).isFalse();
    assertThat(fixture.rows("Chunks")).hasSize(3 + 2);
  }

  /** A row under one item's hash that says it is another's. */
  private void liar(StagedValues hash, StagedValues named) {
    Map<String, AttributeValue> row = new LinkedHashMap<>();
    row.put(
        "Id",
        AttributeValue.fromS(
            PayloadKeys.chunkParent(hash.spec().key(), hash.parent())
                + "#"
                + "cd".repeat(16)
                + "#1"));
    row.put(
        "Parent",
        AttributeValue.fromM(
            Map.of(
                "table", AttributeValue.fromS("Doc"),
                "attribute", AttributeValue.fromS("Text"),
                "key", AttributeValue.fromM(named.parent().key()))));
    clients.sync().putItem(request -> request.tableName("Chunks").item(row));
  }

  @Test
  void deepSweep_chunkTableWithASortKey_removesWhatNobodyHas() {
    ChunkingSpec doc =
        ChunkingSpec.builder("Doc")
            .partitionKey("Id", ScalarAttributeType.N)
            .sortKey("At", ScalarAttributeType.B)
            .attribute("Text", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of("SortedChunks").withSortKey("Part").withChunkBytes(16))
            .intentTable("Intents")
            .grace(GRACE)
            .build();
    fixture.create(doc);
    Parent parent =
        parent(
            doc,
            Map.of("Id", AttributeValue.fromN("-1.5"), "At", binary(new byte[] {0, -1})),
            "Text");
    StagedValues old = fixture.write(doc, parent, Placement.CHUNKS, 16 * 300, null);
    StagedValues live = fixture.write(doc, parent, Placement.CHUNKS, 16 * 300, null);

    List<DeepSweepReport> reports = through(Kind.ASYNC, doc);
    sweepAfterTheGrace(doc);

    assertThat(noted(reports)).isEqualTo(1);
    assertThat(fixture.value(doc, parent)).isEqualTo(live.bytes());
    assertThat(fixture.isThere(old)).isFalse();
    assertThat(fixture.rows("SortedChunks")).hasSize(300);
  }

  @Test
  void deepSweep_partsOfAPayload_areNotedUpToTheGreatestThatIsLeft() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    fixture.create(doc);
    StagedValues dead =
        fixture.write(doc, parent(doc, key("1"), "Text"), Placement.CHUNKS, 16 * 90, null);
    fixture.deletePlainly(doc, key("1"));
    for (int number = 1; number <= 89; number++) {
      if (number != 7) {
        String id =
            PayloadKeys.chunk(
                PayloadKeys.chunkParent(doc.key(), dead.parent()),
                dead.marker().outside().writeId(),
                number);
        clients
            .sync()
            .deleteItem(r -> r.tableName("Chunks").key(Map.of("Id", AttributeValue.fromS(id))));
      }
    }
    assertThat(fixture.rows("Chunks")).hasSize(2);

    through(Kind.SYNC, doc);
    sweepAfterTheGrace(doc);

    assertThat(fixture.rows("Chunks")).isEmpty();
  }

  @Test
  void deepSweep_rowsWithImpossibleNumbers_areLeftAlone() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    fixture.create(doc);
    plainRow("1#Doc#Text#S:1#" + "ab".repeat(16) + "#2147483647");
    plainRow("1#Doc#Text#S:1#" + "ab".repeat(16) + "#9999999999");
    plainRow("1#Doc#Text#N:1#" + "ab".repeat(16) + "#1");
    plainRow("1#Doc#Text#S:1#S:2#" + "ab".repeat(16) + "#1");

    List<DeepSweepReport> reports = through(Kind.SYNC, doc);

    assertThat(noted(reports)).isZero();
    assertThat(reports.get(0).undecidable()).isEqualTo(3);
    assertThat(reports.get(0).foreign()).isEqualTo(1);
  }

  @Test
  void deepSweep_repeated_notesNothingTwice() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    fixture.create(doc);
    fixture.write(doc, parent(doc, key("1"), "Text"), Placement.CHUNKS, 100, null);
    fixture.deletePlainly(doc, key("1"));

    List<DeepSweepReport> first = through(Kind.SYNC, doc);
    List<DeepSweepReport> second = through(Kind.SYNC, doc);

    assertThat(noted(first)).isEqualTo(1);
    assertThat(noted(second)).isZero();
    assertThat(second.get(0).inHand()).isEqualTo(1);
    assertThat(fixture.rows("Intents")).hasSize(1);
  }

  @Test
  void deepSweep_rowsInTheLayoutOfAwsText_areReportedAndKept() {
    ChunkingSpec seed =
        ChunkingSpec.builder("Forum")
            .partitionKey("Id")
            .attribute("Body", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of("SeedChunks").withChunkBytes(16))
            .seedLayout("Body")
            .intentTable("Intents")
            .build();
    fixture.create(seed);
    fixture.write(seed, parent(seed, key("DynamoDB#1"), "Body"), Placement.SEED_CHUNKS, 40, null);
    fixture.deletePlainly(seed, key("DynamoDB#1"));

    List<DeepSweepReport> reports = through(Kind.SYNC, seed);

    assertThat(reports.get(0).undecidable()).isEqualTo(3);
    assertThat(noted(reports)).isZero();
  }

  @Test
  @Tag("deep")
  void deepSweep_moreThanAStepTakes_goesOnWhereItWas() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    fixture.create(doc);
    List<WriteRequest> rows = new ArrayList<>();
    for (int i = 0; i < 1_025; i++) {
      String id = "1#Doc#Text#S:" + i + "#" + "%032x".formatted(i) + "#1";
      rows.add(
          WriteRequest.builder()
              .putRequest(PutRequest.builder().item(Map.of("Id", AttributeValue.fromS(id))).build())
              .build());
    }
    for (int from = 0; from < rows.size(); from += 25) {
      List<WriteRequest> some = rows.subList(from, from + 25);
      clients.sync().batchWriteItem(request -> request.requestItems(Map.of("Chunks", some)));
    }

    List<DeepSweepReport> reports = through(Kind.ASYNC, doc);
    SweepReport swept = sweepAfterTheGrace(doc);

    assertThat(reports).hasSizeGreaterThan(1);
    assertThat(reports.stream().mapToLong(DeepSweepReport::rowsSeen).sum()).isEqualTo(1_025);
    assertThat(noted(reports)).isEqualTo(1_025);
    assertThat(swept.payloads().chunkedRemoved()).isEqualTo(1_025);
    assertThat(fixture.rows("Chunks")).isEmpty();
  }

  @Test
  void deepSweep_cursorOfAnother_isRefused() {
    ChunkingSpec doc = chunked("Doc", "Text").build();
    SweeperUnderTest sweeper = sweeper(Kind.SYNC, doc);

    for (String cursor : List.of("", "1", "1.", "2.Y2h1bmtz", "1.!", "1.Y2h1bmtzIE90aGVy")) {
      assertThatThrownBy(() -> sweeper.deepSweep(cursor))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("start it again with null");
    }
  }
}
