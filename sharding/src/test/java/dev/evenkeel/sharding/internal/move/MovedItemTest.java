package dev.evenkeel.sharding.internal.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Whether what is at the new place is the copy. */
class MovedItemTest {
  private static final MovedItem ITEM = new MovedItem(key("hot"), key("hot.1"), true);

  private static Map<String, AttributeValue> key(String partition) {
    return Map.of("pk", AttributeValue.fromS(partition));
  }

  private static Map<String, AttributeValue> item(String partition, AttributeValue value) {
    return Map.of("pk", AttributeValue.fromS(partition), "v", value);
  }

  private static AttributeValue nested(AttributeValue value) {
    return AttributeValue.fromM(Map.of("l", AttributeValue.fromL(List.of(value))));
  }

  @Test
  void copy_ofASetInAnotherOrder_isTheSame() {
    AttributeValue one = nested(AttributeValue.fromSs(List.of("a", "b")));
    AttributeValue other = nested(AttributeValue.fromSs(List.of("b", "a")));

    assertThat(ITEM.isCopy(item("hot.1", other), item("hot", one))).isTrue();
  }

  /** As an update may name an item that is stored as 1. */
  @Test
  void copy_whoseKeyACallerWritesInAnotherForm_isTheSame() {
    MovedItem written = new MovedItem(numbered("hot", "1.0"), numbered("hot.1", "1.0"), true);

    assertThat(written.isCopy(numbered("hot.1", "1"), numbered("hot", "1"))).isTrue();
  }

  private static Map<String, AttributeValue> numbered(String partition, String sortKey) {
    return Map.of("pk", AttributeValue.fromS(partition), "sk", AttributeValue.fromN(sortKey));
  }

  @Test
  void another_item_isNoCopy() {
    AttributeValue one = nested(AttributeValue.fromSs(List.of("a", "b")));
    AttributeValue other = nested(AttributeValue.fromSs(List.of("b", "c")));

    assertThat(ITEM.isCopy(item("hot.1", other), item("hot", one))).isFalse();
    assertThat(ITEM.isCopy(key("hot.1"), item("hot", one))).isFalse();
    assertThat(ITEM.isCopy(item("hot.1", AttributeValue.fromS("x")), item("hot", one))).isFalse();
  }
}
