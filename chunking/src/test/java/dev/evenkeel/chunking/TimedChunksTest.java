package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweeperUnderTest.Clients;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Chunks whose rows have the time of their item as their sort key. */
@ExtendWith(LocalDynamoDbExtension.class)
class TimedChunksTest {
  private static final KeyAttribute AT = KeyAttribute.ofNumber("at");
  private static final ChunkingSpec SPEC = spec(AT).build();

  private DynamoDbClient plain;
  private DynamoDbAsyncClient plainAsync;

  @BeforeEach
  void open(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    plain = own.client();
    plainAsync = own.asyncClient();
    create("Readings", KeyAttribute.ofString("sensor"), AT);
    create("Chunks", KeyAttribute.ofString("Id"), AT);
    create("Intents", KeyAttribute.ofNumber("Bucket"), KeyAttribute.ofString("Due"));
  }

  @AfterEach
  void close() {
    plain.close();
    plainAsync.close();
  }

  private static ChunkingSpec.Builder spec(KeyAttribute time) {
    return ChunkingSpec.builder("Readings")
        .partitionKey("sensor")
        .sortKey(time.name(), time.type())
        .attribute("frame", AttributePolicy.chunked())
        .chunkTable(
            ChunkTableSpec.of("Chunks").withTime(time.name(), time.type()).withChunkBytes(1000))
        .intentTable("Intents")
        .itemBytesMax(1500)
        .grace(Duration.ZERO);
  }

  private void create(String table, KeyAttribute... keys) {
    plain.createTable(
        create ->
            create
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(keys[0], KeyType.HASH), key(keys[1], KeyType.RANGE))
                .attributeDefinitions(definition(keys[0]), definition(keys[1])));
  }

  private static KeySchemaElement key(KeyAttribute key, KeyType type) {
    return KeySchemaElement.builder().attributeName(key.name()).keyType(type).build();
  }

  private static AttributeDefinition definition(KeyAttribute key) {
    return AttributeDefinition.builder()
        .attributeName(key.name())
        .attributeType(key.type())
        .build();
  }

  private static Map<String, AttributeValue> item(String at, String letter) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("sensor", AttributeValue.fromS("a"));
    item.put("at", AttributeValue.fromN(at));
    item.put("frame", AttributeValue.fromS(letter.repeat(5_000)));
    return item;
  }

  private List<Map<String, AttributeValue>> chunks() {
    return plain.scanPaginator(scan -> scan.tableName("Chunks")).items().stream().toList();
  }

  /** A number is found again however it was written. */
  @Test
  void item_withChunksOfItsTime_isReadReplacedAndSwept() {
    DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(SPEC).build();
    client.putItem(put -> put.tableName("Readings").item(item("17.0", "a")));
    client.putItem(put -> put.tableName("Readings").item(item("17", "b")));
    Map<String, AttributeValue> key = item("1.7E1", "");
    key.remove("frame");

    assertThat(chunks())
        .hasSize(10)
        .allSatisfy(row -> assertThat(row.get("at").n()).isEqualTo("17"));
    assertThat(client.getItem(get -> get.tableName("Readings").key(key)).item())
        .isEqualTo(item("17", "b"));
    assertThat(
            ChunkingDynamoDbAsyncClient.builder(plainAsync)
                .table(SPEC)
                .build()
                .getItem(get -> get.tableName("Readings").key(key))
                .join()
                .item())
        .isEqualTo(item("17", "b"));
    assertThat(OrphanSweeper.builder(plain).table(SPEC).dryRun(false).build().sweep().failure())
        .isNull();
    assertThat(chunks()).hasSize(5);
    assertThat(client.getItem(get -> get.tableName("Readings").key(key)).item())
        .isEqualTo(item("17", "b"));
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void deepSweep_ofOrphansWithATime_notesThem(Kind kind) {
    DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(SPEC).build();
    for (int at = 1; at <= 3; at++) {
      Map<String, AttributeValue> item = item(Integer.toString(at), "a");
      client.putItem(put -> put.tableName("Readings").item(item));
    }
    plain.deleteItem(
        delete ->
            delete
                .tableName("Readings")
                .key(Map.of("sensor", AttributeValue.fromS("a"), "at", AttributeValue.fromN("2"))));
    SweeperUnderTest sweeper =
        SweeperUnderTest.of(
            kind,
            new Clients(plain, plainAsync, null, null),
            b -> b.table(SPEC).clock(InstantSource.system()).dryRun(false));
    String cursor = null;
    do {
      cursor = sweeper.deepSweep(cursor).nextCursor();
    } while (cursor != null);
    assertThat(sweeper.sweep().failure()).isNull();
    assertThat(chunks()).extracting(row -> row.get("at").n()).containsOnly("1", "3").hasSize(10);
  }

  @Test
  void put_withATimeTooLongForASortKey_failsAndSaysWhy() {
    KeyAttribute id = KeyAttribute.ofString("sensor");
    ChunkingSpec spec =
        ChunkingSpec.builder("Readings")
            .partitionKey("sensor")
            .sortKey(AT.name(), AT.type())
            .attribute("frame", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of("Chunks").withTime(id.name(), id.type()))
            .intentTable("Intents")
            .itemBytesMax(3000)
            .build();
    DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(spec).build();
    Map<String, AttributeValue> item = item("1", "a");
    item.put("sensor", AttributeValue.fromS("s".repeat(1025)));

    assertThatThrownBy(() -> client.putItem(put -> put.tableName("Readings").item(item)))
        .isInstanceOf(ChunkingException.class)
        .hasMessageContaining("'sensor' of an item of table 'Readings' has more than 1024 bytes");
    assertThat(plain.scan(scan -> scan.tableName("Readings")).items()).isEmpty();
  }

  @Test
  void spec_withATimeThatCannotBe_isRefused() {
    ChunkTableSpec chunks = ChunkTableSpec.of("Chunks");
    KeyAttribute binary = new KeyAttribute("at", ScalarAttributeType.B);

    assertThatThrownBy(() -> chunks.withTime("Id"))
        .hasMessageContaining("partition key or its data");
    assertThatThrownBy(() -> chunks.withTime(binary.name(), binary.type()))
        .hasMessageContaining("times are S or N");
    assertThatThrownBy(() -> chunks.withSortKey("Chunk").withTime(AT.name(), AT.type()))
        .hasMessageContaining("leave one out");
    assertThatThrownBy(() -> spec(AT).chunkTable(chunks.withTime("at")).build())
        .hasMessageContaining("none of this table");
    assertThatThrownBy(() -> spec(AT).seedLayout("frame").build())
        .hasMessageContaining("partition key alone");
  }
}
