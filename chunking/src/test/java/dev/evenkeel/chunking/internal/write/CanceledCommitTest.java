package dev.evenkeel.chunking.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Commits that fail for a part that the caller did not write: no caller may get a failure without a
 * reason, or one that seems to be about the caller's item.
 */
class CanceledCommitTest {
  private static final CancellationReason NONE = CancellationReason.builder().code("None").build();
  private static final CancellationReason THROTTLED =
      CancellationReason.builder().code("ThrottlingError").message("too fast").build();

  private static final ChunkingSpec SPEC =
      ChunkingSpec.builder("Docs")
          .partitionKey("id")
          .attribute("body", AttributePolicy.chunked().moveFrom(10))
          .chunkTable("Chunks")
          .intentTable("Intents")
          .build();

  private final List<Request<?>> requests = new CopyOnWriteArrayList<>();

  /** Whether the intent turns out to be committed. */
  private boolean isMade;

  private static ChunkingPlanner planner(ChunkingSpec spec) {
    return new ChunkingPlanner(
        List.of(spec),
        new TableScope(null, null),
        new Environment() {
          @Override
          public Instant now() {
            return Instant.EPOCH;
          }

          @Override
          public WriteId freshId() {
            return WriteId.of(new byte[WriteId.BYTES]);
          }
        },
        List.of());
  }

  /** Nothing is there, all is written, and each transaction is cancelled for these reasons. */
  private void run(DynamoDbRequest request, CancellationReason... reasons) {
    run(SPEC, request, reasons);
  }

  private void run(ChunkingSpec spec, DynamoDbRequest request, CancellationReason... reasons) {
    Flow<Object> flow = planner(spec).plan(request);
    Object unused =
        SyncRunner.create()
            .run(
                flow,
                asked -> {
                  requests.add(asked);
                  return answer(asked, reasons);
                },
                Deadline.NONE);
  }

  private Object answer(Request<?> asked, CancellationReason... reasons) {
    if (asked instanceof Pause) {
      return Done.DONE;
    }
    if (asked instanceof Compute<?> compute) {
      return compute.computation().get();
    }
    if (asked instanceof TableCall<?> call && call.request() instanceof BatchGetItemRequest) {
      return BatchGetItemResponse.builder().responses(Map.of()).build();
    }
    DynamoDbRequest request = ((TableCall<?>) asked).request();
    if (request instanceof GetItemRequest) {
      return GetItemResponse.builder().build();
    }
    if (request instanceof PutItemRequest) {
      return PutItemResponse.builder().build();
    }
    if (request instanceof UpdateItemRequest && isMade) {
      throw ConditionalCheckFailedException.builder()
          .item(Map.of("State", AttributeValue.fromS("COMMITTED")))
          .statusCode(400)
          .build();
    }
    if (request instanceof UpdateItemRequest) {
      return UpdateItemResponse.builder().build();
    }
    if (request instanceof BatchWriteItemRequest) {
      return BatchWriteItemResponse.builder().build();
    }
    if (request instanceof TransactWriteItemsRequest) {
      throw TransactionCanceledException.builder()
          .cancellationReasons(reasons)
          .statusCode(400)
          .message("Transaction cancelled")
          .build();
    }
    return DeleteItemResponse.builder().build();
  }

  private static Map<String, AttributeValue> item(int bytes) {
    return Map.of(
        "id", AttributeValue.fromS("x" + bytes),
        "body", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[bytes])));
  }

  private static final PutItemRequest PUT =
      PutItemRequest.builder().tableName("Docs").item(item(100)).build();

  private static TransactWriteItemsRequest transaction(String... tables) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            Stream.of(tables)
                .map(
                    table ->
                        TransactWriteItem.builder()
                            .put(put -> put.tableName(table).item(item(100)))
                            .build())
                .toList())
        .build();
  }

  @Test
  void transaction_intentThrottled_isToldOfTheActionThatNeedsIt() {
    TransactionCanceledException failure =
        catchThrowableOfType(
            TransactionCanceledException.class,
            () -> run(transaction("Other", "Docs"), NONE, NONE, THROTTLED));

    assertThat(failure.cancellationReasons()).hasSize(2);
    assertThat(failure.cancellationReasons().get(0)).isEqualTo(NONE);
    CancellationReason reason = failure.cancellationReasons().get(1);
    assertThat(reason.code()).isEqualTo("ThrottlingError");
    assertThat(reason.message()).contains("'Intents'", "too fast");
    assertThat(failure.getMessage()).contains("[None, ThrottlingError]");
    assertThat(commits()).isEqualTo(1 + Retries.CALL_MAX);
  }

  private long commits() {
    return requests.stream()
        .filter(TableCall.class::isInstance)
        .map(asked -> ((TableCall<?>) asked).request())
        .filter(TransactWriteItemsRequest.class::isInstance)
        .count();
  }

  /** A conflict on the intent alone is no failure for nothing. */
  @Test
  void transaction_intentInConflict_isToldOfTheActionThatNeedsIt() {
    CancellationReason conflict =
        CancellationReason.builder().code("TransactionConflict").message("ongoing").build();

    TransactionCanceledException failure =
        catchThrowableOfType(
            TransactionCanceledException.class, () -> run(transaction("Docs"), NONE, conflict));

    assertThat(failure.cancellationReasons().get(0).code()).isEqualTo("TransactionConflict");
    assertThat(commits()).isEqualTo(1 + Retries.CALL_MAX);
  }

  /** The caller's own reason is not covered up. */
  @Test
  void transaction_intentAndActionFail_tellsOfTheAction() {
    CancellationReason own =
        CancellationReason.builder().code("ProvisionedThroughputExceeded").message("own").build();

    TransactionCanceledException failure =
        catchThrowableOfType(
            TransactionCanceledException.class, () -> run(transaction("Docs"), own, THROTTLED));

    assertThat(failure.cancellationReasons()).containsExactly(own);
  }

  /**
   * Its values are staged already, so it is repeated inside; then the caller gets a throttling
   * failure.
   */
  @Test
  void put_intentThrottledAllTheTime_isCommittedAgainAndThenThrottled() {
    AwsServiceException failure =
        catchThrowableOfType(AwsServiceException.class, () -> run(PUT, NONE, THROTTLED));

    assertThat(failure.isThrottlingException()).isTrue();
    assertThat(failure.awsErrorDetails().errorMessage()).isEqualTo("too fast");
    assertThat(commits()).isEqualTo(1 + Retries.CALL_MAX);
  }

  /** An attempt was made and lost its answer, and all repetitions meet others. */
  @Test
  void commit_madeAndCancelledToTheEnd_isFoundToBeMade() {
    isMade = true;
    CancellationReason conflict = CancellationReason.builder().code("TransactionConflict").build();

    run(PUT, conflict, NONE);
    run(transaction("Docs"), NONE, THROTTLED);

    assertThat(commits()).isEqualTo(2 * (1 + Retries.CALL_MAX));
  }

  /** So DynamoDB refuses an item without the key that a table has. */
  @Test
  void put_chunkTableHasOtherKeys_isToldOfThatTable() {
    ChunkingSpec whole = SPEC.toBuilder().commit(CommitMode.TRANSACTION).build();
    CancellationReason invalid =
        CancellationReason.builder().code("ValidationError").message("missing the key").build();

    assertThatThrownBy(() -> run(whole, PUT, NONE, invalid))
        .hasFieldOrPropertyWithValue("reason", ChunkingException.Reason.STORE_MISSING)
        .hasMessageContainingAll("'Chunks' for chunks", "other keys");
    assertThatThrownBy(() -> run(whole, PUT, invalid, NONE))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("missing the key");
  }
}
