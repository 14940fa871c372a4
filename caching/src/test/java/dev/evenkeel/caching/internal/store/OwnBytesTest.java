package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class OwnBytesTest {
  @Test
  void of_bytesAnywhere_areTheirOwn() {
    byte[] array = {1, 2, 3};
    SdkBytes shared = SdkBytes.fromByteArrayUnsafe(array);
    Map<String, AttributeValue> values =
        Map.of(
            "b", AttributeValue.fromB(shared),
            "bs", AttributeValue.fromBs(List.of(shared)),
            "l", AttributeValue.fromL(List.of(AttributeValue.fromB(shared))),
            "m", AttributeValue.fromM(Map.of("b", AttributeValue.fromB(shared))),
            "s", AttributeValue.fromS("text"));
    String before = values.toString();

    Map<String, AttributeValue> own = OwnBytes.of(values);

    assertThat(own).isEqualTo(values);
    array[0] = 9;
    assertThat(values.toString()).isNotEqualTo(before);
    assertThat(own.get("b").b().asByteArray()).containsExactly(1, 2, 3);
    assertThat(own.get("bs").bs().get(0).asByteArray()).containsExactly(1, 2, 3);
    assertThat(own.get("l").l().get(0).b().asByteArray()).containsExactly(1, 2, 3);
    assertThat(own.get("m").m().get("b").b().asByteArray()).containsExactly(1, 2, 3);
  }

  /** DynamoDB refuses them, and not a cache. */
  @Test
  void of_nullsOfACaller_areNull() {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put("null", null);
    values.put("l", AttributeValue.fromL(Arrays.asList(null, AttributeValue.fromNul(true))));
    values.put("bs", AttributeValue.fromBs(Arrays.asList((SdkBytes) null)));
    values.put("empty", AttributeValue.builder().build());

    assertThat(OwnBytes.of(values)).isEqualTo(values).containsEntry("null", null);
  }
}
