package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Settings of a store that cannot be are refused when it is built. */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutStoreTest {
  private final DynamoDbClient plain;

  LayoutStoreTest(LocalDynamoDb local) {
    this.plain = local.client();
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
  void build_shareOutsideOfZeroToOne_isRefused(double share) {
    assertThatThrownBy(() -> LayoutStore.builder(plain).shadowReads(share).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("shadowReads must be from 0 for no read to 1 for all but was " + share);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, PT1S", "PT-1S, PT1S", "PT1S, PT-1S"})
  void build_timesThatAreNone_areRefused(Duration lease, Duration late) {
    assertThatThrownBy(() -> LayoutStore.builder(plain).times(lease, late).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "times must be a lease above 0 and a lateness of at least 0 but were %s and %s",
            lease, late);
  }
}
