package dev.evenkeel.sharding.entity;

import static dev.evenkeel.sharding.spec.composite.CompositeKeyTags.compositeKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.atomicCounter;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.secondaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.updateBehavior;

import dev.evenkeel.sharding.spec.composite.CompositeKeys;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.UpdateBehavior;

/** The composition of keys, and the definitions that are refused. */
class CompositeKeysTest {
  private static final CompositeKeys<Order> KEYS =
      CompositeKeys.of(TableSchema.fromBean(Order.class));

  private static final class Row {}

  private static TableSchema<Row> schema(UnaryOperator<StaticTableSchema.Builder<Row>> attributes) {
    return attributes.apply(StaticTableSchema.builder(Row.class).newItemSupplier(Row::new)).build();
  }

  private static <A> void add(
      StaticTableSchema.Builder<Row> schema,
      String name,
      EnhancedType<A> type,
      StaticAttributeTag... tags) {
    schema.addAttribute(
        type, a -> a.name(name).getter(row -> null).setter((row, value) -> {}).tags(tags));
  }

  /** Composite key {@code key} beside text {@code a}, number {@code n} and list {@code list}. */
  private static TableSchema<Row> schema(StaticAttributeTag composite) {
    return schema(
        schema -> {
          add(schema, "key", EnhancedType.of(String.class), primaryPartitionKey(), composite);
          add(schema, "a", EnhancedType.of(String.class));
          add(schema, "n", EnhancedType.of(Integer.class));
          add(schema, "list", EnhancedType.listOf(String.class));
          return schema;
        });
  }

  @Test
  void value_ofConvertedParts_isJoined() {
    assertThat(KEYS.value("key", "c7", 12, "DE")).isEqualTo("c7#12#DE");
    assertThat(KEYS.value("key", "", -3, "D/E")).isEqualTo("#-3#D/E");
    assertThat(KEYS.value("place", "2026-11-20", "a#b")).isEqualTo("2026-11-20/a#b");
  }

  /** A lone null is an array that is null, and javac only warns. */
  @Test
  void value_ofNoArrayOfParts_isRefusedWithItsName() {
    Object[] none = null;
    assertThatThrownBy(() -> KEYS.value("key", none))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("composite key 'key' needs all of its parts");
    assertThatThrownBy(() -> KEYS.prefix("place", none))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("composite key 'place' needs some but not all of its parts");
  }

  @Test
  void prefix_ofLeadingParts_endsWithTheSeparator() {
    assertThat(KEYS.prefix("key", "c7")).isEqualTo("c7#");
    assertThat(KEYS.prefix("key", "c7", 1)).isEqualTo("c7#1#");
  }

  @Test
  void value_ofWrongParts_isRefused() {
    Map<String, Runnable> wrong =
        Map.of(
            "needs all of its parts",
            () -> KEYS.value("key", "c7", 12),
            "needs some but not all",
            () -> KEYS.prefix("key", "c7", 12, "DE"),
            "was given 0",
            () -> KEYS.prefix("key"),
            "'productId' of composite key 'key' must be a java.lang.Integer",
            () -> KEYS.value("key", "c7", "12", "DE"),
            "'country' of composite key 'key' is null",
            () -> KEYS.value("key", "c7", 12, (Object) null),
            "'country' of composite key 'key' contains the separator",
            () -> KEYS.value("key", "c7", 12, "D#E"),
            "'status' of class " + Order.class.getName() + " carries no @CompositeKey",
            () -> KEYS.value("status", "c7"));
    wrong.forEach(
        (message, call) ->
            assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message));
  }

  @Test
  void key_ofAnEntityWithoutAPart_isRefused() {
    Order order = Order.of("c7", 12, "DE", "2026-11-20", "1");
    order.setOrderId(null);
    assertThatThrownBy(() -> KEYS.key(order))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attribute 'orderId' of class " + Order.class.getName());
  }

  @Test
  void key_ofAnEntity_comesFromItsParts() {
    Order order = Order.of("c7", 12, "DE", "2026-11-20", "1");
    order.setKey("stale");
    assertThat(KEYS.key(order).partitionKeyValue().s()).isEqualTo("c7#12#DE");
    assertThat(KEYS.key(order).sortKeyValue().orElseThrow().s()).isEqualTo("2026-11-20/1");
  }

  @Test
  void of_partsThatCannotBe_isRefused() {
    Map<StaticAttributeTag, String> wrong =
        Map.of(
            compositeKey("a", "nowhere"), "names 'nowhere', which is no attribute of the class",
            compositeKey("a", "key"), "names 'key', which is composed itself",
            compositeKey("a", "list"), "names 'list', which is of type L, not S or N",
            compositeKey("a"), "names fewer than two parts",
            compositeKey("a", "a"), "names a part twice",
            compositeKey('\ud83d', "a", "n"), "half a character");
    wrong.forEach(
        (tag, message) ->
            assertThatThrownBy(() -> CompositeKeys.of(schema(tag)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(
                    "Class " + Row.class.getName() + ": @CompositeKey on attribute 'key' ")
                .hasMessageContaining(message));
  }

  @Test
  void of_compositeKeyThatIsNoText_isRefused() {
    TableSchema<Row> schema =
        schema(
            builder -> {
              add(builder, "n", EnhancedType.of(Integer.class), compositeKey("a", "b"));
              List.of("a", "b").forEach(part -> add(builder, part, EnhancedType.of(String.class)));
              return builder;
            });
    assertThatThrownBy(() -> CompositeKeys.of(schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("on attribute 'n' is of type N");
  }

  /** Primary key {@code key} of a and b, index key {@code by} of a and n. */
  private static TableSchema<Row> indexed(
      StaticAttributeTag ofA, StaticAttributeTag ofN, StaticAttributeTag ofBy) {
    return schema(
        schema -> {
          EnhancedType<String> text = EnhancedType.of(String.class);
          add(schema, "key", text, primaryPartitionKey(), compositeKey("a", "b"));
          add(schema, "by", text, secondaryPartitionKey("by"), compositeKey("a", "n"), ofBy);
          add(schema, "a", text, ofA);
          add(schema, "b", text);
          add(schema, "n", EnhancedType.of(Long.class), ofN);
          return schema;
        });
  }

  /** DynamoDB would keep the part that an item has, beside a key composed of what was sent. */
  @Test
  void of_indexKeyWhoseUpdateStoresSomethingElse_isRefused() {
    StaticAttributeTag always = updateBehavior(UpdateBehavior.WRITE_ALWAYS);
    StaticAttributeTag once = updateBehavior(UpdateBehavior.WRITE_IF_NOT_EXISTS);
    Map<TableSchema<Row>, String> wrong =
        Map.of(
            indexed(always, once, always),
            "needs 'n', which carries @DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS)",
            indexed(always, always, once),
            "needs 'by', which carries @DynamoDbUpdateBehavior(WRITE_IF_NOT_EXISTS)",
            indexed(always, atomicCounter(), always),
            "needs 'n', which carries @DynamoDbAtomicCounter");
    wrong.forEach(
        (schema, message) ->
            assertThatThrownBy(() -> CompositeKeys.of(schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("@CompositeKey on attribute 'by' " + message));
    assertThat(CompositeKeys.of(indexed(once, always, always)).value("by", "a", 1L))
        .as("a part of the primary key, which no update changes")
        .isEqualTo("a#1");
  }
}
