package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Every rule and worked example about sizes and units in AWS's text "Working with Tables in
 * DynamoDB" (Developer Guide, API version 2012-08-10), each quoted at its test.
 */
class WorkingWithTablesTest {
  private static final long KB = 1024;
  private static final AttributeValue A = AttributeValue.fromS("a");

  // "there is a limit of 400 KB on the item size."
  @Test
  void itemSize_limit_is400Kb() {
    assertThat(ItemSize.ITEM_BYTES_MAX).isEqualTo(409_600);
  }

  // "when you request 10 read capacity units, you are requesting a throughput of 10 strongly
  // consistent reads per second of 4 KB for that table."
  @Test
  void read_tenUnits_are10StrongReadsOf4Kb() {
    assertThat(ReadCapacity.STRONG.get(4 * KB).times(10)).isEqualTo(units(10));
  }

  // "For eventually consistent reads, one read capacity unit is two reads per second for items up
  // to 4 KB."
  @Test
  void read_oneUnit_isTwoEventualReads() {
    assertThat(ReadCapacity.EVENTUAL.get(4 * KB).times(2)).isEqualTo(units(1));
  }

  // "when you request 10 write capacity units, you are requesting a throughput of 10 writes per
  // second of 1 KB size per second for that table."
  @Test
  void write_tenUnits_are10WritesOf1Kb() {
    assertThat(WriteCapacity.STANDARD.put(0, KB).times(10)).isEqualTo(units(10));
  }

  // "if the items in your table are 4 KB or smaller, each item read operation will consume one read
  // capacity unit."
  @Test
  void read_itemsUpTo4Kb_consumeOneUnit() {
    assertThat(ReadCapacity.STRONG.get(1)).isEqualTo(units(1));
    assertThat(ReadCapacity.STRONG.get(4 * KB)).isEqualTo(units(1));
  }

  // "if you request 10 read capacity units throughput for a table, but your items are 8 KB in size,
  // then you will get a maximum of 5 strongly consistent reads per second on that table."
  @Test
  void read_tenUnits_are5StrongReadsOf8Kb() {
    assertThat(ReadCapacity.STRONG.get(8 * KB).times(5)).isEqualTo(units(10));
    assertThat(ReadCapacity.STRONG.get(8 * KB).times(6)).isGreaterThan(units(10));
  }

  // "a table that has 10 read capacity units of provisioned throughput would provide either 10
  // strongly consistent reads per second of 4 KB items, or 20 eventually consistent reads per
  // second of the same items."
  @Test
  void read_tenUnits_are10StrongOr20EventualReads() {
    assertThat(ReadCapacity.STRONG.get(4 * KB).times(10)).isEqualTo(units(10));
    assertThat(ReadCapacity.EVENTUAL.get(4 * KB).times(20)).isEqualTo(units(10));
  }

  // "Item sizes for reads are rounded up to the next 4 KB multiple. For example, an item of 3,500
  // bytes consumes the same throughput as a 4 KB item."
  @Test
  void read_3500Bytes_countAs4Kb() {
    assertThat(ReadCapacity.STRONG.get(3500)).isEqualTo(ReadCapacity.STRONG.get(4 * KB));
  }

  // "Item sizes for writes are rounded up to the next 1 KB multiple. For example, an item of 500
  // bytes consumes the same throughput as a 1 KB item."
  @Test
  void write_500Bytes_countAs1Kb() {
    assertThat(WriteCapacity.STANDARD.put(0, 500)).isEqualTo(WriteCapacity.STANDARD.put(0, KB));
  }

  // "if your request reads an item of 4 KB or writes an item of 1 KB in size, you consume 1
  // capacity unit."
  @Test
  void basicRule_read4KbOrWrite1Kb_isOneUnit() {
    assertThat(ReadCapacity.STRONG.get(4 * KB)).isEqualTo(units(1));
    assertThat(WriteCapacity.STANDARD.put(0, KB)).isEqualTo(units(1));
  }

  // "You can optimize the read capacity consumption by making individual items as small as
  // possible. The easiest way to do so is to minimize the length of the attribute names."
  @Test
  void itemSize_shorterNames_makeSmallerItems() {
    AttributeValue text = AttributeValue.fromS("x".repeat(4080));
    long longNamed = ItemSize.bytes(Map.of("a long attribute name", text));
    long shortNamed = ItemSize.bytes(Map.of("n", text));
    assertThat(ReadCapacity.STRONG.get(longNamed)).isEqualTo(units(2));
    assertThat(ReadCapacity.STRONG.get(shortNamed)).isEqualTo(units(1));
  }

  // "The size of an item is the sum of the lengths of its attribute names and values."
  @Test
  void itemSize_item_isNamesPlusValues() {
    assertThat(ItemSize.bytes(Map.of("id", A, "title", AttributeValue.fromS("hello"))))
        .isEqualTo(2 + 1 + 5 + 5);
  }

  // "The size of a Null or Boolean attribute value is (length of the attribute name + one byte)."
  @Test
  void itemSize_nullOrBoolean_isNamePlusOne() {
    assertThat(ItemSize.attributeBytes("name", AttributeValue.fromNul(true))).isEqualTo(4 + 1);
    assertThat(ItemSize.attributeBytes("name", AttributeValue.fromBool(true))).isEqualTo(4 + 1);
  }

  // "An attribute of type List or Map requires 3 bytes of overhead, regardless of its contents. The
  // size of an empty List or Map is (length of the attribute name + 3 bytes)."
  @Test
  void itemSize_emptyListOrMap_isNamePlusThree() {
    assertThat(ItemSize.attributeBytes("name", AttributeValue.fromL(List.of()))).isEqualTo(4 + 3);
    assertThat(ItemSize.attributeBytes("name", AttributeValue.fromM(Map.of()))).isEqualTo(4 + 3);
  }

  // "If the attribute is non-empty, the size is (length of the attribute name + sum (length of
  // attribute values) + 3 bytes)." The page that followed, "DynamoDB item sizes and formats", adds:
  // "Each List or Map element also requires 1 byte of overhead." DynamoDB Local counts that byte.
  @Test
  void itemSize_listOrMapWithElements_addsValuesAndOneByteForEach() {
    AttributeValue list = AttributeValue.fromL(List.of(A, A));
    assertThat(ItemSize.attributeBytes("name", list)).isEqualTo(4 + (1 + 1) + 3 + 2);
    AttributeValue map = AttributeValue.fromM(Map.of("key", A));
    assertThat(ItemSize.attributeBytes("name", map)).isEqualTo(4 + (3 + 1) + 3 + 1);
  }

  // "if you get an item of 3.5 KB, DynamoDB rounds the items size to 4 KB. If you get an item of 10
  // KB, DynamoDB rounds the item size to 12 KB."
  @Test
  void get_3Point5KbAnd10Kb_roundTo4And12Kb() {
    assertThat(ReadCapacity.STRONG.get(3 * KB + 512)).isEqualTo(readOf(4));
    assertThat(ReadCapacity.STRONG.get(10 * KB)).isEqualTo(readOf(12));
  }

  // "if you put or delete an item of 1.6 KB, DynamoDB rounds the item size up to 2 KB."
  @Test
  void putOrDelete_1Point6Kb_roundTo2Kb() {
    assertThat(WriteCapacity.STANDARD.put(0, 1639)).isEqualTo(units(2));
    assertThat(WriteCapacity.STANDARD.delete(1639)).isEqualTo(units(2));
  }

  // "If you perform a read operation on an item that does not exist ... A strongly consistent read
  // request consumes one read capacity unit, while an eventually consistent read request consumes
  // 0.5 of a read capacity unit."
  @Test
  void get_missingItem_consumesOneOrHalf() {
    assertThat(ReadCapacity.STRONG.get(0).asDouble()).isEqualTo(1.0);
    assertThat(ReadCapacity.EVENTUAL.get(0).asDouble()).isEqualTo(0.5);
  }

  // "a failed conditional write of a 1 KB item would consume one write capacity unit; if the item
  // were twice that size, the failed conditional write would consume two write capacity units."
  @Test
  void failedCondition_itemExists_costsItsSize() {
    assertThat(WriteCapacity.STANDARD.failedCondition(KB, KB)).isEqualTo(units(1));
    assertThat(WriteCapacity.STANDARD.failedCondition(2 * KB, 2 * KB)).isEqualTo(units(2));
    assertThat(WriteCapacity.STANDARD.failedCondition(2 * KB, 0)).isEqualTo(units(2));
  }

  // "If the item does not exist, DynamoDB will consume one write capacity unit."
  @Test
  void failedCondition_noItem_costsOne() {
    assertThat(WriteCapacity.STANDARD.failedCondition(0, 5 * KB)).isEqualTo(units(1));
  }

  // "if BatchGetItem reads a 1.5 KB item and a 6.5 KB item, DynamoDB will calculate the size as 12
  // KB (4 KB + 8 KB), not 8 KB (1.5 KB + 6.5 KB)."
  @Test
  void batchGet_1Point5KbAnd6Point5Kb_are12Kb() {
    assertThat(ReadCapacity.STRONG.batchGet(KB + 512, 6 * KB + 512)).isEqualTo(readOf(12));
  }

  // "suppose your query returns 10 items whose combined size is 40.8 KB. DynamoDB rounds the item
  // size for the operation to 44 KB."
  @Test
  void query_combined40Point8Kb_roundTo44Kb() {
    assertThat(ReadCapacity.STRONG.page((long) (40.8 * KB))).isEqualTo(readOf(44));
  }

  // "If a query returns 1500 items of 64 bytes each, the cumulative size is 96 KB."
  @Test
  void query_1500ItemsOf64Bytes_are96Kb() {
    long evaluated = LongStream.generate(() -> 64).limit(1500).sum();
    assertThat(ReadCapacity.STRONG.page(evaluated)).isEqualTo(readOf(96));
  }

  // "In the case of a Scan operation, DynamoDB considers the size of the items that are evaluated,
  // not the size of the items returned by the scan. For a scan request, DynamoDB evaluates up to 1
  // MB of items and returns only the items that satisfy the scan condition."
  @Test
  void scan_fullPage_costsTheMegabyteEvaluated() {
    assertThat(ReadCapacity.STRONG.page(1024 * KB)).isEqualTo(units(256));
    assertThat(ReadCapacity.EVENTUAL.page(1024 * KB)).isEqualTo(units(128));
  }

  // "In computing the storage used by the table, DynamoDB adds 100 bytes of overhead to each item
  // for indexing purposes. ... However, this extra 100 bytes is not used in computing the capacity
  // unit calculation."
  @Test
  void storage_item_adds100BytesThatUnitsDoNotCount() {
    Map<String, AttributeValue> item = Map.of("n", AttributeValue.fromS("x".repeat(1023)));
    assertThat(ItemSize.storageBytes(item)).isEqualTo(1024 + 100);
    assertThat(WriteCapacity.STANDARD.put(0, ItemSize.bytes(item))).isEqualTo(units(1));
  }

  // "If an item with the same primary key exists in the table, the operation replaces the item. For
  // calculating provisioned throughput consumption, the item size that matters is the larger of the
  // two."
  @Test
  void put_overAnItem_costsTheLargerOfTheTwo() {
    assertThat(WriteCapacity.STANDARD.put(3 * KB, KB)).isEqualTo(units(3));
    assertThat(WriteCapacity.STANDARD.put(KB, 3 * KB)).isEqualTo(units(3));
  }

  // "Even if you update just a subset of the item's attributes, UpdateItem will still consume the
  // full amount of provisioned throughput (the larger of the "before" and "after" item sizes)."
  @Test
  void update_anyPart_costsTheLargerOfBeforeAndAfter() {
    assertThat(WriteCapacity.STANDARD.update(5 * KB, 5 * KB + 1)).isEqualTo(units(6));
    assertThat(WriteCapacity.STANDARD.update(5 * KB, KB)).isEqualTo(units(5));
  }

  // "When you issue a DeleteItem request, DynamoDB uses the size of the deleted item to calculate
  // provisioned throughput consumption."
  @Test
  void delete_item_costsItsSize() {
    assertThat(WriteCapacity.STANDARD.delete(7 * KB)).isEqualTo(units(7));
  }

  // "For an eventually consistent read request, the operation consumes only half the capacity
  // units. For an eventually consistent read, if total item size is 80 KB, the operation consumes
  // only 10 capacity units."
  @Test
  void query_eventual80Kb_consumes10Units() {
    assertThat(ReadCapacity.EVENTUAL.page(80 * KB)).isEqualTo(units(10));
    List<Long> twenty = Collections.nCopies(20, 4 * KB);
    long[] sizes = twenty.stream().mapToLong(Long::longValue).toArray();
    assertThat(ReadCapacity.EVENTUAL.batchGet(sizes)).isEqualTo(units(10));
  }

  private static CapacityUnits units(long units) {
    return CapacityUnits.of(units);
  }

  private static CapacityUnits readOf(long roundedKb) {
    return CapacityUnits.of(roundedKb / 4);
  }
}
