package dev.evenkeel.chunking.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Rows of chunks with a time, as they are stored for good. */
class TimedRowsVectorsTest {

  @ParameterizedTest
  @CsvFileSource(
      resources = "/vectors/v1/timed-chunks.csv",
      delimiter = '|',
      numLinesToSkip = 1,
      maxCharsPerColumn = 10_000)
  void row_ofAChunkWithATime_isFrozen(
      String partition,
      ScalarAttributeType timeType,
      String time,
      String writeId,
      int number,
      String chunkKey,
      String sortKey) {
    KeyAttribute at = new KeyAttribute("at", timeType);
    KeySchema schema = KeySchema.of(KeyAttribute.ofString("sensor"), at);
    Parent parent =
        new Parent(
            "readings",
            Map.of("sensor", AttributeValue.fromS(partition), "at", value(timeType, time)),
            "frame");
    AttributeValue data = AttributeValue.fromB(SdkBytes.fromUtf8String("data"));

    ChunkRows rows =
        new ChunkRows(
            ChunkTableSpec.of("reading_chunks").withTime(at.name(), at.type()),
            schema,
            parent,
            new PayloadRef(Placement.CHUNKS, writeId, 12),
            1);

    assertThat(rows.row(number, data))
        .isEqualTo(
            Map.of(
                "Id",
                AttributeValue.fromS(chunkKey),
                "at",
                value(timeType, sortKey),
                "Data",
                data));
  }

  private static AttributeValue value(ScalarAttributeType type, String text) {
    return type == ScalarAttributeType.N ? AttributeValue.fromN(text) : AttributeValue.fromS(text);
  }
}
