package dev.evenkeel.chunking.internal.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.value.PayloadBytes;
import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The permanent form of stored values, keys and intents. A program in Python made the vectors. */
class WireVectorsTest {
  private static final IntentTableSpec INTENTS = IntentTableSpec.of("Intents");

  private static AttributeValue value(ScalarAttributeType type, String text) {
    return switch (type) {
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(HexFormat.of().parseHex(text)));
      default -> AttributeValue.fromS(text);
    };
  }

  private static Map<String, AttributeValue> map(String json) {
    return PayloadBytes.value(new Payload(AttributeValue.Type.M, json.getBytes(UTF_8))).m();
  }

  private static String json(Map<String, AttributeValue> map) {
    return new String(PayloadBytes.of(AttributeValue.fromM(map)).bytes(), UTF_8);
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvFileSource(
      resources = "/vectors/v1/payload-keys.csv",
      delimiter = '|',
      numLinesToSkip = 1,
      maxCharsPerColumn = 10_000)
  void keys_ofAPayload_areFrozen(ArgumentsAccessor row) {
    List<KeyAttribute> parts =
        row.getString(4) == null
            ? List.of(part("pk", row.getString(2)))
            : List.of(part("pk", row.getString(2)), part("sk", row.getString(4)));
    KeySchema schema =
        parts.size() == 1 ? KeySchema.of(parts.get(0)) : KeySchema.of(parts.get(0), parts.get(1));
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (int i = 0; i < parts.size(); i++) {
      key.put(parts.get(i).name(), value(parts.get(i).type(), row.getString(3 + 2 * i)));
    }
    Parent parent = new Parent(row.getString(0), key, row.getString(1));
    WriteId writeId = WriteId.ofHex(row.getString(6));
    int number = row.getInteger(7);

    String chunkParent = PayloadKeys.chunkParent(schema, parent);

    assertThat(PayloadKeys.chunk(chunkParent, writeId, number)).isEqualTo(row.getString(8));
    assertThat(row.getString(8).getBytes(UTF_8).length).isLessThanOrEqualTo(2048);
    assertThat(chunkParent).isEqualTo(row.getString(9));
    assertThat(PayloadKeys.isHashed(schema, parent)).isEqualTo(chunkParent.startsWith("1#~"));
    assertThat(PayloadKeys.chunkSort(writeId, number)).isEqualTo(row.getString(10));
    assertThat(PayloadKeys.object(schema, parent, writeId)).isEqualTo(row.getString(11));
    if (row.getString(12) != null) {
      assertThat(SeedLayout.chunk(schema, key, SeedLayout.version(writeId), number))
          .isEqualTo(row.getString(12));
    }
  }

  private static KeyAttribute part(String name, String type) {
    return new KeyAttribute(name, ScalarAttributeType.fromValue(type));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/markers.csv", delimiter = '|', numLinesToSkip = 1)
  void marker_isFrozen(
      String at,
      @Nullable String codec,
      String type,
      long originalBytes,
      @Nullable Long storedBytes,
      @Nullable String digest,
      @Nullable String writeId,
      @Nullable Integer chunks,
      @Nullable Integer chunkBytes,
      String json) {
    Marker.Payload payload =
        storedBytes == null || digest == null || writeId == null
            ? null
            : new Marker.Payload(
                WriteId.ofHex(writeId),
                storedBytes,
                Digest.ofDigest(HexFormat.of().parseHex(digest)),
                chunks == null ? 0 : chunks,
                chunkBytes == null ? 0 : chunkBytes);
    Marker marker =
        new Marker(Placement.ofText(at), codec, PayloadBytes.type(type), originalBytes, payload);

    assertThat(Marker.read(AttributeValue.fromM(map(json)))).isEqualTo(marker);
    assertThat(json(marker.write().m())).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/intents.csv", delimiter = '|', numLinesToSkip = 1)
  void intent_isFrozen(
      String id,
      long due,
      State state,
      @Nullable Long committedAt,
      String table,
      String attribute,
      String key,
      @Nullable String stagedAt,
      @Nullable String stagedId,
      @Nullable Integer stagedChunks,
      @Nullable String replacedAt,
      @Nullable String replacedId,
      @Nullable Integer replacedChunks,
      String json) {
    Intent intent =
        new Intent(
            WriteId.ofHex(id),
            Instant.ofEpochMilli(due),
            state,
            committedAt,
            List.of(
                new Change(
                    new Parent(table, map(key), attribute),
                    ref(stagedAt, stagedId, stagedChunks),
                    ref(replacedAt, replacedId, replacedChunks))));

    assertThat(IntentFormat.read(INTENTS, map(json))).isEqualTo(intent);
    assertThat(json(IntentFormat.write(INTENTS, intent))).isEqualTo(json);
  }

  private static @Nullable PayloadRef ref(
      @Nullable String at, @Nullable String id, @Nullable Integer chunks) {
    return at == null || id == null || chunks == null
        ? null
        : new PayloadRef(Placement.ofText(at), id, chunks);
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/prefix-owners.csv", delimiter = '|', numLinesToSkip = 1)
  void prefixOwner_isFrozen(String table, String creation, String object) {
    PrefixOwner owner = new PrefixOwner(table, creation);

    assertThat(new String(owner.write(), UTF_8)).isEqualTo(object);
    assertThat(PrefixOwner.read(object.getBytes(UTF_8), "here")).isEqualTo(owner);
    assertThat(PrefixOwner.key("Docs")).isEqualTo("v1/Docs/owner");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"M\":{\"format\":{\"N\":\"1\"},\"table\":{\"S\":\"t\"}}}",
        "{\"M\":{\"creation\":{\"S\":\"c\"},\"format\":{\"N\":\"2\"},\"table\":{\"S\":\"t\"}}}"
      })
  void prefixOwner_ofAnotherFormat_isRefused(String object) {
    assertThatThrownBy(() -> PrefixOwner.read(object.getBytes(UTF_8), "s3://b/v1/Docs/owner"))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.PREFIX_OWNER)
        .hasMessageStartingWith("s3://b/v1/Docs/owner does not say whose");
  }
}
