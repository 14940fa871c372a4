package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Puts of one item with large values, and what they leave behind. */
class PutTest extends OneItemWrites {
  private static AttributeValue text(int chars) {
    return AttributeValue.fromS("a line of some length, again\n".repeat(chars / 29 + 1));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_everyRung_comesBackAsItWas(ClientUnderTest client) {
    Map<String, AttributeValue> item =
        item(
            Map.of(
                "text", text(5000),
                "body", noise(3000),
                "image", noise(2100),
                "small", text(900),
                "other", AttributeValue.fromS("as it is")));
    int intents = fixture.stored(Fixture.INTENTS).size();

    client.call(put(item));

    assertThat(get(client, item)).isEqualTo(item);
    assertThat(stored(item))
        .containsKeys("text", "evenkeel.text", "small", "evenkeel.small", "other")
        .containsKeys("evenkeel.body", "evenkeel.image")
        .doesNotContainKeys("body", "image");
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_smallItem_isStoredAsItIs(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("text", text(100), "body", noise(50)));

    client.call(put(item));

    assertThat(stored(item)).isEqualTo(item);
    assertThat(get(client, item)).isEqualTo(item);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_overAValueOutside_notesWhatIsReplacedAndReturnsIt(ClientUnderTest client) {
    Map<String, AttributeValue> before = item(Map.of("body", noise(3000)));
    client.call(put(before));
    Map<String, AttributeValue> after = new HashMap<>(before);
    after.put("body", noise(2000));
    int intents = fixture.stored(Fixture.INTENTS).size();

    PutItemResponse response =
        client.call(put(after).toBuilder().returnValues(ReturnValue.ALL_OLD).build());

    assertThat(response.attributes()).isEqualTo(before);
    assertThat(get(client, after)).isEqualTo(after);
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents + 1);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_sameValueAgain_isNotUploaded(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("body", noise(3001)));
    client.call(put(item));
    int chunks = fixture.stored(Fixture.CHUNKS).size();
    Map<String, AttributeValue> again = new HashMap<>(item);
    again.put("other", AttributeValue.fromN("1"));

    client.call(put(again));

    assertThat(fixture.stored(Fixture.CHUNKS)).hasSize(chunks);
    assertThat(get(client, again)).isEqualTo(again);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_smallOverLarge_notesWhatIsReplaced(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("image", noise(4000)));
    client.call(put(item));
    int intents = fixture.stored(Fixture.INTENTS).size();
    Map<String, AttributeValue> small = new HashMap<>(item);
    small.put("image", noise(10));

    PutItemResponse response = client.call(put(small));

    assertThat(response.hasAttributes()).isFalse();
    assertThat(get(client, small)).isEqualTo(small);
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents + 1);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_conditionFails_nothingStaysAndTheItemIsShownIfWanted(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("body", noise(3002)));
    client.call(put(item));
    int chunks = fixture.stored(Fixture.CHUNKS).size();
    int intents = fixture.stored(Fixture.INTENTS).size();
    Map<String, AttributeValue> other = new HashMap<>(item);
    other.put("body", noise(4444));
    PutItemRequest guarded =
        put(other).toBuilder().conditionExpression("attribute_not_exists(body)").build();

    assertThatThrownBy(() -> client.call(guarded))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            failed -> assertThat(failed.hasItem()).isFalse());
    assertThatThrownBy(
            () ->
                client.call(
                    guarded.toBuilder()
                        .returnValuesOnConditionCheckFailure(
                            ReturnValuesOnConditionCheckFailure.ALL_OLD)
                        .build()))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            failed -> assertThat(failed.item()).isEqualTo(item));
    assertThat(fixture.stored(Fixture.CHUNKS)).hasSize(chunks);
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void put_reservedName_isRefused(ClientUnderTest client) {
    Map<String, AttributeValue> item =
        item(Map.of("evenkeel.body", AttributeValue.fromS("forged")));

    assertThatThrownBy(() -> client.call(put(item)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("evenkeel.body");
  }

  /** Rows of so long keys hold the item's key beside the chunk. */
  @Test
  void put_longestKeyAndLargestChunks_comesBackAsItWas() {
    fixture.createTable("Long", KeyAttribute.ofString("id"), KeyAttribute.ofString("sort"));
    String attribute = "a".repeat(246);
    ClientUnderTest client =
        fixture.sync(
            ChunkingSpec.builder("Long")
                .partitionKey("id")
                .sortKey("sort")
                .attribute(attribute, AttributePolicy.chunked())
                .chunkTable(Fixture.CHUNKS)
                .intentTable(Fixture.INTENTS)
                .build());
    Map<String, AttributeValue> key =
        Map.of(
            "id", AttributeValue.fromS("i".repeat(2048)),
            "sort", AttributeValue.fromS("s".repeat(1024)));
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(attribute, noise(2 * ChunkTableSpec.CHUNK_BYTES_MAX + 1));

    client.call(PutItemRequest.builder().tableName("Long").item(item).build());

    GetItemResponse response =
        client.call(GetItemRequest.builder().tableName("Long").key(key).build());
    assertThat(response.item()).isEqualTo(item);
  }
}
