package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Items copied to another key with their markers, which are those of another item. */
class CopiedItemsTest extends HostileItems {
  @ParameterizedTest
  @MethodSource("someCopies")
  void anyOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(
      ClientUnderTest client, Writing writing, boolean object) {
    Map<String, AttributeValue> key = put(client);
    if (object) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("image", noise(2200));
      client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    }
    Map<String, AttributeValue> original = get(client, key);
    Map<String, AttributeValue> copy = new HashMap<>(stored(key));
    Map<String, AttributeValue> otherKey = Fixture.key("copy" + items++, 2);
    copy.putAll(otherKey);
    forge(copy);

    assertThat(failure(client, Reading.GET.of(otherKey), otherKey))
        .hasFieldOrPropertyWithValue("reason", Reason.PAYLOAD_MISSING);
    assertThat(failure(client, writing.of(otherKey), otherKey)).isNull();

    assertThat(get(client, key)).isEqualTo(original);
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("copies")
  void eachOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(
      ClientUnderTest client, Writing writing, boolean object) {
    anyOperation_itemCopiedToAnotherKey_leavesTheOriginalAlone(client, writing, object);
  }

  /** Each operation, on one client and with values in one place. */
  List<Arguments> someCopies() {
    List<Arguments> some = new ArrayList<>();
    int count = 0;
    for (Writing writing : Writing.values()) {
      some.add(Arguments.of(clients.get(count % 5 == 0 ? 1 : 0), writing, count % 2 == 0));
      count++;
    }
    return some;
  }

  List<Arguments> copies() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      for (Writing writing : Writing.values()) {
        all.add(Arguments.of(client, writing, false));
        all.add(Arguments.of(client, writing, true));
      }
    }
    return all;
  }
}
