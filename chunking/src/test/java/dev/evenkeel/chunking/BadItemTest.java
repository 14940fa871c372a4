package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Items and specs that are refused by name, before anything is sent. */
class BadItemTest extends BadRequests {
  @ParameterizedTest
  @MethodSource("clients")
  void item_hasAReservedName_isRefusedByNameAndUnsent(ClientUnderTest client) {
    for (DynamoDbRequest request : putting(item("evenkeel.body"))) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("'evenkeel.body'");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void item_hasNoWholeKey_isRefusedByNameAndUnsent(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body");
    item.put("rank", AttributeValue.fromS("1"));
    for (DynamoDbRequest request : putting(item)) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .isInstanceOf(DynamoDbException.class)
          .hasMessageContaining("'rank'");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void item_tooLargeAfterEveryRung_isRefusedByNameAndUnsent(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("body");
    item.put("other", AttributeValue.fromS("x".repeat(ItemSize.ITEM_BYTES_MAX)));
    for (DynamoDbRequest request : putting(item)) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.ITEM_TOO_LARGE)
          .hasMessageContainingAll("'Docs'", "409600", "other (409605 bytes)");
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  /** As DynamoDB counts it, and not one byte less. */
  @ParameterizedTest
  @MethodSource("clients")
  void item_exactlyAsLargeAsDynamoDbTakes_isTaken(ClientUnderTest client) {
    Map<String, AttributeValue> item = item("other");
    long rest = ItemSize.ITEM_BYTES_MAX - ItemSize.bytes(item);
    item.put("other", AttributeValue.fromS("x".repeat((int) rest + 1)));
    assertThat(ItemSize.bytes(item)).isEqualTo(ItemSize.ITEM_BYTES_MAX);

    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());

    assertThat(fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(KEY)).item())
        .isEqualTo(item);
  }

  private static ChunkingSpec.Builder spec() {
    return ChunkingSpec.builder("T")
        .partitionKey("id")
        .attribute("body", AttributePolicy.chunked())
        .chunkTable("C")
        .intentTable("I");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "at"})
  void spec_managesAKeyAttribute_isRefusedByName(String key) {
    assertThatThrownBy(
            () -> spec().sortKey("at").attribute(key, AttributePolicy.asTheyAre()).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'T'", "'" + key + "' is a key attribute");
  }

  @Test
  void spec_seedLayoutWithABinaryKey_isRefused() {
    assertThatThrownBy(
            () -> spec().partitionKey("id", ScalarAttributeType.B).seedLayout("body").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seedLayout joins key values as text");
    assertThatThrownBy(() -> spec().sortKey("at", ScalarAttributeType.B).seedLayout("body").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("seedLayout joins key values as text");
  }

  /** The layout of AWS's text has no shorter form for long keys. */
  @ParameterizedTest
  @ValueSource(ints = {2006, 2007})
  void put_seedLayoutWithALongKey_isRefusedUnsentOrFits(int keyBytes) {
    if (!fixture.plain.listTables().tableNames().contains("Seeded")) {
      fixture.createTable("Seeded", KeyAttribute.ofString("id"));
    }
    ChunkingSpec seeded =
        ChunkingSpec.builder("Seeded")
            .partitionKey("id")
            .attribute("body", AttributePolicy.chunked().moveFrom(1))
            .chunkTable(ChunkTableSpec.of(Fixture.CHUNKS).withChunkBytes(16))
            .intentTable(Fixture.INTENTS)
            .seedLayout("body")
            .build();
    Map<String, AttributeValue> item =
        Map.of(
            "id", AttributeValue.fromS("k".repeat(keyBytes)),
            "body", AttributeValue.fromS("x".repeat(160)));
    ClientUnderTest client = fixture.sync(seeded);
    PutItemRequest put = PutItemRequest.builder().tableName("Seeded").item(item).build();

    fixture.sent.look();
    Throwable failure = catchThrowable(() -> client.call(put));

    int bytes = keyBytes + 1 + 38 + 1 + 2;
    if (bytes <= 2048) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure)
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("may have %d bytes".formatted(bytes));
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  /** In that layout the chunk's attribute has the name of the value's. */
  @Test
  void spec_seedLayoutOfTheChunkTablesKey_isRefused() {
    assertThatThrownBy(
            () -> spec().attribute("Id", AttributePolicy.chunked()).seedLayout("Id").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'Id' under its own name");
  }

  /** Their keys would not tell which chunks are whose. */
  @Test
  void client_twoTablesShareAChunkTableOfTheSeedLayout_isRefused() {
    ChunkingSpec one = spec().seedLayout("body").build();
    ChunkingSpec other =
        ChunkingSpec.builder("U")
            .partitionKey("id")
            .attribute("body", AttributePolicy.chunked())
            .chunkTable("C")
            .intentTable("I")
            .seedLayout("body")
            .build();

    assertThatThrownBy(() -> fixture.sync(builder -> builder.table(one).table(other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'C'", "a chunk table of its own");
  }
}
