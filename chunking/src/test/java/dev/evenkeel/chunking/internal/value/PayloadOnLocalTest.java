package dev.evenkeel.chunking.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromB;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNul;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import dev.evenkeel.chunking.internal.value.PayloadBytes.Payload;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** DynamoDB never sees what is stored apart: payloads take and refuse what it would. */
@ExtendWith(LocalDynamoDbExtension.class)
class PayloadOnLocalTest {

  @BeforeAll
  static void create(DynamoDbClient client) {
    client.createTable(
        table ->
            table
                .tableName("values")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }

  private static AttributeValue nested(AttributeValue inner, int levels, boolean maps) {
    AttributeValue value = inner;
    for (int i = 0; i < levels; i++) {
      value = maps && i % 2 == 0 ? fromM(Map.of("m", value)) : fromL(List.of(value));
    }
    return value;
  }

  private static SdkBytes bytes(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return SdkBytes.fromByteArray(array);
  }

  static List<AttributeValue> edges() {
    List<AttributeValue> edges =
        new ArrayList<>(
            List.of(
                fromS(""),
                fromB(bytes()),
                fromL(List.of()),
                fromM(Map.of()),
                fromSs(List.of()),
                fromNs(List.of()),
                fromBs(List.of()),
                fromSs(List.of("")),
                fromSs(List.of("a", "")),
                fromBs(List.of(bytes())),
                fromBs(List.of(bytes(1), bytes())),
                fromSs(List.of("a", "a")),
                fromNs(List.of("1", "2", "1")),
                fromNs(List.of("1", "1.0")),
                fromNs(List.of("0", "-0")),
                fromBs(List.of(bytes(1), bytes(1))),
                fromNs(List.of("")),
                fromNs(List.of("x")),
                fromL(List.of(fromN("1E126"))),
                fromL(List.of(fromN("9.9E125"))),
                fromL(List.of(fromN("1E-130"))),
                fromL(List.of(fromN("1E-131"))),
                fromL(List.of(fromN("12345678901234567890123456789012345678"))),
                fromL(List.of(fromN("123456789012345678901234567890123456789"))),
                fromL(List.of(fromN(" 1"))),
                fromL(List.of(fromN("NaN"))),
                fromL(List.of(fromNul(true), fromBool(false), fromBool(true))),
                fromL(List.of(fromNul(false))),
                fromL(List.of(fromSs(List.of()))),
                fromL(List.of(AttributeValue.builder().build())),
                fromM(Map.of("", fromS("x"))),
                fromM(Map.of("\u0000\"\\\n", fromS("\u0000\u001f\"\\/\u2028\ud83d\ude00")))));
    for (int levels = 30; levels <= 34; levels++) {
      for (boolean maps : new boolean[] {true, false}) {
        edges.add(nested(fromS("x"), levels, maps));
        edges.add(nested(fromL(List.of()), levels, maps));
        edges.add(nested(fromM(Map.of()), levels, maps));
        edges.add(nested(fromSs(List.of("x")), levels, maps));
      }
    }
    return edges;
  }

  @ParameterizedTest
  @MethodSource("edges")
  void of_anEdgeCase_isTakenWhereDynamoDbTakesIt(AttributeValue value, DynamoDbClient client) {
    assertThat(isPayload(value)).isEqualTo(isStored(value, client));
  }

  private static boolean isPayload(AttributeValue value) {
    try {
      PayloadBytes.of(value);
      return true;
    } catch (DynamoDbException e) {
      assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException");
      return false;
    }
  }

  private static boolean isStored(AttributeValue value, DynamoDbClient client) {
    try {
      client.putItem(
          put -> put.tableName("values").item(Map.of("id", fromS("edge"), "value", value)));
      return true;
    } catch (DynamoDbException e) {
      return false;
    }
  }

  /** A value read from a payload equals the value that DynamoDB returns. */
  @Test
  void value_ofAnyPayload_equalsWhatDynamoDbReturns(DynamoDbClient client) {
    Property.check(
        200,
        gen -> {
          AttributeValue value = gen.attributeValue();
          if (!PayloadBytes.canBeLarge(value.type())) {
            return;
          }
          Map<String, AttributeValue> key = Map.of("id", fromS("any"));
          client.putItem(
              put -> put.tableName("values").item(Map.of("id", fromS("any"), "value", value)));
          AttributeValue returned =
              client.getItem(get -> get.tableName("values").key(key)).item().get("value");
          Payload payload = PayloadBytes.of(value);
          assertThat(PayloadBytes.of(returned).bytes()).isEqualTo(payload.bytes());
          assertThat(PayloadBytes.of(PayloadBytes.value(payload)).bytes())
              .isEqualTo(payload.bytes());
        });
  }
}
