package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** The quoted rules are those of AWS, "Using Global Secondary Indexes". */
class SecondaryIndexTest {
  private static final KeySchema TABLE_KEY = KeySchema.of(KeyAttribute.ofString("pk"));
  private static final KeySchema INDEX_KEY =
      KeySchema.of(KeyAttribute.ofString("g"), KeyAttribute.ofNumber("h"));
  private static final SecondaryIndex KEYS_ONLY =
      SecondaryIndex.of(TABLE_KEY, INDEX_KEY, projection(ProjectionType.KEYS_ONLY));
  private static final SecondaryIndex INCLUDE_P =
      SecondaryIndex.of(
          TABLE_KEY,
          INDEX_KEY,
          Projection.builder()
              .projectionType(ProjectionType.INCLUDE)
              .nonKeyAttributes("p")
              .build());
  private static final SecondaryIndex ALL =
      SecondaryIndex.of(TABLE_KEY, INDEX_KEY, projection(ProjectionType.ALL));
  private static final Map<String, AttributeValue> NONE = Map.of();
  private static final Map<String, AttributeValue> ITEM =
      Map.of("pk", s("a"), "g", s("b"), "h", n("1"), "p", s("c"), "o", s("d"));

  @Test
  void entryOf_item_hasWhatTheIndexProjects() {
    assertThat(KEYS_ONLY.entryOf(ITEM)).containsOnlyKeys("pk", "g", "h");
    assertThat(INCLUDE_P.entryOf(ITEM)).containsOnlyKeys("pk", "g", "h", "p");
    assertThat(ALL.entryOf(ITEM)).isEqualTo(ITEM);
    assertThat(KEYS_ONLY.entryBytes(ITEM)).isEqualTo((2 + 1) + (1 + 1) + (1 + 2));
  }

  @Test
  void entryOf_itemWithoutAnIndexKeyAttribute_isEmpty() {
    assertThat(ALL.entryOf(without("h"))).isEmpty();
    assertThat(ALL.entryBytes(without("g"))).isZero();
  }

  @Test
  void entryOf_indexKeyOfAnotherType_isRefused() {
    assertThatThrownBy(() -> ALL.entryOf(with("h", s("1"))))
        .isInstanceOf(KeyMismatchException.class)
        .hasMessageContaining("'h'");
  }

  // "If you write a new item to the table that defines an indexed attribute, or you update an
  // existing item to define a previously undefined indexed attribute, one write operation is
  // required to put the item into the index."
  @Test
  void writeUnits_entryAppears_isOneWrite() {
    assertThat(ALL.writeUnits(NONE, ITEM)).isEqualTo(CapacityUnits.of(1));
    assertThat(ALL.writeUnits(without("h"), ITEM)).isEqualTo(CapacityUnits.of(1));
  }

  // "If an update to the table changes the value of an indexed key attribute (from A to B), two
  // writes are required, one to delete the previous item from the index and another write to put
  // the new item into the index."
  @Test
  void writeUnits_indexKeyChanges_isTwoWrites() {
    assertThat(KEYS_ONLY.writeUnits(ITEM, with("g", s("z")))).isEqualTo(CapacityUnits.of(2));
    assertThat(KEYS_ONLY.writeUnits(ITEM, with("h", n("2")))).isEqualTo(CapacityUnits.of(2));
  }

  // "If an item was present in the index, but a write to the table caused the indexed attribute to
  // be deleted, one write is required to delete the old item projection from the index."
  @Test
  void writeUnits_entryDisappears_isOneWrite() {
    assertThat(ALL.writeUnits(ITEM, without("g"))).isEqualTo(CapacityUnits.of(1));
    assertThat(ALL.writeUnits(ITEM, NONE)).isEqualTo(CapacityUnits.of(1));
  }

  // "If an item is not present in the index before or after the item is updated, there is no
  // additional write cost for the index."
  @Test
  void writeUnits_neverInTheIndex_isNothing() {
    assertThat(ALL.writeUnits(without("g"), without("h"))).isEqualTo(CapacityUnits.ZERO);
    assertThat(ALL.writeUnits(NONE, NONE)).isEqualTo(CapacityUnits.ZERO);
  }

  // "If an update to the table only changes the value of projected attributes in the index key
  // schema, but does not change the value of any indexed key attribute, then one write is required
  // to update the values of the projected attributes into the index."
  @Test
  void writeUnits_projectedAttributeChanges_isOneWrite() {
    assertThat(INCLUDE_P.writeUnits(ITEM, with("p", s("z")))).isEqualTo(CapacityUnits.of(1));
    assertThat(INCLUDE_P.writeUnits(ITEM, without("p"))).isEqualTo(CapacityUnits.of(1));
  }

  // "if a write to a table does not require a global secondary index update, then no write capacity
  // is consumed from the index."
  @Test
  void writeUnits_entryStays_isNothing() {
    assertThat(INCLUDE_P.writeUnits(ITEM, with("o", s("z")))).isEqualTo(CapacityUnits.ZERO);
    assertThat(ALL.writeUnits(ITEM, ITEM)).isEqualTo(CapacityUnits.ZERO);
    assertThat(ALL.writeUnits(ITEM, with("h", n("1.0")))).isEqualTo(CapacityUnits.ZERO);
  }

  // "Larger index entries will require additional write capacity units."
  @Test
  void writeUnits_largeEntries_countEachWriteByItsEntry() {
    Map<String, AttributeValue> small = with("p", s("x".repeat(1500)));
    Map<String, AttributeValue> large = new HashMap<>(with("p", s("x".repeat(3500))));
    assertThat(INCLUDE_P.writeUnits(small, large)).isEqualTo(CapacityUnits.of(4));
    large.put("g", s("z"));
    assertThat(INCLUDE_P.writeUnits(small, large)).isEqualTo(CapacityUnits.of(2 + 4));
  }

  @Test
  void writeUnits_sameValuesWrittenOtherwise_isNothing() {
    Map<String, AttributeValue> before =
        with(
            "p",
            AttributeValue.fromM(
                Map.of(
                    "ns", AttributeValue.fromNs(List.of("1", "2.0")),
                    "ss", AttributeValue.fromSs(List.of("a", "b")),
                    "bs", AttributeValue.fromBs(List.of(blob("a"), blob("b"))),
                    "l", AttributeValue.fromL(List.of(n("1E1"), AttributeValue.fromNul(true))))));
    Map<String, AttributeValue> after =
        with(
            "p",
            AttributeValue.fromM(
                Map.of(
                    "ns", AttributeValue.fromNs(List.of("2", "1.0")),
                    "ss", AttributeValue.fromSs(List.of("b", "a")),
                    "bs", AttributeValue.fromBs(List.of(blob("b"), blob("a"))),
                    "l", AttributeValue.fromL(List.of(n("10"), AttributeValue.fromNul(true))))));
    assertThat(ALL.writeUnits(before, after)).isEqualTo(CapacityUnits.ZERO);
  }

  @Test
  void writeUnits_otherOrderOrLengthOrTypeInADocument_isOneWrite() {
    Map<String, AttributeValue> before = with("p", AttributeValue.fromL(List.of(n("1"), n("2"))));
    assertThat(ALL.writeUnits(before, with("p", AttributeValue.fromL(List.of(n("2"), n("1"))))))
        .isEqualTo(CapacityUnits.of(1));
    assertThat(ALL.writeUnits(before, with("p", AttributeValue.fromL(List.of(n("1"))))))
        .isEqualTo(CapacityUnits.of(1));
    assertThat(ALL.writeUnits(before, with("p", n("1")))).isEqualTo(CapacityUnits.of(1));
  }

  @Test
  void of_projectionWithoutType_isRefused() {
    assertThatThrownBy(() -> SecondaryIndex.of(TABLE_KEY, INDEX_KEY, Projection.builder().build()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Projection projection(ProjectionType type) {
    return Projection.builder().projectionType(type).build();
  }

  private static Map<String, AttributeValue> with(String name, AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(ITEM);
    item.put(name, value);
    return item;
  }

  private static Map<String, AttributeValue> without(String name) {
    Map<String, AttributeValue> item = new HashMap<>(ITEM);
    item.remove(name);
    return item;
  }

  private static SdkBytes blob(String text) {
    return SdkBytes.fromUtf8String(text);
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue n(String text) {
    return AttributeValue.fromN(text);
  }
}
