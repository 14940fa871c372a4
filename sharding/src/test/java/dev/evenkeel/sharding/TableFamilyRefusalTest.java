package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Attributes.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.AmbiguousTableException;
import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What is refused on tables of a family, and what fails. */
class TableFamilyRefusalTest extends TableFamilies {
  @ParameterizedTest
  @EnumSource(Kind.class)
  void batch_byNameAndByArn_isRefusedNamingTheTable(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String table = created(tested, "events", ScalarAttributeType.N);
    String arn = plain.describeTable(d -> d.tableName(table)).table().tableArn();
    KeysAndAttributes keys = KeysAndAttributes.builder().keys(List.of(key(n(1), s("a")))).build();

    assertThat(tested.call(get(arn, key(n(1), s("a")))).hasItem()).isFalse();
    assertThatThrownBy(
            () ->
                tested.call(
                    BatchGetItemRequest.builder()
                        .requestItems(Map.of(table, keys, arn, keys))
                        .build()))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining(table)
        .hasMessageContaining("twice");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void startKey_withAToken_isOfItsOwnTableOnly(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String first = created(tested, "ties", ScalarAttributeType.S);
    String second = created(tested, "ties", ScalarAttributeType.S);
    for (int i = 0; i < 12; i++) {
      tested.call(put(first, with(key("a", "s" + i % 2), "id", s("id" + i))));
    }
    QueryResponse page = tested.call(of(first, s("a")).limit(2).build());
    Map<String, AttributeValue> startKey = page.lastEvaluatedKey();
    int rows = tested.call(of(first, s("a")).build()).count();

    assertThat(startKey).hasSize(3);
    assertThat(tested.call(of(first, s("a")).exclusiveStartKey(startKey).build()).count())
        .isEqualTo(rows - 2);
    assertThatThrownBy(() -> tested.call(of(second, s("a")).exclusiveStartKey(startKey).build()))
        .isInstanceOf(InvalidStartKeyException.class)
        .hasMessageContaining(second);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void failures_nameTheTableAndLogicalKeys(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    String table = created(tested, "events", ScalarAttributeType.N);
    tested.call(put(table, key(n(7), s("x"))));

    assertThatThrownBy(() -> tested.call(get(table, Map.of("sk", s("x")))))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith("GetItem on '%s' refused: ", table);
    PutItemRequest again =
        put(table, key(n(7), s("x"))).toBuilder()
            .conditionExpression("attribute_not_exists(pk)")
            .returnValuesOnConditionCheckFailure("ALL_OLD")
            .build();
    assertThatThrownBy(() -> tested.call(again))
        .isInstanceOfSatisfying(
            ConditionalCheckFailedException.class,
            e -> assertThat(e.item()).isEqualTo(key(n(7), s("x"))));
    assertThatThrownBy(() -> tested.call(of("events_1999-01-01", n(7)).build()))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM \"events_2031-01-01\"",
        "INSERT INTO \"events_2031-01-01\" VALUE {'pk': 1, 'sk': 'a'}",
        "SELECT * FROM \"hits_2031-01-01\".\"index\" WHERE pk = 'a'",
      })
  void partiQl_onATableOfAFamily_isRefused(String statement) {
    sent.clear();
    for (ClientUnderTest tested : clients.values()) {
      assertThatThrownBy(
              () -> tested.call(ExecuteStatementRequest.builder().statement(statement).build()))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("PartiQL");
    }
    assertThat(sent).isEmpty();
  }

  /** Why it is enough to look for words as they are written. */
  @Test
  void partiQl_undecorated_namesAreCaseSensitive() {
    String table = created(clients.get(Kind.SYNC), "events", ScalarAttributeType.N);

    assertThatCode(() -> select(table)).doesNotThrowAnyException();
    assertThatThrownBy(() -> select(table.toUpperCase(Locale.ROOT)))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  private void select(String table) {
    plain.executeStatement(s -> s.statement("SELECT * FROM \"" + table + "\""));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void tableOfTwoFamilies_isRefusedBeforeAnythingIsSent(Kind kind) {
    ClientUnderTest tested = clients.get(kind);
    sent.clear();

    assertThatThrownBy(() -> tested.call(put("ties_2030-01-01", key("a", "b"))))
        .isInstanceOfSatisfying(
            AmbiguousTableException.class,
            e -> assertThat(e.families()).containsExactly("days of ties", "days of ties"));
    assertThat(sent).isEmpty();
  }
}
