package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyMismatchException.Problem;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeySchemaTest {
  private static final KeyAttribute PK = KeyAttribute.ofString("pk");
  private static final KeyAttribute SK = KeyAttribute.ofNumber("sk");
  private static final KeySchema SCHEMA = KeySchema.of(PK, SK);

  @Test
  void of_elementsAndDefinitions_buildsTheSchema() {
    KeySchema schema =
        KeySchema.of(
            List.of(element("pk", KeyType.HASH), element("sk", KeyType.RANGE)),
            List.of(define("sk", "N"), define("other", "B"), define("pk", "S")));
    assertThat(schema).isEqualTo(SCHEMA);
    assertThat(schema.partitionKey()).isEqualTo(PK);
    assertThat(schema.sortKey()).isEqualTo(SK);
    assertThat(schema.attributes()).containsExactly("pk", "sk");
  }

  @Test
  void of_severalAttributes_keepsTheirOrder() {
    KeySchema schema =
        KeySchema.of(
            List.of(
                element("b", KeyType.HASH),
                element("a", KeyType.HASH),
                element("d", KeyType.RANGE),
                element("c", KeyType.RANGE)),
            List.of(define("a", "S"), define("b", "S"), define("c", "S"), define("d", "S")));
    assertThat(schema.attributes()).containsExactly("b", "a", "d", "c");
    assertThatThrownBy(schema::partitionKey)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this key has 2 partition attributes, not one: [b, a]");
    assertThatThrownBy(schema::sortKey).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void sortKey_noSortAttribute_isNull() {
    assertThat(KeySchema.of(PK).sortKey()).isNull();
  }

  @Test
  void constructor_nonsense_isRefused() {
    assertRefused(() -> new KeySchema(List.of(), List.of(SK)), "needs a partition attribute");
    assertRefused(() -> KeySchema.of(PK, KeyAttribute.ofBinary("pk")), "'pk' is named twice");
    assertRefused(() -> new KeySchema(five(), List.of()), "at most 4 partition attributes but 5");
    assertRefused(
        () -> new KeySchema(List.of(PK), five()), "at most 4 sort attributes but 5 were given");
    assertRefused(() -> KeyAttribute.ofString(""), "needs a name");
    assertRefused(() -> KeyAttribute.ofString("x".repeat(256)), "at most 255 bytes");
    assertRefused(
        () -> new KeyAttribute("a", ScalarAttributeType.UNKNOWN_TO_SDK_VERSION),
        "needs a type that keys can have");
  }

  @Test
  void of_definitionsThatDoNotFit_isRefused() {
    List<KeySchemaElement> elements = List.of(element("pk", KeyType.HASH));
    assertRefused(() -> KeySchema.of(elements, List.of()), "'pk' has no attribute definition");
    assertRefused(() -> KeySchema.of(elements, List.of(define("pk", "M"))), "needs a type");
    KeySchemaElement odd = KeySchemaElement.builder().attributeName("pk").keyType("ODD").build();
    assertRefused(
        () -> KeySchema.of(List.of(odd), List.of(define("pk", "S"))),
        "neither HASH nor RANGE but 'ODD'");
  }

  @Test
  void keyOf_item_isItsKeyAttributesOnly() {
    Map<String, AttributeValue> item = Map.of("pk", s("a"), "sk", n("1"), "other", s("b"));
    assertThat(SCHEMA.keyOf(item))
        .containsExactly(Map.entry("pk", s("a")), Map.entry("sk", n("1")));
    assertThat(SCHEMA.isCoveredBy(item)).isTrue();
  }

  @Test
  void keyOf_attributeAbsent_isRefusedByName() {
    assertProblem(() -> SCHEMA.keyOf(Map.of("pk", s("a"))), "sk", Problem.ABSENT)
        .withMessage("Key attribute 'sk' is absent. Give it a value of type N.");
    assertThat(SCHEMA.isCoveredBy(Map.of("pk", s("a")))).isFalse();
    assertThat(SCHEMA.isCoveredBy(Map.of("sk", n("1")))).isFalse();
  }

  @Test
  void keyOf_attributeOfAnotherType_isRefusedWithoutItsValue() {
    assertProblem(
            () -> SCHEMA.keyOf(Map.of("pk", n("4711"), "sk", n("1"))), "pk", Problem.WRONG_TYPE)
        .withMessage(
            "Key attribute 'pk' has a value of type N but the key schema says S. Send a value of"
                + " type S.");
    AttributeValue two = AttributeValue.builder().s("a").n("1").build();
    assertProblem(() -> SCHEMA.keyOf(Map.of("pk", two, "sk", n("1"))), "pk", Problem.WRONG_TYPE);
  }

  @Test
  void validate_keysAtTheLimits_pass() {
    KeySchema strings = KeySchema.of(PK, KeyAttribute.ofString("sk"));
    strings.validate(Map.of("pk", s("x".repeat(2048)), "sk", s("x".repeat(1024))));
    SCHEMA.validate(Map.of("pk", s("a"), "sk", n("0")));
  }

  @Test
  void validate_keysThatDynamoDbRefuses_areRefused() {
    KeySchema strings = KeySchema.of(PK, KeyAttribute.ofString("sk"));
    Map<String, AttributeValue> extra = Map.of("pk", s("a"), "sk", s("b"), "other", s("c"));
    assertProblem(() -> strings.validate(extra), "other", Problem.UNEXPECTED);
    assertProblem(() -> strings.validate(Map.of("pk", s("a"), "sk", s(""))), "sk", Problem.EMPTY);
    assertProblem(
        () -> strings.validate(Map.of("pk", s("x".repeat(2049)), "sk", s("b"))),
        "pk",
        Problem.TOO_LONG);
    assertProblem(
            () -> strings.validate(Map.of("pk", s("a"), "sk", s("x".repeat(1025)))),
            "sk",
            Problem.TOO_LONG)
        .withMessage(
            "The sort key with attribute 'sk' has 1025 bytes but DynamoDB allows 1024. Shorten its"
                + " value.");
  }

  @Test
  void validate_severalPartitionAttributes_sharesTheLimit() {
    KeySchema two = new KeySchema(List.of(PK, KeyAttribute.ofString("qk")), List.of());
    two.validate(Map.of("pk", s("x".repeat(1024)), "qk", s("x".repeat(1024))));
    assertProblem(
        () -> two.validate(Map.of("pk", s("x".repeat(1024)), "qk", s("x".repeat(1025)))),
        "qk",
        Problem.TOO_LONG);
  }

  private static ThrowableAssertAlternative<KeyMismatchException> assertProblem(
      ThrowingCallable call, String attribute, Problem problem) {
    return assertThatExceptionOfType(KeyMismatchException.class)
        .isThrownBy(call)
        .satisfies(
            e -> {
              assertThat(e.attribute()).isEqualTo(attribute);
              assertThat(e.problem()).isEqualTo(problem);
            });
  }

  private static void assertRefused(ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }

  private static List<KeyAttribute> five() {
    return IntStream.range(0, 5).mapToObj(i -> KeyAttribute.ofString("k" + i)).toList();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition define(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(String text) {
    return AttributeValue.fromN(text);
  }
}
