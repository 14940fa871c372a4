package dev.evenkeel.core.internal.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.expression.Expression.Limits;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The size of an expression: bytes, of its text and its placeholders, not of what these name. */
@ExtendWith(LocalDynamoDbExtension.class)
class ExpressionSizeTest {
  private static final String LONG_NAME = "\u00e9\ud83d\ude00".repeat(1_000); // 6,000 bytes

  @Test
  void excess_textBeyondAscii_countsBytes() {
    assertThat(Limits.excess("a".repeat(4096))).isZero();
    assertThat(Limits.excess("\u00e9".repeat(2048))).isZero();
    assertThat(Limits.excess("\u00e9".repeat(2049))).isEqualTo(2);
    assertThat(Limits.excess("\ud83d\ude00".repeat(1025))).isEqualTo(4);
  }

  @Test
  void parse_textBeyondAsciiThatIsTooLong_saysByHowManyBytes() {
    assertThatThrownBy(() -> ExpressionParser.projection("\u00e9".repeat(2_100), Map.of()))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageContaining("found 4200 bytes, expected at most 4096, which is 104 fewer");
    assertThatThrownBy(() -> ExpressionParser.projection("\u00e9".repeat(2_000), Map.of()))
        .isInstanceOf(InvalidExpressionException.class)
        .hasMessageNotContaining("4096");
  }

  @Test
  void parse_longNameBehindAPlaceholder_isAcceptedAsByDynamoDb(DynamoDbClient dynamoDb) {
    dynamoDb.createTable(
        create ->
            create
                .tableName("names")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
    Map<String, String> names = Map.of("#n", LONG_NAME);
    Projection parsed = ExpressionParser.projection("pk,#n", names);
    assertThat(parsed.attributes()).containsExactly("pk", LONG_NAME);
    assertThatCode(
            () ->
                dynamoDb.scan(
                    scan ->
                        scan.tableName("names")
                            .projectionExpression(parsed.render())
                            .expressionAttributeNames(names)))
        .doesNotThrowAnyException();
  }
}
