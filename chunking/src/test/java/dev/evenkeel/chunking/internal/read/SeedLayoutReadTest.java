package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.n;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.operation.GetItem;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** Tables that were built by hand as "Best Practices for Items" shows. */
@ExtendWith(LocalDynamoDbExtension.class)
class SeedLayoutReadTest {
  private static Docs docs;
  private static int items;
  private final Driver driver = docs.driver();
  private final int at = ++items;
  private final Map<String, AttributeValue> key = key("Thread#1", at);

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    docs = Docs.create(client, "replies");
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  private Map<String, AttributeValue> get() {
    GetItemRequest request = GetItemRequest.builder().tableName(docs.table).key(key).build();
    return driver.run(requireNonNull(GetItem.of(docs.hydrator(), request))).item();
  }

  private void parent(AttributeValue count, long version) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("ChunkCount", count);
    item.put("ChunkVersion", n(version));
    docs.putRaw(item);
  }

  private void chunk(long version, int number, AttributeValue message) {
    docs.client.putItem(
        p ->
            p.tableName(Docs.CHUNKS)
                .item(
                    Map.of(
                        "Id",
                        s("Thread#1#%d#%d#%d".formatted(at, version, number)),
                        "message",
                        message)));
  }

  @Test
  void get_parentMadeByHand_hasItsPartsJoined() {
    parent(n(12), 1);
    StringBuilder whole = new StringBuilder();
    for (int i = 1; i <= 12; i++) {
      chunk(1, i, s("part " + i + " "));
      whole.append("part ").append(i).append(' ');
    }

    assertThat(get()).isEqualTo(with(s(whole.toString())));
  }

  private Map<String, AttributeValue> with(AttributeValue message) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("message", message);
    return item;
  }

  @Test
  void get_blankInTheParent_isNotTheValue() {
    Map<String, AttributeValue> item = with(s(""));
    item.put("ChunkCount", n(1));
    item.put("ChunkVersion", n(3));
    docs.putRaw(item);
    chunk(3, 1, s("text"));

    assertThat(get()).isEqualTo(with(s("text")));
  }

  @Test
  void get_binaryParts_areJoined() {
    parent(n(2), 1);
    chunk(1, 1, AttributeValue.fromB(SdkBytes.fromUtf8String("a")));
    chunk(1, 2, AttributeValue.fromB(SdkBytes.fromUtf8String("b")));

    assertThat(get()).isEqualTo(with(AttributeValue.fromB(SdkBytes.fromUtf8String("ab"))));
  }

  @Test
  void get_partsOfTwoTypes_areRefused() {
    parent(n(2), 1);
    chunk(1, 1, AttributeValue.fromB(SdkBytes.fromUtf8String("a")));
    chunk(1, 2, s("b"));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_shortMessageWithoutCount_isAsItIs() {
    docs.putRaw(with(s("short")));

    assertThat(get()).isEqualTo(with(s("short")));
  }

  @Test
  void get_countOfNone_isAsItIs() {
    Map<String, AttributeValue> item = with(s("short"));
    item.put("ChunkCount", n(0));
    item.put("ChunkVersion", n(3));
    docs.putRaw(item);

    assertThat(get()).isEqualTo(with(s("short")));
  }

  @Test
  void get_partMissing_isAnError() {
    parent(n(2), 1);
    chunk(1, 1, s("a"));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
  }

  @Test
  void get_replacedMeanwhile_isTheNewVersion() {
    parent(n(1), 1);
    docs.payloads.beforeRead(
        number -> {
          chunk(2, 1, s("new"));
          parent(n(1), 2);
        });

    assertThat(get()).isEqualTo(with(s("new")));
  }

  @ParameterizedTest
  @CsvSource({"1.5,CORRUPT", "-1,CORRUPT", "1e20,CORRUPT", "1000000000,TOO_LARGE"})
  void get_forgedCount_isRefusedBeforeAnythingIsRead(String count, Reason expected) {
    parent(AttributeValue.fromN(count), 1);

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", expected);
    assertThat(driver.sent()).hasSize(1);
  }

  @Test
  void get_partsLargerThanAValueMayBe_areRefused() {
    parent(n(2), 1);
    chunk(1, 1, s("x".repeat(600)));
    chunk(1, 2, s("x".repeat(600)));
    docs.limits(limits -> limits.withValueBytesMax(1000));

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void get_valueInTheItemAndInChunks_isRefused(boolean byHand) {
    Map<String, AttributeValue> item = with(s("which?"));
    if (byHand) {
      item.put("ChunkCount", n(1));
      item.put("ChunkVersion", n(1));
    } else {
      item.putAll(docs.stored(key, "message", s("this?"), Placement.SEED_CHUNKS, false));
    }
    docs.putRaw(item);

    assertThatThrownBy(this::get).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
  }

  @Test
  void get_versionRaisedPastTheLibrary_isRefused() {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(docs.stored(key, "message", s("ours"), Placement.SEED_CHUNKS, false));
    item.put("ChunkVersion", n(9));
    docs.putRaw(item);
    chunk(9, 1, s("theirs"));

    assertThatThrownBy(this::get)
        .hasFieldOrPropertyWithValue("reason", Reason.CORRUPT)
        .hasMessageContaining("ChunkVersion");
  }
}
