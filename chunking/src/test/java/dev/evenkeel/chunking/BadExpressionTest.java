package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Expressions that look at large values are refused by name, before anything is sent. */
class BadExpressionTest extends BadRequests {
  /** Each condition depends on the value of {@code body}, or on its marker. */
  private static final List<String> CONDITIONS =
      List.of(
          "#b = :v",
          ":v <> #b",
          "#b < mine",
          "mine >= #b",
          "#b IN (:v, :w)",
          ":v IN (mine, #b)",
          "#b BETWEEN :v AND :w",
          ":v BETWEEN mine AND #b",
          "size(#b) > :n",
          "contains(#b, :v)",
          "contains(mine, #b)",
          "begins_with(#b, :v)",
          "attribute_type(#b, :v)",
          "attribute_exists(#b.mine)",
          "attribute_not_exists(#b[0])",
          "#b.mine = :v",
          "attribute_exists(mine) AND (NOT #b = :v OR mine = :v)",
          "attribute_exists(#m)",
          "#m.#v = :n");

  private static final List<String> UPDATES =
      List.of(
          "SET #b = #b + :n",
          "SET #b = :n - #b",
          "SET #b = mine",
          "SET mine = #b",
          "SET mine = #b.mine",
          "SET #b = list_append(#b, :l)",
          "SET mine = list_append(mine, #b)",
          "SET #b = if_not_exists(#b, :v)",
          "SET #b = if_not_exists(mine, :v)",
          "SET mine = if_not_exists(#b, :v)",
          "SET #b.mine = :v",
          "SET #b[3] = :v",
          "REMOVE #b.mine",
          "REMOVE mine, #b[0]",
          "ADD #b :n",
          "ADD #b.mine :n",
          "DELETE #b :ss",
          "SET #m = :v",
          "SET #m.#v = :n",
          "REMOVE #m",
          "SET mine = #m");
  private static final List<String> PROJECTIONS = List.of("#b.mine", "id, #b[0]");

  private static Map<String, String> names(String... expressions) {
    Map<String, String> names =
        new HashMap<>(Map.of("#b", "body", "#m", "evenkeel.body", "#v", "v"));
    String all = String.join(" ", expressions);
    names.keySet().removeIf(name -> !all.contains(name));
    return names;
  }

  private static Map<String, AttributeValue> values(String expression) {
    Map<String, AttributeValue> values =
        new LinkedHashMap<>(
            Map.of(
                ":v", AttributeValue.fromS("S"),
                ":w", AttributeValue.fromS("w"),
                ":n", AttributeValue.fromN("1"),
                ":l", AttributeValue.fromL(List.of(AttributeValue.fromN("1"))),
                ":ss", AttributeValue.fromSs(List.of("x"))));
    values.keySet().removeIf(value -> !expression.matches(".*" + value + "\\b.*"));
    return values;
  }

  /** Every operation that takes a condition or a filter. */
  private static List<DynamoDbRequest> conditional(String condition) {
    Map<String, String> names = names(condition);
    Map<String, AttributeValue> values = values(condition);
    Map<String, AttributeValue> values2 = new HashMap<>(values);
    values2.put(":id", AttributeValue.fromS("bad"));
    return List.of(
        PutItemRequest.builder()
            .tableName(Fixture.DOCS)
            .item(item("body"))
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .updateExpression("REMOVE image")
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        DeleteItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .conditionExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build(),
        transaction(
            TransactWriteItem.builder()
                .put(
                    put ->
                        put.tableName(Fixture.DOCS)
                            .item(item("body"))
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .update(
                    update ->
                        update
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .updateExpression("REMOVE image")
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .delete(
                    delete ->
                        delete
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        transaction(
            TransactWriteItem.builder()
                .conditionCheck(
                    check ->
                        check
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .conditionExpression(condition)
                            .expressionAttributeNames(names)
                            .expressionAttributeValues(values))
                .build()),
        QueryRequest.builder()
            .tableName(Fixture.DOCS)
            .keyConditionExpression("id = :id")
            .filterExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values2)
            .build(),
        ScanRequest.builder()
            .tableName(Fixture.DOCS)
            .filterExpression(condition)
            .expressionAttributeNames(names)
            .expressionAttributeValues(values)
            .build());
  }

  private static List<DynamoDbRequest> updating(String update) {
    return List.of(
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .updateExpression(update)
            .expressionAttributeNames(names(update))
            .expressionAttributeValues(values(update))
            .build(),
        transaction(
            TransactWriteItem.builder()
                .update(
                    action ->
                        action
                            .tableName(Fixture.DOCS)
                            .key(KEY)
                            .updateExpression(update)
                            .expressionAttributeNames(names(update))
                            .expressionAttributeValues(values(update)))
                .build()));
  }

  private static List<DynamoDbRequest> projecting(String projection) {
    Map<String, String> names = names(projection);
    return List.of(
        GetItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(KEY)
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .build(),
        QueryRequest.builder()
            .tableName(Fixture.DOCS)
            .keyConditionExpression("id = :id")
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("bad")))
            .build(),
        ScanRequest.builder()
            .tableName(Fixture.DOCS)
            .projectionExpression(projection)
            .expressionAttributeNames(names)
            .build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    Fixture.DOCS,
                    KeysAndAttributes.builder()
                        .keys(List.of(KEY))
                        .projectionExpression(projection)
                        .expressionAttributeNames(names)
                        .build()))
            .build(),
        TransactGetItemsRequest.builder()
            .transactItems(
                TransactGetItem.builder()
                    .get(
                        get ->
                            get.tableName(Fixture.DOCS)
                                .key(KEY)
                                .projectionExpression(projection)
                                .expressionAttributeNames(names))
                    .build())
            .build());
  }

  List<Arguments> expressions() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      CONDITIONS.forEach(each -> all.add(Arguments.of(client, each, conditional(each))));
      UPDATES.forEach(each -> all.add(Arguments.of(client, each, updating(each))));
      PROJECTIONS.forEach(each -> all.add(Arguments.of(client, each, projecting(each))));
    }
    return all;
  }

  /** The attribute's own name, or that of its marker, is in the message. */
  @ParameterizedTest(name = "{1}")
  @MethodSource("expressions")
  void expression_looksAtALargeValue_isRefusedByNameAndUnsent(
      ClientUnderTest client, String expression, List<DynamoDbRequest> requests) {
    for (DynamoDbRequest request : requests) {
      fixture.sent.look();
      assertThatThrownBy(() -> client.call(request))
          .as(request.getClass().getSimpleName())
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContainingAll("body'", Fixture.DOCS);
      assertThat(fixture.sent.seen()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void keyCondition_namesALargeAttribute_isRefusedUnsent(ClientUnderTest client) {
    fixture.sent.look();
    assertThatThrownBy(
            () ->
                client.call(
                    QueryRequest.builder()
                        .tableName(Fixture.DOCS)
                        .indexName("byBody")
                        .keyConditionExpression("body = :v")
                        .expressionAttributeValues(values(":v"))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("'body'");
    assertThat(fixture.sent.seen()).isEmpty();
  }
}
