package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.CoveredPage;
import dev.evenkeel.timeseries.spec.CoveredPage.PeriodCoverage.State;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Archived, deleted and restored for real, and read through one client all the while. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveToReadTest {
  private final ArchiveFixture fixture;

  ArchiveToReadTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 300);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private CoveredPage<QueryResponse> read(
      Kind kind, boolean forward, Map<String, AttributeValue> start) {
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName("readings")
            .keyConditionExpression("sensor = :sensor AND #at BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(
                Map.of(
                    ":sensor", AttributeValue.fromS("s3"),
                    ":from", AttributeValue.fromS("2026-03-10T00:00:00Z"),
                    ":to", AttributeValue.fromS("2026-03-10T23:59:59Z")))
            .scanIndexForward(forward)
            .limit(20);
    if (!start.isEmpty()) {
      query.exclusiveStartKey(start);
    }
    return kind == Kind.SYNC
        ? TimeSeriesDynamoDbClient.builder(fixture.sync)
            .table(fixture.spec())
            .clock(() -> fixture.now)
            .archivedReads("control")
            .build()
            .queryCovered(query.build())
        : TimeSeriesDynamoDbAsyncClient.builder(fixture.async)
            .table(fixture.spec())
            .clock(() -> fixture.now)
            .archivedReads("control")
            .build()
            .queryCovered(query.build())
            .join();
  }

  @KindsInTurn
  void query_archivedDeletedAndRestored_answersAsBefore(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    QueryResponse first = read(kind, true, Map.of()).page();
    QueryResponse second = read(kind, true, first.lastEvaluatedKey()).page();
    QueryResponse last = read(kind, false, Map.of()).page();
    assertThat(second.items()).hasSize(20);
    ArchivedTable unused = fixture.archive(actor);
    assertThat(read(kind, true, Map.of()).page().items()).isEqualTo(first.items());

    fixture.now = ArchiveFixture.PAST_RETENTION;
    assertThat(LifecycleFixture.ran(actor).isComplete()).isTrue();
    CoveredPage<QueryResponse> gone = read(kind, true, Map.of());
    assertThat(gone.page().items()).isEmpty();
    assertThat(gone.coverage()).singleElement().matches(day -> day.state() == State.ARCHIVED);

    assertThat(actor.restore(RestoreOrder.of(ArchiveFixture.DAY)).isDone()).isTrue();
    CoveredPage<QueryResponse> back = read(kind, true, Map.of());
    assertThat(back.page().items()).isEqualTo(first.items());
    assertThat(back.page().lastEvaluatedKey()).isEqualTo(first.lastEvaluatedKey());
    assertThat(back.coverage()).singleElement().matches(day -> day.state() == State.READ);
    assertThat(read(kind, true, first.lastEvaluatedKey()).page().items()).isEqualTo(second.items());
    assertThat(read(kind, false, Map.of()).page().items()).isEqualTo(last.items());
  }
}
