package dev.evenkeel.examples.stacks;

import static dev.evenkeel.examples.stacks.LargeReadings.CHUNKS;
import static dev.evenkeel.examples.stacks.LargeReadings.READINGS;
import static dev.evenkeel.examples.stacks.LargeReadings.key;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Large readings of three days, each in the tables of its period. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class ReadingsOfDays {
  /** Of a value of 4,000 bytes in chunks of 700. */
  static final int EACH = 6;

  static final String MONDAY = "2026-11-16T10:00:00Z#1";
  static final String EVENING = "2026-11-16T23:59:59Z#2";
  static final String NIGHT = "2026-11-17T00:00:00Z#3";
  static final String TUESDAY = "2026-11-17T10:00:00Z#4";

  LargeReadings readings;

  @BeforeEach
  void open(LocalDynamoDb local) {
    readings = new LargeReadings(local, null);
    readings.build(3);
  }

  @AfterEach
  void close() {
    readings.close();
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(READINGS).item(item).build();
  }

  static Map<String, AttributeValue> get(LargeReadings.Calls client, String at) {
    return ((GetItemResponse)
            client.call(GetItemRequest.builder().tableName(READINGS).key(key(at)).build()))
        .item();
  }

  int chunksOf(String day) {
    return readings.stored(CHUNKS + "_" + day).size();
  }
}
