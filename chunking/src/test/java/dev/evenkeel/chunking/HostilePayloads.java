package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Items and payloads as another program may write them, and reads that fail. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostilePayloads {
  static final int VALUE_BYTES_MAX = 1_000_000;
  static final int BOMB_BYTES = 20_000_000;

  Fixture fixture;
  List<ClientUnderTest> clients;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients =
        fixture.clients(
            fixture
                .spec()
                .attribute("small", AttributePolicy.compressed(Codecs.zstd()).compressFrom(1))
                .limits(ValueLimits.DEFAULT.withValueBytesMax(VALUE_BYTES_MAX))
                .build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  List<ClientUnderTest> clients() {
    return clients;
  }

  Map<String, AttributeValue> freshKey() {
    return Fixture.key("item" + items++, 1);
  }

  static AttributeValue b(byte... bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }

  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.putAll(attributes);
    return item;
  }

  static void put(ClientUnderTest client, Map<String, AttributeValue> item) {
    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
  }

  static Map<String, AttributeValue> get(ClientUnderTest client, Map<String, AttributeValue> key) {
    GetItemRequest get = GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
    return client.call(get).item();
  }

  /** The failure of a read, which must not address anything but the item's own values. */
  Throwable failure(ClientUnderTest client, Map<String, AttributeValue> key) {
    fixture.sent.look();
    Throwable failure = catchThrowable(() -> get(client, key));
    List<SdkRequest> sent = fixture.sent.seen();
    new OwnTablesFixture(fixture, key).holds(sent);
    assertThat(sent).noneMatch(HostilePayloads::writes);
    return failure;
  }

  private static boolean writes(SdkRequest request) {
    String name = request.getClass().getSimpleName();
    return name.contains("Put")
        || name.contains("Update")
        || name.contains("Write")
        || name.contains("Delete");
  }

  void putRaw(String table, Map<String, AttributeValue> item) {
    fixture.plain.putItem(put -> put.tableName(table).item(item));
  }

  Map<String, AttributeValue> stored(Map<String, AttributeValue> key) {
    return fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
  }

  static Map<String, AttributeValue> changed(
      Map<String, AttributeValue> entries, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(entries);
    changed.put(name, value);
    return changed;
  }

  /** Zeros that are few bytes when compressed. */
  static byte[] bomb(ValueCodec codec) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream into = codec.compressing(packed, BOMB_BYTES)) {
      byte[] zeros = new byte[1_000_000];
      for (int i = 0; i < BOMB_BYTES / zeros.length; i++) {
        into.write(zeros);
      }
    }
    return packed.toByteArray();
  }

  /** The marker of a value that is compressed in its item. */
  static AttributeValue inItem(ValueCodec codec, int originalBytes) {
    return AttributeValue.fromM(
        Map.of(
            "v", AttributeValue.fromN("1"),
            "at", AttributeValue.fromS("item"),
            "c", AttributeValue.fromS(codec.name()),
            "t", AttributeValue.fromS("B"),
            "n", AttributeValue.fromN(Integer.toString(originalBytes))));
  }

  /** Puts an item with an object, and finds its key. */
  String putObject(ClientUnderTest client, Map<String, AttributeValue> key) {
    List<String> before = fixture.objects();
    put(client, with(key, Map.of("image", noise(2200))));
    return fixture.objects().stream()
        .filter(name -> !before.contains(name))
        .findFirst()
        .orElseThrow();
  }
}
