package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Rules that are not in "Working with Tables in DynamoDB"; those are in WorkingWithTablesTest. */
class CapacityTest {
  private static final long KB = 1024;

  @Test
  void capacityUnits_arithmetic_isExactInHalves() {
    CapacityUnits half = new CapacityUnits(1);
    assertThat(half.plus(half)).isEqualTo(CapacityUnits.of(1));
    assertThat(half.times(3).asDouble()).isEqualTo(1.5);
    assertThat(half.times(3)).hasToString("1.5");
    assertThat(CapacityUnits.of(12)).hasToString("12");
    assertThat(CapacityUnits.ZERO).isLessThan(half);
  }

  @Test
  void capacityUnits_negativeOrTooLarge_isRefused() {
    assertThatThrownBy(() -> new CapacityUnits(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CapacityUnits.of(Long.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
  }

  // "A transactional read request of an item up to 4 KB requires two read units." ... "if your item
  // size is 8 KB, you require 2 read units to sustain one strongly consistent read. You'll require
  // 1 read unit if you choose eventually consistent reads or 4 read units for a transactional read
  // request." (AWS, "DynamoDB read and write operations")
  @Test
  void get_8KbItem_costs1Or2Or4ByConsistency() {
    assertThat(ReadCapacity.EVENTUAL.get(8 * KB)).isEqualTo(CapacityUnits.of(1));
    assertThat(ReadCapacity.STRONG.get(8 * KB)).isEqualTo(CapacityUnits.of(2));
    assertThat(ReadCapacity.TRANSACTIONAL.get(8 * KB)).isEqualTo(CapacityUnits.of(4));
    assertThat(ReadCapacity.TRANSACTIONAL.get(4 * KB)).isEqualTo(CapacityUnits.of(2));
  }

  @Test
  void get_atTheBlockBoundary_roundsUpOnlyBeyondIt() {
    assertThat(ReadCapacity.STRONG.get(4096)).isEqualTo(CapacityUnits.of(1));
    assertThat(ReadCapacity.STRONG.get(4097)).isEqualTo(CapacityUnits.of(2));
    assertThat(WriteCapacity.STANDARD.delete(1024)).isEqualTo(CapacityUnits.of(1));
    assertThat(WriteCapacity.STANDARD.delete(1025)).isEqualTo(CapacityUnits.of(2));
  }

  // "you'll still be charged additional read throughput based on read consistency and the number of
  // partitions searched to serve the request, even if no data exists" (AWS, "DynamoDB read and
  // write
  // operations")
  @Test
  void page_nothingEvaluated_costsOneBlock() {
    assertThat(ReadCapacity.EVENTUAL.page(0)).isEqualTo(new CapacityUnits(1));
    assertThat(ReadCapacity.STRONG.page(0)).isEqualTo(CapacityUnits.of(1));
  }

  @Test
  void page_transactional_isRefused() {
    assertThatThrownBy(() -> ReadCapacity.TRANSACTIONAL.page(1))
        .isInstanceOf(IllegalStateException.class);
  }

  // "if BatchWriteItem writes a 500-byte item and a 3.5 KB item, DynamoDB calculates the size as
  // 5 KB (1 KB + 4 KB), not 4 KB" (AWS, "DynamoDB read and write operations")
  @Test
  void put_batchOf500BytesAnd3Point5Kb_costsTheSum() {
    CapacityUnits first = WriteCapacity.STANDARD.put(0, 500);
    assertThat(first.plus(WriteCapacity.STANDARD.put(0, 3 * KB + 512)))
        .isEqualTo(CapacityUnits.of(5));
  }

  // "DynamoDB performs two underlying reads or writes of every item in the transaction: one to
  // prepare the transaction and one to commit the transaction." (AWS, "Amazon DynamoDB
  // Transactions: How it works")
  @Test
  void transactionalWrites_anyKind_costTwice() {
    assertThat(WriteCapacity.TRANSACTIONAL.put(0, 1500)).isEqualTo(CapacityUnits.of(4));
    assertThat(WriteCapacity.TRANSACTIONAL.update(1500, 500)).isEqualTo(CapacityUnits.of(4));
    assertThat(WriteCapacity.TRANSACTIONAL.delete(500)).isEqualTo(CapacityUnits.of(2));
    assertThat(WriteCapacity.TRANSACTIONAL.failedCondition(500, 0)).isEqualTo(CapacityUnits.of(2));
  }

  // "say that an existing item is 300 KB. The new item you're trying to create or update is 310 KB.
  // The write capacity units consumed will be 310 KB for the new item." (AWS, "DynamoDB read and
  // write operations")
  @Test
  void failedCondition_300KbExistsAnd310KbAttempted_costs310() {
    assertThat(WriteCapacity.STANDARD.failedCondition(300 * KB, 310 * KB))
        .isEqualTo(CapacityUnits.of(310));
  }

  @Test
  void sizes_negativeOrWrittenEmpty_areRefused() {
    assertThatThrownBy(() -> ReadCapacity.STRONG.get(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a size must be >= 0 bytes but was -1");
    assertThatThrownBy(() -> WriteCapacity.STANDARD.put(5, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
