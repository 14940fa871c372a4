package dev.evenkeel.core.internal.batch;

import static dev.evenkeel.core.internal.batch.BatchScript.delete;
import static dev.evenkeel.core.internal.batch.BatchScript.put;
import static dev.evenkeel.core.internal.batch.BatchScript.puts;
import static dev.evenkeel.core.internal.batch.BatchScript.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** How a batch of several parts tells that it names an item twice, before it sends a part. */
class BatchDuplicatesTest {
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:111111111111:table/events";
  private static final String OTHER_ARN = "arn:aws:dynamodb:eu-west-1:222222222222:table/events";

  private final BatchPlanner unaware = new BatchPlanner(10, 8, Map.of());

  private static List<WriteRequest> with(List<WriteRequest> writes, WriteRequest... more) {
    return Stream.concat(writes.stream(), Stream.of(more)).toList();
  }

  /** Has the planner describe the table, for a batch that any caller may have sent. */
  private void learn(String keyName) {
    BatchScript<BatchWriteItemResponse> batch = BatchScript.of(unaware, write(puts(26)));
    batch.describe(keyName);
    assertThat(BatchScript.writes(batch.ask())).hasSize(25);
  }

  private static void assertDuplicates(BatchScript<BatchWriteItemResponse> batch) {
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().failure())
        .hasMessageContaining("Provided list of item keys contains duplicates");
  }

  private static BatchWriteItemRequest as(
      BatchWriteItemRequest request, AwsRequestOverrideConfiguration settings) {
    return request.toBuilder().overrideConfiguration(settings).build();
  }

  private static AwsRequestOverrideConfiguration caller() {
    return AwsRequestOverrideConfiguration.builder()
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void putAndDelete_ofOneItemWithAnAttributeBesideItsKey_areDuplicates(boolean told) {
    List<WriteRequest> writes =
        with(List.of(delete(3, "source")), puts(30).toArray(WriteRequest[]::new));
    BatchScript<BatchWriteItemResponse> batch =
        BatchScript.of(told ? BatchScript.planner(10, 8) : unaware, write(writes));
    if (!told) {
      batch.describe("id");
    }
    assertDuplicates(batch);
  }

  @ParameterizedTest
  @CsvSource({
    "events, " + ARN + ", true",
    ARN + "," + ARN + "/index/x, true",
    ARN + "," + OTHER_ARN + ", false",
    "events, others, false"
  })
  void table_namedInTwoWays_isRefused(String name, String another, boolean refused) {
    Map<String, List<WriteRequest>> writes = new LinkedHashMap<>();
    Map<String, KeysAndAttributes> keys = new LinkedHashMap<>();
    List<Map<String, AttributeValue>> ids =
        new ArrayList<>(BatchScript.get(60).requestItems().get("events").keys());
    for (String table : List.of(name, another)) {
      writes.put(table, puts(20));
      keys.put(table, KeysAndAttributes.builder().keys(ids).build());
    }
    List<DynamoDbRequest> batches =
        List.of(
            BatchWriteItemRequest.builder().requestItems(writes).build(),
            BatchGetItemRequest.builder().requestItems(keys).build());
    for (DynamoDbRequest request : batches) {
      BatchScript<Object> batch = BatchScript.of(unaware, request);
      assertThat(batch.asks().isEmpty()).isEqualTo(refused);
      if (refused) {
        assertThat(batch.stepper().failure())
            .isInstanceOf(RefusedOperationException.class)
            .hasMessageContaining("on 'events'")
            .hasMessageContaining("in two ways");
      }
    }
  }

  @Test
  void description_ofABatchByAnotherCaller_isAskedByThatCallerEachTime() {
    BatchWriteItemRequest request = as(write(puts(26)), caller());
    for (int i = 0; i < 2; i++) {
      BatchScript<BatchWriteItemResponse> batch = BatchScript.of(unaware, request);
      assertThat(batch.describe("id").overrideConfiguration())
          .isEqualTo(request.overrideConfiguration());
      assertThat(batch.asks()).hasSize(1);
    }
    learn("id");
    BatchScript<BatchWriteItemResponse> known = BatchScript.of(unaware, request);
    known.describe("id");
    assertThat(BatchScript.writes(known.ask())).hasSize(25);
  }

  @Test
  void description_ofABatchWithTimeouts_isAskedOnceForAll() {
    AwsRequestOverrideConfiguration timeouts =
        AwsRequestOverrideConfiguration.builder().apiCallTimeout(Duration.ofMinutes(1)).build();
    BatchScript<BatchWriteItemResponse> first =
        BatchScript.of(unaware, as(write(puts(26)), timeouts));
    assertThat(first.describe("id").overrideConfiguration()).contains(timeouts);
    assertThat(first.asks()).hasSize(1);
    Ask part = BatchScript.of(unaware, write(puts(26))).ask();
    assertThat(BatchScript.writes(part)).hasSize(25);
  }

  @Test
  void duplicates_byADescriptionThatIsOutdated_areNotRefused() {
    List<WriteRequest> sameId = new ArrayList<>(puts(26));
    sameId.add(put(3, "at"));
    learn("id");
    BatchScript<BatchWriteItemResponse> batch = BatchScript.of(unaware, write(sameId));
    batch.describe("id", "at");
    assertThat(BatchScript.writes(batch.ask())).hasSize(25);

    BatchScript<BatchWriteItemResponse> still =
        BatchScript.of(unaware, write(with(sameId, put(3, "at"))));
    still.describe("id", "at");
    assertDuplicates(still);
  }

  @Test
  void reads_ofOneTable_needNoDescription() {
    BatchScript<BatchGetItemResponse> batch = BatchScript.of(unaware, BatchScript.get(150));
    batch.asks().forEach(batch::read);
    assertThat(batch.asks()).isEmpty();
    assertThat(batch.stepper().result().responses().get("events")).hasSize(150);
  }
}
