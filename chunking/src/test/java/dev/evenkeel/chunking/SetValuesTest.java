package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The new values of an update that brings a value outside, and computes with nothing, or with more
 * than its condition can hold.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SetValuesTest {
  private static final AttributeValue BODY = noise(2000);
  private static final AttributeValue THEIRS = AttributeValue.fromS("theirs");
  private static final AttributeValue OURS = AttributeValue.fromS("ours");

  private final OtherCaller others = new OtherCaller();
  private Fixture fixture;
  private DynamoDbClient quiet;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3, others);
    quiet = fixture.local.client();
  }

  @AfterAll
  void close() {
    quiet.close();
    fixture.close();
  }

  List<ClientUnderTest> clients() {
    return fixture.clients(fixture.spec().build());
  }

  /** An item with a tag and a map. */
  private Map<String, AttributeValue> stored() {
    Map<String, AttributeValue> key = Fixture.key("set", items++);
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("tag", AttributeValue.fromS("before"));
    item.put("m", AttributeValue.fromM(Map.of("y", AttributeValue.fromS("before"))));
    quiet.putItem(put -> put.tableName(Fixture.DOCS).item(item));
    return key;
  }

  private void othersSet(Map<String, AttributeValue> key, String path) {
    others.before.set(
        () ->
            quiet.updateItem(
                update ->
                    update
                        .tableName(Fixture.DOCS)
                        .key(key)
                        .updateExpression("SET " + path + " = :t")
                        .expressionAttributeValues(Map.of(":t", THEIRS))));
    fixture.sent.look();
  }

  private static UpdateItemRequest setting(
      Map<String, AttributeValue> key, String path, ReturnValue wanted) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(key)
        .updateExpression("SET body = :b, " + path + " = :o")
        .expressionAttributeValues(Map.of(":b", BODY, ":o", OURS))
        .returnValues(wanted)
        .build();
  }

  private void assertOneCommit() {
    assertThat(fixture.sent.seen())
        .filteredOn(TransactWriteItemsRequest.class::isInstance)
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("clients")
  void update_anotherChangesWhatItSets_isNotRepeated(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    othersSet(key, "tag");
    assertThat(client.call(setting(key, "tag", ReturnValue.UPDATED_NEW)).attributes())
        .isEqualTo(Map.of("body", BODY, "tag", OURS));
    assertOneCommit();
  }

  @ParameterizedTest
  @MethodSource("clients")
  void update_anotherChangesAMapInWhichItSets_isNotRepeatedAndReturnsBoth(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    othersSet(key, "m.y");
    assertThat(client.call(setting(key, "m.x", ReturnValue.UPDATED_NEW)).attributes())
        .isEqualTo(Map.of("body", BODY, "m", AttributeValue.fromM(Map.of("x", OURS))));
    assertOneCommit();

    Map<String, AttributeValue> another = stored();
    othersSet(another, "m.y");
    assertThat(client.call(setting(another, "m.x", ReturnValue.ALL_NEW)).attributes())
        .containsEntry("m", AttributeValue.fromM(Map.of("x", OURS, "y", THEIRS)));
    assertOneCommit();
  }

  /** The item had no such map when it was read, or another value there. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_anotherPutsTheMapInWhichItSets_returnsWhatItSet(ClientUnderTest client) {
    for (ReturnValue wanted : List.of(ReturnValue.UPDATED_NEW, ReturnValue.ALL_NEW)) {
      for (String name : List.of("absent", "tag")) {
        Map<String, AttributeValue> key = stored();
        others.before.set(
            () ->
                quiet.updateItem(
                    update ->
                        update
                            .tableName(Fixture.DOCS)
                            .key(key)
                            .updateExpression("SET " + name + " = :m")
                            .expressionAttributeValues(
                                Map.of(":m", AttributeValue.fromM(Map.of("y", THEIRS))))));
        Map<String, AttributeValue> map = new HashMap<>(Map.of("x", OURS));
        if (wanted == ReturnValue.ALL_NEW) {
          map.put("y", THEIRS);
        }
        assertThat(client.call(setting(key, name + ".x", wanted)).attributes())
            .containsEntry(name, AttributeValue.fromM(map));
      }
    }
  }

  /** Each term of a condition, and each AND, is one of 300 operators. */
  @ParameterizedTest
  @ValueSource(ints = {1, 58, 59, 148})
  void update_withALongConditionOfItsOwn_isMade(int terms) {
    String condition =
        IntStream.range(0, terms).mapToObj(i -> "a <> :o").collect(Collectors.joining(" AND "));
    for (ClientUnderTest client : clients()) {
      UpdateItemRequest counting =
          setting(stored(), "m.x", ReturnValue.UPDATED_NEW).toBuilder()
              .updateExpression("SET body = :b ADD n :one, p :one, q :one")
              .conditionExpression(condition)
              .expressionAttributeValues(
                  Map.of(":b", BODY, ":o", OURS, ":one", AttributeValue.fromN("1")))
              .build();
      client.call(counting);
      assertThat(client.call(counting).attributes()).containsEntry("n", AttributeValue.fromN("2"));
    }
  }

  /** More than fit in a condition of 4 KB and 300 operators. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_thatCountsInManyPlaces_isMade(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    String adds =
        IntStream.range(0, 320).mapToObj(i -> "n" + i + " :one").collect(Collectors.joining(", "));
    UpdateItemRequest counting =
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(key)
            .updateExpression("SET body = :b ADD " + adds)
            .expressionAttributeValues(Map.of(":b", BODY, ":one", AttributeValue.fromN("1")))
            .returnValues(ReturnValue.UPDATED_NEW)
            .build();
    client.call(counting);
    assertThat(client.call(counting).attributes())
        .hasSize(321)
        .containsEntry("n0", AttributeValue.fromN("2"))
        .containsEntry("n319", AttributeValue.fromN("2"))
        .containsEntry("body", BODY);
  }

  /** DynamoDB has one form of each number. */
  @ParameterizedTest
  @MethodSource("clients")
  void update_withNumbersInOtherForms_returnsThemAsDynamoDbHasThem(ClientUnderTest client) {
    Map<String, AttributeValue> key = stored();
    Map<String, AttributeValue> written = new HashMap<>(key);
    written.put("rank", AttributeValue.fromN(key.get("rank").n() + ".00"));
    AttributeValue document = AttributeValue.fromM(Map.of("p", AttributeValue.fromN("19.90")));
    Map<String, AttributeValue> updated =
        client
            .call(
                setting(written, "k = #r, doc", ReturnValue.UPDATED_NEW).toBuilder()
                    .expressionAttributeNames(Map.of("#r", "rank"))
                    .expressionAttributeValues(Map.of(":b", BODY, ":o", document))
                    .build())
            .attributes();
    assertThat(updated)
        .containsEntry("k", key.get("rank"))
        .containsEntry("doc", AttributeValue.fromM(Map.of("p", AttributeValue.fromN("19.9"))));
  }
}
