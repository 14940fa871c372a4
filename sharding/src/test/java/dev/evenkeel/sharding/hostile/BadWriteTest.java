package dev.evenkeel.sharding.hostile;

import static dev.evenkeel.sharding.hostile.BadInput.DETERMINED;
import static dev.evenkeel.sharding.hostile.BadInput.HASHED;
import static dev.evenkeel.sharding.hostile.BadInput.RANDOM;
import static dev.evenkeel.sharding.hostile.BadInput.TABLE;
import static dev.evenkeel.sharding.hostile.BadInput.assertRefusedUnsent;
import static dev.evenkeel.sharding.hostile.BadInput.batchWrite;
import static dev.evenkeel.sharding.hostile.BadInput.delete;
import static dev.evenkeel.sharding.hostile.BadInput.key;
import static dev.evenkeel.sharding.hostile.BadInput.put;
import static dev.evenkeel.sharding.hostile.BadInput.refused;
import static dev.evenkeel.sharding.hostile.BadInput.s;
import static dev.evenkeel.sharding.hostile.BadInput.transact;
import static dev.evenkeel.sharding.hostile.BadInput.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.sharding.hostile.BadInput.Case;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Writes that cannot be honoured are refused with a documented exception, and nothing is sent. */
class BadWriteTest {
  static List<Case> missingDeterminants() {
    String reason = "attribute 'det', from which the shard is calculated, is missing";
    Map<String, AttributeValue> key = key("x");
    return List.of(
        refused(
            "put", DETERMINED, PutItemRequest.builder().tableName(TABLE).item(key).build(), reason),
        refused("batch put", DETERMINED, batchWrite(put(key)), reason),
        refused(
            "transact put",
            DETERMINED,
            transact(TransactWriteItem.builder().put(p -> p.tableName(TABLE).item(key)).build()),
            reason),
        refused(
            "transact update",
            DETERMINED,
            transact(
                TransactWriteItem.builder()
                    .update(u -> u.tableName(TABLE).key(key).updateExpression("REMOVE v"))
                    .build()),
            reason),
        refused(
            "transact delete",
            DETERMINED,
            transact(TransactWriteItem.builder().delete(d -> d.tableName(TABLE).key(key)).build()),
            reason),
        refused(
            "transact check",
            DETERMINED,
            transact(
                TransactWriteItem.builder()
                    .conditionCheck(
                        c -> c.tableName(TABLE).key(key).conditionExpression("attribute_exists(v)"))
                    .build()),
            reason),
        refused("batch delete", DETERMINED, batchWrite(delete(key)), "does not tell the shard"));
  }

  @ParameterizedTest
  @MethodSource("missingDeterminants")
  void write_withoutItsDeterminant_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> determinantUpdates() {
    String reason = "attribute 'det', from which the item's shard is calculated";
    List<Case> cases = new ArrayList<>();
    for (String expression :
        List.of(
            "SET det = :v",
            "SET #d = :v",
            "SET w = :v, #d = if_not_exists(w, :v)",
            "SET #d.x[0] = :v",
            "SET det[1] = :v",
            "REMOVE det",
            "REMOVE #d.x",
            "ADD det :v",
            "DELETE #d :v")) {
      boolean named = expression.contains("#d");
      Map<String, String> names = named ? Map.of("#d", "det") : Map.of();
      Map<String, AttributeValue> values =
          expression.contains(":v") ? Map.of(":v", s("1")) : Map.of();
      for (Map<String, AttributeValue> key : List.of(key("x"), with(key("x"), "det", s("1")))) {
        UpdateItemRequest.Builder update =
            UpdateItemRequest.builder().tableName(TABLE).key(key).updateExpression(expression);
        update.expressionAttributeNames(names.isEmpty() ? null : names);
        update.expressionAttributeValues(values.isEmpty() ? null : values);
        cases.add(refused(expression + " of " + key.keySet(), DETERMINED, update.build(), reason));
      }
      TransactWriteItem action =
          TransactWriteItem.builder()
              .update(
                  u ->
                      u.tableName(TABLE)
                          .key(with(key("x"), "det", s("1")))
                          .updateExpression(expression)
                          .expressionAttributeNames(names)
                          .expressionAttributeValues(values))
              .build();
      cases.add(refused("transact " + expression, DETERMINED, transact(action), reason));
    }
    cases.add(
        refused(
            "AttributeUpdates",
            DETERMINED,
            UpdateItemRequest.builder()
                .tableName(TABLE)
                .key(key("x"))
                .attributeUpdates(
                    Map.of(
                        "det",
                        AttributeValueUpdate.builder()
                            .action(AttributeAction.PUT)
                            .value(s("1"))
                            .build()))
                .build(),
            "legacy parameter AttributeUpdates"));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("determinantUpdates")
  void update_ofADeterminant_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  static List<Case> drawnPuts() {
    PutItemRequest put = PutItemRequest.builder().tableName(TABLE).item(key("x")).build();
    return List.of(
        refused(
            "condition",
            RANDOM,
            put.toBuilder().conditionExpression("attribute_not_exists(pk)").build(),
            "where a condition sees nothing"),
        refused(
            "ALL_OLD",
            RANDOM,
            put.toBuilder().returnValues(ReturnValue.ALL_OLD).build(),
            "ALL_OLD could not be returned"),
        refused(
            "Expected",
            RANDOM,
            put.toBuilder()
                .expected(Map.of("v", ExpectedAttributeValue.builder().exists(false).build()))
                .build(),
            "legacy parameter Expected"),
        refused(
            "transact condition",
            RANDOM,
            transact(
                TransactWriteItem.builder()
                    .put(
                        p ->
                            p.tableName(TABLE)
                                .item(key("x"))
                                .conditionExpression("attribute_not_exists(pk)"))
                    .build()),
            "where a condition sees nothing"));
  }

  @ParameterizedTest
  @MethodSource("drawnPuts")
  void put_thatADrawnShardCannotJudge_isRefusedUnsent(Case bad) {
    assertRefusedUnsent(bad);
  }

  /** The delegate is not deaf: what is in order does arrive there. */
  @ParameterizedTest
  @EnumSource
  void goodInput_isSent(Client client) {
    List<DynamoDbRequest> sent = new CopyOnWriteArrayList<>();
    Throwable failure =
        catchThrowable(
            () ->
                client.call(
                    HASHED,
                    sub -> {
                      sent.add(sub);
                      throw new AssertionError("sent");
                    },
                    PutItemRequest.builder().tableName(TABLE).item(key("x")).build()));
    assertThat(failure).isNotNull();
    assertThat(sent).hasSize(1);
  }
}
