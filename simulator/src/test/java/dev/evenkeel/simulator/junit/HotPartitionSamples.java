package dev.evenkeel.simulator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Test classes that register the extension, for {@link HotPartitionExtensionTest} to run. */
final class HotPartitionSamples {
  static final String SAMPLE = "evenkeel.sample";

  private static final String DAY = "2014-07-09";

  private HotPartitionSamples() {}

  /** A table of one day's orders; each request stands for a hundred. */
  private static SimulatedPartitions.Builder orders(MovableClock clock, Capacity capacity) {
    return SimulatedPartitions.builder()
        .table(TableSpec.builder("orders").capacity(capacity).build())
        .clock(clock)
        .loadFactor(100);
  }

  private static Map<String, AttributeValue> key(String day, int id) {
    return Map.of(
        "day", AttributeValue.fromS(day), "id", AttributeValue.fromS("%04d".formatted(id)));
  }

  private static void write(DynamoDbClient client, String day, int id) {
    try {
      client.putItem(put -> put.tableName("orders").item(key(day, id)));
    } catch (ProvisionedThroughputExceededException swallowed) {
      assertThat(swallowed.hasThrottlingReasons()).isTrue();
    }
  }

  /** Has samples run only where their failures are looked at. */
  static final class OnlyAsSample implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      return context.getConfigurationParameter(SAMPLE).isPresent()
          ? ConditionEvaluationResult.enabled("a sample")
          : ConditionEvaluationResult.disabled("a sample of HotPartitionExtensionTest");
    }
  }

  @ExtendWith({OnlyAsSample.class, LocalDynamoDbExtension.class})
  private abstract static class Orders {
    @BeforeAll
    static void create(DynamoDbClient local) {
      local.createTable(
          table ->
              table
                  .tableName("orders")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .keySchema(List.of(element("day", KeyType.HASH), element("id", KeyType.RANGE)))
                  .attributeDefinitions(List.of(text("day"), text("id"))));
    }

    private static KeySchemaElement element(String name, KeyType type) {
      return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static AttributeDefinition text(String name) {
      return AttributeDefinition.builder()
          .attributeName(name)
          .attributeType(ScalarAttributeType.S)
          .build();
    }

    static void write(HotPartitionExtension hot, DynamoDbClient local, int count) {
      DynamoDbClient client = hot.wrap(local);
      for (int id = 0; id < count; id++) {
        HotPartitionSamples.write(client, DAY, id);
      }
    }
  }

  static final class Strict extends Orders {
    private static final MovableClock CLOCK = MovableClock.at(Instant.EPOCH);

    @RegisterExtension
    static final HotPartitionExtension HOT =
        HotPartitionExtension.over(orders(CLOCK, Capacity.provisioned(100, 20_000)).build())
            .build();

    @Test
    void hot(DynamoDbClient local) {
      write(HOT, local, 30);
      CLOCK.pass(Duration.ofSeconds(1));
    }

    @Test
    void cool(DynamoDbClient local) {
      write(HOT, local, 10);
    }

    @Test
    void hotAndFailing(DynamoDbClient local) {
      write(HOT, local, 30);
      throw new IllegalStateException("its own");
    }

    @Test
    @ExpectHotPartitions("orders")
    void hotAsExpected(DynamoDbClient local) {
      write(HOT, local, 30);
      assertThat(HOT.partitions().throttled()).hasSize(1);
    }
  }

  @ExpectHotPartitions
  static final class Expecting extends Orders {
    @RegisterExtension
    final HotPartitionExtension hot =
        HotPartitionExtension.over(
                orders(MovableClock.at(Instant.EPOCH), Capacity.provisioned(100, 20_000)).build())
            .build();

    @Test
    void hot(DynamoDbClient local) {
      write(hot, local, 30);
    }

    @Nested
    class Within {
      @Test
      void hotToo(DynamoDbClient local) {
        write(hot, local, 30);
      }
    }
  }

  static final class Cooler extends Orders {
    @RegisterExtension
    final HotPartitionExtension hot =
        HotPartitionExtension.over(
                orders(MovableClock.at(Instant.EPOCH), Capacity.provisioned(100, 20_000)).build())
            .build();

    @Test
    @ExpectHotPartitions("orders")
    void cool(DynamoDbClient local) {
      write(hot, local, 6);
    }

    @Test
    @ExpectHotPartitions
    void untouched() {}

    @Test
    @ExpectHotPartitions({"orders", "by-day"})
    void hotElsewhere(DynamoDbClient local) {
      write(hot, local, 30);
    }

    @Test
    @ExpectHotPartitions
    void coolAndFailing() {
      throw new IllegalStateException("its own");
    }

    @Test
    @AllowHotPartitions
    void coolAsAllowed(DynamoDbClient local) {
      write(hot, local, 1);
    }

    @Test
    @AllowHotPartitions("orders")
    void hotAsAllowed(DynamoDbClient local) {
      write(hot, local, 30);
    }

    @Test
    @AllowHotPartitions("by-day")
    void hotOtherThanAllowed(DynamoDbClient local) {
      write(hot, local, 30);
    }
  }

  /** Four partitions of 125 units each. */
  static final class Divided extends Orders {
    @RegisterExtension
    final HotPartitionExtension hot =
        HotPartitionExtension.over(
                SimulatedPartitions.builder()
                    .table(
                        TableSpec.builder("orders")
                            .capacity(Capacity.provisioned(100, 500))
                            .storedBytes(40_000_000_000L)
                            .behavior(PartitionBehavior.original())
                            .build())
                    .clock(MovableClock.at(Instant.EPOCH))
                    .loadFactor(100)
                    .build())
            .failAboveHeat(0.5)
            .build();

    @Test
    void twoHundred(DynamoDbClient local) {
      write(hot, local, 2);
    }
  }

  static final class HalfFull extends Orders {
    @RegisterExtension
    final HotPartitionExtension hot =
        HotPartitionExtension.over(
                orders(MovableClock.at(Instant.EPOCH), Capacity.provisioned(3_000, 2_000)).build())
            .failAboveHeat(0.5)
            .build();

    @Test
    void half(DynamoDbClient local) {
      write(hot, local, 5);
    }

    @Test
    void sixTenths(DynamoDbClient local) {
      write(hot, local, 6);
    }

    @Test
    void oneItem(DynamoDbClient local) {
      for (int i = 0; i < 6; i++) {
        HotPartitionSamples.write(hot.wrap(local), DAY, 1);
      }
    }

    @Test
    void manyKeys(DynamoDbClient local) {
      for (int i = 0; i < 20; i++) {
        HotPartitionSamples.write(hot.wrap(local), "day-" + i, 1);
      }
    }

    @Test
    void reads(DynamoDbClient local) {
      for (int i = 0; i < 16; i++) {
        hot.wrap(local)
            .getItem(get -> get.tableName("orders").key(key(DAY, 1)).consistentRead(true));
      }
    }
  }

  static final class Lenient extends Orders {
    @RegisterExtension
    final HotPartitionExtension ofTables =
        HotPartitionExtension.over(
                orders(MovableClock.at(Instant.EPOCH), Capacity.provisioned(100, 20_000)).build())
            .failOnThrottle(LimitType.PROVISIONED_THROUGHPUT)
            .build();

    @RegisterExtension
    final HotPartitionExtension known =
        HotPartitionExtension.over(
                orders(MovableClock.at(Instant.EPOCH), Capacity.provisioned(100, 20_000)).build())
            .allowHot("orders")
            .build();

    @Test
    void hot(DynamoDbClient local) {
      write(ofTables, local, 30);
      write(known, local, 30);
    }
  }
}
