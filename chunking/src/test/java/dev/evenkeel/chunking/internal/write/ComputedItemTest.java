package dev.evenkeel.chunking.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromL;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromM;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromNs;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromSs;

import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.value.CanonicalItem;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Property;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What DynamoDB makes of an item by an update is what is computed. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ComputedItemTest {
  private static final String TABLE = "computed";
  private static final Map<String, AttributeValue> KEY = Map.of("id", fromS("one"));
  private static final AttributeValue BYTES = bytes(1, 2);
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "id",
          fromS("one"),
          "n",
          fromN("7.5"),
          "s",
          fromS("text"),
          "texts",
          fromSs(List.of("a", "b")),
          "numbers",
          fromNs(List.of("1", "2.5")),
          "bytes",
          BYTES,
          "l",
          fromL(List.of(fromN("1"), fromN("2"), fromM(Map.of("x", fromN("3"))))),
          "m",
          fromM(
              Map.of(
                  "x", fromN("1"),
                  "y", fromL(List.of(fromS("p"), fromS("q"))),
                  "nums", fromNs(List.of("2.500", "7")))));
  private static final Map<String, AttributeValue> VALUES =
      Map.of(
          ":n", fromN("1.50"),
          ":s", fromS("given"),
          ":texts", fromSs(List.of("b", "c")),
          ":both", fromSs(List.of("a", "b")),
          ":numbers", fromNs(List.of("2.50", "3")),
          ":bytes", bytes(2, 3),
          ":l", fromL(List.of(fromS("end"))));

  /** By attribute, the actions of which one may be in an update. */
  private static final List<List<String>> ACTIONS =
      List.of(
          List.of(
              "SET n = n + :n",
              "SET n = :n - n",
              "SET n = if_not_exists(n, :n) + :n",
              "ADD n :n",
              "SET n = m.x",
              "REMOVE n"),
          List.of("SET s = :s", "SET s = :n", "SET s = id", "SET s = if_not_exists(nothing, n)"),
          List.of("ADD texts :texts", "DELETE texts :texts", "DELETE texts :both"),
          List.of("ADD numbers :numbers", "DELETE numbers :numbers", "SET numbers = :numbers"),
          List.of("ADD #b :bytes", "DELETE #b :bytes"),
          List.of(
              "SET l = list_append(l, :l)",
              "SET l = list_append(:l, if_not_exists(l, :l))",
              "SET l[0] = :s",
              "SET l[9] = :s",
              "SET l[2].x = l[0]",
              "ADD l[1] :n"),
          List.of("SET l[7] = :n", "REMOVE l[1]", "REMOVE l[2].x", "REMOVE l[8]"),
          List.of(
              "SET m.z = :s",
              "ADD m.nums :numbers",
              "DELETE m.nums :numbers",
              "ADD m.x :n",
              "ADD m.w :texts",
              "REMOVE m.x",
              "SET m.y[1] = n",
              "SET m.y = list_append(m.y, :l)"),
          List.of("REMOVE m.y[0]", "SET m.y[5] = s", "REMOVE m.nothing"),
          List.of("ADD fresh :n", "ADD fresh :texts", "SET fresh = :l", "DELETE fresh :texts"));

  private static AttributeValue bytes(int... members) {
    List<SdkBytes> bytes = new ArrayList<>();
    for (int member : members) {
      bytes.add(SdkBytes.fromByteArray(new byte[] {(byte) member}));
    }
    return fromBs(bytes);
  }

  private DynamoDbClient client;

  @BeforeAll
  void create(DynamoDbClient local) {
    client = local;
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }

  @Test
  void of_anyUpdateThatDynamoDbTakes_isWhatDynamoDbReturns() {
    AtomicInteger taken = new AtomicInteger();
    Property.check(
        400,
        gen -> {
          Map<String, AttributeValue> before = new HashMap<>(ITEM);
          before.keySet().removeIf(name -> !name.equals("id") && gen.chance(0.1));
          List<String> actions = new ArrayList<>();
          ACTIONS.stream()
              .filter(some -> gen.chance(0.35))
              .forEach(some -> actions.add(gen.oneOf(some)));
          if (!actions.isEmpty() && isAsComputed(before, updateOf(actions), VALUES)) {
            taken.incrementAndGet();
          }
        });
    assertThat(taken).hasPositiveValue();
  }

  @ParameterizedTest
  @MethodSource("actions")
  void of_eachAction_isWhatDynamoDbReturns(String action) {
    assertThat(isAsComputed(ITEM, action, VALUES)).isTrue();
  }

  static List<String> actions() {
    return ACTIONS.stream().flatMap(List::stream).toList();
  }

  /** The most digits, and more of them than DynamoDB stores. */
  @ParameterizedTest
  @CsvSource({
    "99999999999999999999999999999999999999, 0.1",
    "99999999999999999999999999999999999999, 1",
    "12345678901234567890123456789012345678, -12345678901234567890123456789012345677.5",
    "1e100, 1",
    "1e-100, -1e-100",
    "0.10, 0.20"
  })
  void of_sumsOfManyDigits_areWhatDynamoDbReturnsIfItAddsThem(String first, String second) {
    Map<String, AttributeValue> before = new HashMap<>(KEY);
    before.put("n", fromN(first));
    Map<String, AttributeValue> given = Map.of(":n", fromN(second));

    for (String update : List.of("ADD n :n", "SET n = n + :n", "SET n = n - :n", "SET n = :n")) {
      isAsComputed(before, update, given);
    }
  }

  /** Whether DynamoDB took the update. */
  private boolean isAsComputed(
      Map<String, AttributeValue> before, String text, Map<String, AttributeValue> all) {
    Map<String, AttributeValue> values = new HashMap<>(all);
    values.keySet().removeIf(name -> !text.matches("(?s).*" + name + "\\b.*"));
    Map<String, String> names = text.contains("#b") ? Map.of("#b", "bytes") : Map.of();
    client.putItem(put -> put.tableName(TABLE).item(before));
    Map<String, AttributeValue> stored =
        client.getItem(get -> get.tableName(TABLE).key(KEY).consistentRead(true)).item();
    Map<String, AttributeValue> made;
    try {
      made =
          client
              .updateItem(
                  update ->
                      update
                          .tableName(TABLE)
                          .key(KEY)
                          .updateExpression(text)
                          .expressionAttributeNames(names.isEmpty() ? null : names)
                          .expressionAttributeValues(values.isEmpty() ? null : values)
                          .returnValues(ReturnValue.ALL_NEW))
              .attributes();
    } catch (DynamoDbException refused) {
      return false;
    }
    Map<String, AttributeValue> computed =
        ComputedItem.of(stored, ExpressionParser.update(text, names), values);
    assertThat(normal(computed))
        .as("%s: %s instead of %s", text, computed, made)
        .isEqualTo(normal(made));
    return true;
  }

  /** Bytes that are equal if the items are. */
  private static byte[] normal(Map<String, AttributeValue> item) {
    CanonicalItem canonical = new CanonicalItem();
    int length = canonical.encode(item);
    return Arrays.copyOf(canonical.bytes(), length);
  }

  /** One update of actions that each have their keyword. */
  private static String updateOf(List<String> actions) {
    Map<String, List<String>> byKeyword = new TreeMap<>();
    for (String action : actions) {
      String[] parts = action.split(" ", 2);
      byKeyword.computeIfAbsent(parts[0], keyword -> new ArrayList<>()).add(parts[1]);
    }
    return byKeyword.entrySet().stream()
        .map(section -> section.getKey() + " " + String.join(", ", section.getValue()))
        .collect(Collectors.joining(" "));
  }

  @Test
  void inputs_areTheAttributesThatAnUpdateComputesWith() {
    Update update =
        ExpressionParser.update(
            "SET a = :v, b = c + :v, d = if_not_exists(e, f), g.h = :v, k = id"
                + " REMOVE i, j[0] ADD l :v DELETE o :v",
            Map.of());

    assertThat(ComputedItem.inputs(update, Set.of("id")))
        .containsExactlyInAnyOrder("c", "e", "f", "j", "l", "o");
  }
}
