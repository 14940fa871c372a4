package dev.evenkeel.timeseries.internal.plan.restore;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** An attribute that was no key when its table was archived, and is one by the template of now. */
class TemplateFitTest {
  private static final TemplateFit FIT =
      new TemplateFit(
          RestoreOrder.of("visits_2026-11-10"),
          CreateTableRequest.builder()
              .keySchema(key("page", KeyType.HASH))
              .attributeDefinitions(
                  of("page", ScalarAttributeType.S),
                  of("text", ScalarAttributeType.S),
                  of("code", ScalarAttributeType.B))
              .globalSecondaryIndexes(
                  GlobalSecondaryIndex.builder()
                      .keySchema(key("text", KeyType.HASH), key("code", KeyType.RANGE))
                      .build())
              .build());

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition of(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static Map<String, AttributeValue> item(int textBytes, int codeBytes) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("page", AttributeValue.fromS("home"));
    item.put("text", AttributeValue.fromS("\u00e4".repeat(textBytes / 2)));
    item.put("code", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[codeBytes])));
    return item;
  }

  @ParameterizedTest
  @CsvSource({"2050, 1024, 'text' of type S, 2`048", "2048, 1025, 'code' of type B, 1`024"})
  void require_keyOfAnIndexIsTooLong_isRefused(
      int textBytes, int codeBytes, String which, String most) {
    FIT.require(item(2048, 1024));

    assertThatThrownBy(() -> FIT.require(item(textBytes, codeBytes)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("has no " + which)
        .hasMessageContaining("a key of at most " + most.replace('`', ',') + " bytes");
  }
}
