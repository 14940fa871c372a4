package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Payloads that another program wrote, changed, swapped or deleted. */
class HostilePayloadsTest extends HostilePayloads {
  private List<Map<String, AttributeValue>> chunksOf(Map<String, AttributeValue> key) {
    String start = "1#Docs#body#S:" + key.get("id").s() + "#N:1#";
    return fixture.stored(Fixture.CHUNKS).stream()
        .filter(row -> row.get("Id").s().startsWith(start))
        .sorted((x, y) -> x.get("Id").s().compareTo(y.get("Id").s()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void read_chunksEditedOrSwapped_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    put(client, with(key, Map.of("body", noise(2100))));
    List<Map<String, AttributeValue>> rows = chunksOf(key);
    assertThat(rows).hasSize(3);
    byte[] edited = rows.get(1).get("Data").b().asByteArray();
    edited[5]++;

    putRaw(Fixture.CHUNKS, changed(rows.get(1), "Data", b(edited)));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);

    putRaw(Fixture.CHUNKS, changed(rows.get(0), "Data", rows.get(1).get("Data")));
    putRaw(Fixture.CHUNKS, changed(rows.get(1), "Data", rows.get(0).get("Data")));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);

    putRaw(Fixture.CHUNKS, changed(rows.get(0), "Data", AttributeValue.fromN("7")));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  /** The chunks of another value, with all lengths and counts made to fit. */
  @ParameterizedTest
  @MethodSource("clients")
  void read_chunksReusedWithLengthsRepaired_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> donor = freshKey();
    Map<String, AttributeValue> key = freshKey();
    put(client, with(donor, Map.of("body", noise(1500))));
    put(client, with(key, Map.of("body", noise(2800))));
    List<Map<String, AttributeValue>> given = chunksOf(donor);
    List<Map<String, AttributeValue>> rows = chunksOf(key);
    for (int i = 0; i < given.size(); i++) {
      putRaw(Fixture.CHUNKS, changed(rows.get(i), "Data", given.get(i).get("Data")));
    }
    Map<String, AttributeValue> item = stored(key);
    Map<String, AttributeValue> marker = new HashMap<>(item.get("evenkeel.body").m());
    for (String length : List.of("n", "z", "k", "s")) {
      marker.put(length, stored(donor).get("evenkeel.body").m().get(length));
    }
    putRaw(Fixture.DOCS, changed(item, "evenkeel.body", AttributeValue.fromM(marker)));

    assertThat(failure(client, key))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void read_objectEditedCutSwappedOrGone_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> key = freshKey();
    String object = putObject(client, key);
    byte[] whole = noise(2200).b().asByteArray();
    byte[] edited = whole.clone();
    edited[100]++;
    byte[] another = new byte[2200];

    for (byte[] bytes :
        List.of(edited, another, Arrays.copyOf(whole, 2199), Arrays.copyOf(whole, 2201))) {
      fixture.s3.putObject(
          put -> put.bucket(fixture.bucket).key(object), RequestBody.fromBytes(bytes));
      assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    }
    fixture.s3.deleteObject(delete -> delete.bucket(fixture.bucket).key(object));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  /** A chunk of another item's value, under a key that this item would ask for. */
  @ParameterizedTest
  @MethodSource("clients")
  void read_chunkOfAnotherItem_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> donor = freshKey();
    Map<String, AttributeValue> key = freshKey();
    put(client, with(donor, Map.of("body", AttributeValue.fromS("d".repeat(2000)))));
    put(client, with(key, Map.of("body", AttributeValue.fromS("k".repeat(2000)))));
    Map<String, AttributeValue> last = chunksOf(key).get(2);

    putRaw(Fixture.CHUNKS, changed(last, "Data", chunksOf(donor).get(2).get("Data")));
    assertThat(failure(client, key))
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("SHA-256");

    fixture.plain.deleteItem(
        delete -> delete.tableName(Fixture.CHUNKS).key(Map.of("Id", last.get("Id"))));
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }
}
