package dev.evenkeel.core.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class LeastUnitsTest {
  private static final Map<String, AttributeValue> KEY = Map.of("id", fromS("a"));
  private static final Map<String, AttributeValue> TWO_KB =
      Map.of("id", fromS("a"), "body", fromS("x".repeat(1500)));
  private static final Map<String, AttributeValue> NO_NUMBER = Map.of("id", fromN("one"));

  static Stream<Arguments> requests() {
    return Stream.of(
        of(GetItemRequest.builder().key(KEY).build(), "0.5 read units"),
        of(GetItemRequest.builder().key(KEY).consistentRead(true).build(), "1 read units"),
        of(QueryRequest.builder().build(), "0.5 read units"),
        of(ScanRequest.builder().consistentRead(true).build(), "1 read units"),
        of(
            BatchGetItemRequest.builder()
                .requestItems(Map.of("a", keys(false), "b", keys(true)))
                .build(),
            "4.5 read units"),
        of(
            TransactGetItemsRequest.builder()
                .transactItems(TransactGetItem.builder().build(), TransactGetItem.builder().build())
                .build(),
            "4 read units"),
        of(PutItemRequest.builder().item(TWO_KB).build(), "2 write units"),
        of(PutItemRequest.builder().item(NO_NUMBER).build(), "1 write units"),
        of(PutItemRequest.builder().build(), "1 write units"),
        of(UpdateItemRequest.builder().key(KEY).build(), "1 write units"),
        of(DeleteItemRequest.builder().key(KEY).build(), "1 write units"),
        of(
            BatchWriteItemRequest.builder()
                .requestItems(
                    Map.of(
                        "a",
                        List.of(
                            WriteRequest.builder().putRequest(p -> p.item(TWO_KB)).build(),
                            WriteRequest.builder().deleteRequest(d -> d.key(KEY)).build())))
                .build(),
            "3 write units"),
        of(
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder().put(p -> p.item(TWO_KB)).build(),
                    TransactWriteItem.builder().conditionCheck(c -> c.key(KEY)).build())
                .build(),
            "6 write units"),
        of(DescribeTableRequest.builder().build(), "0 read units"));
  }

  private static KeysAndAttributes keys(boolean consistent) {
    return KeysAndAttributes.builder()
        .keys(List.of(KEY, KEY, KEY))
        .consistentRead(consistent)
        .build();
  }

  private static Arguments of(DynamoDbRequest request, String units) {
    return Arguments.of(request.getClass().getSimpleName(), request, units);
  }

  @ParameterizedTest(name = "{0}: {2}")
  @MethodSource("requests")
  void of_request_isWhatItCostsAtLeast(String type, DynamoDbRequest request, String units) {
    assertThat(LeastUnits.of(request)).hasToString(units);
  }

  @Test
  void requests_areOfEveryOperationOnItems() {
    assertThat(requests().map(each -> Operation.of((DynamoDbRequest) each.get()[1])))
        .containsAll(
            Stream.of(Operation.values())
                .filter(each -> each.kind() == Kind.ITEM_READ || each.kind() == Kind.ITEM_WRITE)
                .toList());
  }
}
