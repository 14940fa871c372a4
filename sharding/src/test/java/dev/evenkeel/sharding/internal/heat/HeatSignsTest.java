package dev.evenkeel.sharding.internal.heat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.Capacity;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingReason;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class HeatSignsTest {
  private static final String HOT_KEY = "TableWriteKeyRangeThroughputExceeded";

  private static ThrottlingReason reason(String reason) {
    return ThrottlingReason.builder().reason(reason).resource("arn").build();
  }

  @Test
  void isHotKey_byTheReasonOfEachThrottle() {
    assertThat(
            HeatSigns.isHotKey(
                ThrottlingException.builder().throttlingReasons(reason(HOT_KEY)).build()))
        .isTrue();
    assertThat(
            HeatSigns.isHotKey(
                ProvisionedThroughputExceededException.builder()
                    .throttlingReasons(
                        reason("TableWriteProvisionedThroughputExceeded"), reason(HOT_KEY))
                    .build()))
        .isTrue();
    assertThat(
            HeatSigns.isHotKey(
                RequestLimitExceededException.builder()
                    .throttlingReasons(reason("TableWriteAccountLimitExceeded"))
                    .build()))
        .isFalse();
  }

  @Test
  void isHotKey_ofAnIndexOfReadsOrWithoutAReason_isFalse() {
    assertThat(
            HeatSigns.isHotKey(
                ThrottlingException.builder()
                    .throttlingReasons(
                        reason("IndexWriteKeyRangeThroughputExceeded"),
                        reason("TableReadKeyRangeThroughputExceeded"))
                    .build()))
        .isFalse();
    assertThat(HeatSigns.isHotKey(ThrottlingException.builder().build())).isFalse();
    assertThat(HeatSigns.isHotKey(new IllegalStateException())).isFalse();
  }

  private static ConsumedCapacity consumed(String table, double units) {
    return ConsumedCapacity.builder().tableName(table).capacityUnits(units).build();
  }

  @Test
  void writeUnits_ofTheTableAlone() {
    PutItemResponse put =
        PutItemResponse.builder()
            .consumedCapacity(
                consumed("clicks", 7).toBuilder()
                    .table(Capacity.builder().capacityUnits(3.0).build())
                    .build())
            .build();
    assertThat(HeatSigns.writeUnits(put, "clicks")).isEqualTo(3);
    assertThat(HeatSigns.writeUnits(put, "other")).isZero();
    TransactWriteItemsResponse both =
        TransactWriteItemsResponse.builder()
            .consumedCapacity(consumed("clicks", 2), consumed("other", 4))
            .build();
    assertThat(HeatSigns.writeUnits(both, "other")).isEqualTo(4);
    assertThat(HeatSigns.writeUnits(PutItemResponse.builder().build(), "clicks")).isZero();
    assertThat(HeatSigns.writeUnits(GetItemResponse.builder().build(), "clicks")).isZero();
  }
}
