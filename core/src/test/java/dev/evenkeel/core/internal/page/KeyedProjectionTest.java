package dev.evenkeel.core.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.operation.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyedProjectionTest {
  private static final Call CALL = new Call("Query", "t");
  private static final List<String> KEY = List.of("pk", "sk");

  private static KeyedProjection projection(String asked, Map<String, String> names) {
    return KeyedProjection.of(
        asked, names, KEY, PlaceholderAllocator.of(names, Map.of(), List.of()));
  }

  @Test
  void of_noProjection_isNone() {
    assertThat(projection(null, Map.of())).isEqualTo(new KeyedProjection(null, Map.of(), Set.of()));
  }

  @Test
  void of_bothKeysProjected_staysAsAsked() {
    assertThat(projection("v,  #p, sk", Map.of("#p", "pk")))
        .isEqualTo(KeyedProjection.unchanged("v,  #p, sk"));
  }

  @Test
  void of_keysLacking_addsThemUnderFreshNamesAndStripsThem() {
    KeyedProjection projection = projection("#ek0, sk", Map.of("#ek0", "v"));
    assertThat(projection)
        .isEqualTo(new KeyedProjection("#ek0, sk, #ek1", Map.of("#ek1", "pk"), Set.of("pk")));
    assertThat(projection.strip(item("pk", "sk", "v"))).isEqualTo(item("sk", "v"));
  }

  @Test
  void of_pathIntoAKey_staysAsAskedForDynamoDbToRefuse() {
    assertThat(projection("v, pk.#x", Map.of("#x", "x")))
        .isEqualTo(KeyedProjection.unchanged("v, pk.#x"));
  }

  @Test
  void requireRoom_projectionNearTheLimit_sparesBlanksAndIsRefusedWhereThatIsNotEnough() {
    String roomy = IntStream.range(0, 700).mapToObj(i -> "a" + i).collect(Collectors.joining(", "));
    projection(roomy, Map.of()).requireRoom(CALL);
    String tight = roomy.replace(" ", "");
    String full = tight + "," + "b".repeat(4_096 - tight.length() - 1);
    KeyedProjection.unchanged(full).requireRoom(CALL);
    assertThatThrownBy(() -> projection(full, Map.of()).requireRoom(CALL))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the projection has 4106 bytes")
        .hasMessageContaining("past DynamoDB's 4096")
        .hasMessageContaining("Shorten it by 10 bytes");
  }

  private static Map<String, AttributeValue> item(String... attributes) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (String attribute : attributes) {
      item.put(attribute, AttributeValue.fromS("value"));
    }
    return item;
  }
}
