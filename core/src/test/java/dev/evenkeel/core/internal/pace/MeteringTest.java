package dev.evenkeel.core.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class MeteringTest {
  private static final GetItemResponse ANSWER =
      GetItemResponse.builder().item(Map.of("Id", AttributeValue.fromS("1"))).build();

  private static ConsumedCapacity units(double units) {
    return ConsumedCapacity.builder().tableName("T").capacityUnits(units).build();
  }

  @Test
  void with_anotherCapacity_changesNothingElse() {
    assertThat(Metering.with(ANSWER, units(2)))
        .isEqualTo(ANSWER.toBuilder().consumedCapacity(units(2)).build());
    List<ConsumedCapacity> perTable = List.of(units(2));
    BatchGetItemResponse batch = BatchGetItemResponse.builder().build();
    assertThat(Metering.with(batch, perTable))
        .isEqualTo(batch.toBuilder().consumedCapacity(perTable).build());
    assertThat(Metering.with(Metering.with(ANSWER, units(2)), null)).isEqualTo(ANSWER);
  }

  @Test
  void withRead_addsWhatTheReadReported() {
    GetItemResponse answer = Metering.with(ANSWER, units(2));
    assertThat(Metering.withRead(answer, units(0.5))).isEqualTo(Metering.with(ANSWER, units(2.5)));
    assertThat(Metering.withRead(answer, null)).isSameAs(answer);
    assertThat(Metering.withRead(ANSWER, units(0.5))).isEqualTo(ANSWER);
  }
}
