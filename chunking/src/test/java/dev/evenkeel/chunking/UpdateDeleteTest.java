package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Updates and deletes of one item with large values, and what they leave behind. */
class UpdateDeleteTest extends OneItemWrites {
  @ParameterizedTest
  @MethodSource("clients")
  void update_setAndRemoveLargeValues_returnsWhatWasAndIs(ClientUnderTest client) {
    Map<String, AttributeValue> item =
        item(Map.of("body", noise(3003), "other", AttributeValue.fromS("old")));
    client.call(put(item));
    Map<String, AttributeValue> key = Map.of("id", item.get("id"), "rank", item.get("rank"));
    UpdateItemRequest.Builder set =
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(key)
            .updateExpression("SET body = :b, #o = :o")
            .expressionAttributeNames(Map.of("#o", "other"))
            .expressionAttributeValues(
                Map.of(":b", noise(2500), ":o", AttributeValue.fromS("new")));

    UpdateItemResponse allNew = client.call(set.returnValues(ReturnValue.ALL_NEW).build());
    Map<String, AttributeValue> now = new HashMap<>(item);
    now.put("body", noise(2500));
    now.put("other", AttributeValue.fromS("new"));
    assertThat(allNew.attributes()).isEqualTo(now);
    assertThat(get(client, item)).isEqualTo(now);

    UpdateItemResponse old =
        client.call(
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("REMOVE body")
                .returnValues(ReturnValue.UPDATED_OLD)
                .build());
    assertThat(old.attributes()).isEqualTo(Map.of("body", noise(2500)));
    now.remove("body");
    assertThat(get(client, item)).isEqualTo(now);
    assertThat(stored(item)).doesNotContainKeys("body", "evenkeel.body");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void delete_valueOutside_isReturnedAndNoted(ClientUnderTest client) {
    Map<String, AttributeValue> item = item(Map.of("body", noise(3004), "image", noise(3005)));
    client.call(put(item));
    int intents = fixture.stored(Fixture.INTENTS).size();

    DeleteItemResponse response =
        client.call(
            DeleteItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(Map.of("id", item.get("id"), "rank", item.get("rank")))
                .returnValues(ReturnValue.ALL_OLD)
                .build());

    assertThat(response.attributes()).isEqualTo(item);
    assertThat(get(client, item)).isEmpty();
    assertThat(fixture.stored(Fixture.INTENTS)).hasSize(intents + 1);
  }
}
