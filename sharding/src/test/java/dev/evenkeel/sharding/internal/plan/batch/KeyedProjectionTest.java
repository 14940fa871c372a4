package dev.evenkeel.sharding.internal.plan.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

class KeyedProjectionTest {
  private static final List<String> KEY = List.of("pk", "sk");

  private static KeysAndAttributes asked(String projection, Map<String, String> names) {
    return KeysAndAttributes.builder()
        .projectionExpression(projection)
        .expressionAttributeNames(names.isEmpty() ? null : names)
        .consistentRead(true)
        .build();
  }

  @Test
  void with_noProjection_staysAsAsked() {
    KeysAndAttributes asked = KeysAndAttributes.builder().build();
    assertThat(KeyedProjection.with(asked, KEY).template()).isSameAs(asked);
  }

  @Test
  void with_bothKeysProjected_staysAsAsked() {
    KeysAndAttributes asked = asked("v, #p, sk", Map.of("#p", "pk"));
    KeyedProjection projection = KeyedProjection.with(asked, KEY);
    assertThat(projection.template()).isSameAs(asked);
    assertThat(projection.added()).isEmpty();
  }

  @Test
  void with_keysLacking_addsThemUnderFreshNamesAndStripsThem() {
    KeyedProjection projection = KeyedProjection.with(asked("#ek0, sk", Map.of("#ek0", "v")), KEY);
    assertThat(projection.template())
        .isEqualTo(asked("#ek0, sk, #ek1", Map.of("#ek0", "v", "#ek1", "pk")));
    assertThat(projection.strip(item("pk", "sk", "v"))).isEqualTo(item("sk", "v"));
  }

  @Test
  void with_pathIntoAKey_staysAsAskedForDynamoDbToRefuse() {
    KeysAndAttributes asked = asked("v, pk.#x, sk", Map.of("#x", "x"));
    assertThat(KeyedProjection.with(asked, KEY).template()).isSameAs(asked);
  }

  @Test
  void with_unusedNames_keepsThemForDynamoDbToRefuse() {
    KeyedProjection projection = KeyedProjection.with(asked("v", Map.of("#x", "x")), KEY);
    assertThat(projection.template().expressionAttributeNames()).containsEntry("#x", "x");
  }

  private static Map<String, AttributeValue> item(String... attributes) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (String attribute : attributes) {
      item.put(attribute, AttributeValue.fromS("value"));
    }
    return item;
  }
}
