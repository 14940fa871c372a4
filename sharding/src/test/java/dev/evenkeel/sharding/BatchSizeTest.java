package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.BatchSpecs.keys;
import static dev.evenkeel.sharding.BatchSpecs.with;
import static dev.evenkeel.sharding.Batches.getAll;
import static dev.evenkeel.sharding.Batches.writeAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** More than DynamoDB answers at once: 44 items of 400,000 bytes against 16 MB. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchSizeTest {
  private static final int ITEMS = 44;

  private final LocalDynamoDb local;

  BatchSizeTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void fill(LocalDynamoDb local, DynamoDbClient plain) {
    BatchSpecs.create(plain);
    String value = "x".repeat(400_000);
    List<WriteRequest> puts =
        keys("big", ITEMS).stream().map(key -> Batches.put(with(key, "v", value))).toList();
    try (ClientUnderTest client = ShardedClients.open(Kind.SYNC, local, BatchSpecs.ALL)) {
      for (String table : List.of("calculated", "drawn")) {
        writeAll(client, Map.of(table, puts.subList(0, 25)));
        writeAll(client, Map.of(table, puts.subList(25, ITEMS)));
      }
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"SYNC, calculated, 2", "ASYNC, calculated, 2", "SYNC, drawn, 1", "ASYNC, drawn, 1"})
  void getAll_past16Megabytes_findsEachItemOnce(Kind kind, String table, int roundsExpected) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    try (ClientUnderTest client = ShardedClients.open(kind, local, BatchSpecs.ALL)) {
      int rounds = getAll(client, Map.of(table, Batches.keys(keys("big", ITEMS))), found);
      assertThat(rounds)
          .as("probes of drawn shards are spread over sub-requests, each with its own 16 MB")
          .isEqualTo(roundsExpected);
    }
    assertThat(found.get(table))
        .extracting(item -> item.get("sk").n())
        .doesNotHaveDuplicates()
        .hasSize(ITEMS);
  }
}
