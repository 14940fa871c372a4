package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Files and segments that end at the same moment check one header in transactions of their own,
 * which DynamoDB takes for a conflict, unlike DynamoDB Local.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ConflictingNotesTest {
  private static final List<String> RETRYABLE =
      List.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

  private final ArchiveFixture fixture;
  private final Set<DynamoDbRequest> met = ConcurrentHashMap.newKeySet();

  ConflictingNotesTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** Each is in another's way the first time. */
  private void conflict(CallWatch.Call call) {
    if (call.isAfter()) {
      return;
    }
    if (call.request() instanceof TransactWriteItemsRequest request && met.add(request)) {
      throw TransactionCanceledException.builder()
          .cancellationReasons(
              CancellationReason.builder()
                  .code(RETRYABLE.get(met.size() % RETRYABLE.size()))
                  .build(),
              CancellationReason.builder().code("None").build())
          .build();
    }
    boolean isClaim =
        call.request() instanceof PutItemRequest request && request.tableName().equals("control");
    if (isClaim && met.add(call.request())) {
      throw TransactionConflictException.builder().build();
    }
  }

  @Tag("deep")
  @Test
  void archiveAndRestore_transactionsConflict_areRepeated() {
    Actor actor = fixture.actor(this::conflict);
    fixture.fill(actor);

    assertThat(fixture.archive(actor).items()).isEqualTo(60);
    assertThat(met).hasSizeGreaterThan(8);
    assertThat(actor.restore(RestoreOrder.of(ArchiveFixture.DAY)).isDone()).isTrue();

    assertThat(met).hasSizeGreaterThan(16);
    assertThat(fixture.rows(ArchiveFixture.DAY + "-restored")).hasSize(60);
  }
}
