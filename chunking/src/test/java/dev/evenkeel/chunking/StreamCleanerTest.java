package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.StreamReport;
import dev.evenkeel.core.item.KeyMismatchException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamCleanerTest {
  private static final ChunkingSpec DOC =
      ChunkingSpec.builder("Doc")
          .partitionKey("Id")
          .attribute("Text", AttributePolicy.chunked())
          .attribute("Notes", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
          .intentTable("Intents")
          .grace(GRACE)
          .build();

  private static final Parent ONE = parent(DOC, key("1"), "Text");

  private final SweepFixture fixture;
  private final StreamCleaner cleaner;
  private final OrphanSweeper sweeper;

  StreamCleanerTest(DynamoDbClient client) {
    fixture = new SweepFixture(client, null);
    cleaner = StreamCleaner.of(client, fixture.clock, DOC);
    sweeper = OrphanSweeper.builder(client).table(DOC).clock(fixture.clock).dryRun(false).build();
  }

  @BeforeEach
  void createTables() {
    fixture.create(DOC);
  }

  private void sweepAfterTheGrace() {
    fixture.clock.pass(GRACE.plusSeconds(1));
    assertThat(sweeper.sweep().failure()).isNull();
  }

  private static Record record(
      OperationType type,
      Map<String, AttributeValue> oldImage,
      Map<String, AttributeValue> newImage) {
    return Record.builder()
        .eventName(type)
        .dynamodb(
            images -> {
              images.keys(key("1"));
              if (oldImage != null) {
                images.oldImage(oldImage);
              }
              if (newImage != null) {
                images.newImage(newImage);
              }
            })
        .build();
  }

  @Test
  void clean_itemThatExpired_itsValueGoesAfterTheGrace() {
    StagedValues staged = fixture.write(DOC, ONE, Placement.CHUNKS, 100, null);
    Map<String, AttributeValue> image = fixture.item(DOC, key("1"));
    fixture.deletePlainly(DOC, key("1"));

    StreamReport report = cleaner.clean("Doc", record(OperationType.REMOVE, image, null));

    assertThat(report).isEqualTo(new StreamReport(1, 0));
    assertThat(sweeper.sweep().intents().seen()).isZero();
    assertThat(fixture.isThere(staged)).isTrue();
    sweepAfterTheGrace();
    assertThat(fixture.chunkRows(DOC)).isEmpty();
    assertThat(fixture.intentRows(DOC)).isEmpty();
  }

  @Test
  void clean_valueThatAnotherClientOverwrote_goes() {
    fixture.write(DOC, ONE, Placement.CHUNKS, 100, null);
    Map<String, AttributeValue> before = fixture.item(DOC, key("1"));
    fixture.putPlainly(
        DOC, Map.of("Id", AttributeValue.fromS("1"), "Text", AttributeValue.fromS("")));

    cleaner.clean("Doc", record(OperationType.MODIFY, before, fixture.item(DOC, key("1"))));
    sweepAfterTheGrace();

    assertThat(fixture.chunkRows(DOC)).isEmpty();
  }

  @Test
  void clean_changeThatLeavesTheValue_notesNothing() {
    fixture.write(DOC, ONE, Placement.CHUNKS, 100, null);
    Map<String, AttributeValue> image = fixture.item(DOC, key("1"));

    assertThat(cleaner.clean("Doc", record(OperationType.MODIFY, image, image)))
        .isEqualTo(new StreamReport(0, 0));
    assertThat(cleaner.clean("Doc", record(OperationType.INSERT, null, image)))
        .isEqualTo(new StreamReport(0, 0));

    assertThat(fixture.intentRows(DOC)).isEmpty();
  }

  @Test
  void clean_recordsThatComeTwiceOrWithoutTheNewImage_doNoHarm() {
    StagedValues live = fixture.write(DOC, ONE, Placement.CHUNKS, 100, null);
    Map<String, AttributeValue> image = fixture.item(DOC, key("1"));
    Parent two = parent(DOC, key("2"), "Text");
    StagedValues gone = fixture.write(DOC, two, Placement.CHUNKS, 40, null);
    Map<String, AttributeValue> goneImage = fixture.item(DOC, key("2"));
    fixture.deletePlainly(DOC, key("2"));

    for (int time = 0; time < 2; time++) {
      assertThat(cleaner.clean("Doc", image, null).noted()).isEqualTo(1);
      assertThat(cleaner.clean("Doc", goneImage, null).noted()).isEqualTo(1);
    }
    sweepAfterTheGrace();

    assertThat(fixture.value(DOC, ONE)).isEqualTo(live.bytes());
    assertThat(fixture.isThere(gone)).isFalse();
    assertThat(fixture.intentRows(DOC)).isEmpty();
  }

  @Test
  void clean_imageWithAMarkerOfANewerVersion_isUndecidable() {
    Map<String, AttributeValue> image =
        Map.of(
            "Id",
            AttributeValue.fromS("1"),
            ChunkingSpec.markerOf("Notes"),
            AttributeValue.fromM(Map.of("v", AttributeValue.fromN("2"))));

    assertThat(cleaner.clean("Doc", image, null)).isEqualTo(new StreamReport(0, 1));
  }

  @Test
  void clean_recordThatCannotTell_isRefused() {
    assertThatThrownBy(() -> cleaner.clean("Doc", record(OperationType.REMOVE, null, null)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NEW_AND_OLD_IMAGES");
    assertThatThrownBy(() -> cleaner.clean("Other", key("1"), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no spec");
    assertThatThrownBy(() -> cleaner.clean("Doc", Map.of("X", AttributeValue.fromS("1")), null))
        .isInstanceOf(KeyMismatchException.class);
  }
}
