package dev.evenkeel.simulator.internal.plan.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class KeyTextTest {
  private static final KeyAttribute NUMBER = KeyAttribute.ofNumber("n");
  private static final KeyAttribute BINARY = KeyAttribute.ofBinary("b");
  private static final KeyAttribute TEXT = KeyAttribute.ofString("s");

  @Test
  void numbers_writtenDifferently_areOneKey() {
    assertThat(KeyText.of(List.of(NUMBER), Map.of("n", AttributeValue.fromN("1.50"))))
        .isEqualTo(KeyText.of(List.of(NUMBER), Map.of("n", AttributeValue.fromN("15E-1"))))
        .isEqualTo("1.5");
  }

  @Test
  void severalAttributes_areOneText() {
    Map<String, AttributeValue> item =
        Map.of(
            "s", AttributeValue.fromS("USA"),
            "b", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2, 3})));
    assertThat(KeyText.of(List.of(TEXT, BINARY), item)).isEqualTo("USA\u0000AQID");
  }

  @Test
  void attributes_thatAreMissingOrOfAnotherType_areNoKey() {
    Map<String, AttributeValue> item = Map.of("s", AttributeValue.fromN("1"));
    assertThat(KeyText.of(List.of(TEXT), item)).isNull();
    assertThat(KeyText.of(List.of(NUMBER), item)).isNull();
    assertThat(KeyText.of(List.of(), item)).isNull();
  }
}
