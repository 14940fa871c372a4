package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Workers of a restore wait for throttled writes, and leave a table alone that is not its own. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class RestoreTroubleTest {
  private static final String TARGET = SharedRestoreFixture.TARGET;

  /** Two hours in ten times the usual rounds. */
  private static final Duration LONG = Duration.ofMinutes(Rounds.upTo(120));

  private final ArchiveFixture fixture;
  private SharedRestoreFixture shared;

  RestoreTroubleTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 150);
  }

  @BeforeEach
  void archive() {
    shared = new SharedRestoreFixture(fixture);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** A table that throttles writes: in each of the ways, and with a single write now and then. */
  private final class Throttling implements Sender<Object> {
    private final Sender<Object> inner = shared.servers();
    private final HastyProcess process = new HastyProcess(this);
    private final Duration time;
    private final Map<WriteRequest, Integer> written = new ConcurrentHashMap<>();
    private final AtomicInteger batches = new AtomicInteger();

    Throttling(Duration time) {
      this.time = time;
    }

    @Override
    public Object send(Request<?> request) {
      return request instanceof TableCall<?> call
              && call.request() instanceof BatchWriteItemRequest batch
              && batch.requestItems().containsKey(TARGET)
          ? answered(batch.requestItems().get(TARGET))
          : inner.send(request);
    }

    private Object answered(List<WriteRequest> batch) {
      int number = batches.incrementAndGet();
      return process.nanos() >= time.toNanos()
          ? written(batch, batch.size())
          : switch (number % 3) {
            case 0 -> throw ThrottlingException.builder().message("slow down").build();
            case 1 -> throw ApiCallTimeoutException.create(10_000);
            default -> written(batch, number % 60 == 2 ? 1 : 0);
          };
    }

    private Object written(List<WriteRequest> batch, int count) {
      List<WriteRequest> in = batch.subList(0, count);
      if (count > 0) {
        fixture.sync.batchWriteItem(r -> r.requestItems(Map.of(TARGET, in)));
      }
      in.forEach(write -> written.merge(write, 1, Integer::sum));
      List<WriteRequest> left = batch.subList(count, batch.size());
      return BatchWriteItemResponse.builder()
          .unprocessedItems(left.isEmpty() ? Map.of() : Map.of(TARGET, left))
          .build();
    }

    @Override
    public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
      return inner.unsent(request, alone);
    }
  }

  private void makeTable() {
    shared.assertUnderWay("checked");
    shared.work();
    shared.assertUnderWay("written");
  }

  @Test
  @Tag("deep")
  void restore_writesThrottledForLong_writesEachItemOnce() {
    makeTable();
    Throttling table = new Throttling(LONG);

    assertThat(shared.work(table.process)).isEqualTo(150);

    assertThat(table.process.nanos()).isGreaterThan(LONG.toNanos());
    assertThat(table.written).hasSize(150).allSatisfy((write, times) -> assertThat(times).isOne());
    shared.assertUnderWay("verified");
    shared.work();
    shared.assertDone(SharedRestoreFixture.SHARED);
  }

  @Test
  @Tag("deep")
  void restore_stoppedWhileWritesAreThrottled_endsInOrder() {
    makeTable();
    Throttling table = new Throttling(LONG);

    assertThat(shared.work(table.process, () -> table.batches.get() > 20)).isZero();

    assertThat(table.process.nanos()).isLessThan(LONG.toNanos());
    shared.work();
    shared.assertUnderWay("verified");
    shared.work();
    shared.assertDone(SharedRestoreFixture.SHARED);
  }

  private TableDescription table() {
    return fixture.sync.describeTable(r -> r.tableName(TARGET)).table();
  }

  @Test
  @Tag("deep")
  void work_tableWasDeleted_saysSo() {
    makeTable();
    Instant created = table().creationDateTime();
    fixture.drop(TARGET);

    assertThatThrownBy(shared::work)
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the table that this restore had made was deleted");

    fixture.now = created.plusSeconds(600); // a table that was made long ago is gone, not unseen
    shared.assertUnderWay("checked");
    shared.work();
    shared.writeAndVerify();
  }

  @Tag("deep")
  @Test
  void work_tableIsAnothersNow_writesNothingThere() {
    makeTable();
    TableDescription ours = table();
    List<String> keys = ours.keySchema().stream().map(KeySchemaElement::attributeName).toList();
    fixture.drop(TARGET);
    fixture.sync.createTable(
        r ->
            r.tableName(TARGET)
                .keySchema(ours.keySchema())
                .attributeDefinitions(
                    ours.attributeDefinitions().stream()
                        .filter(one -> keys.contains(one.attributeName()))
                        .toList())
                .billingMode(BillingMode.PAY_PER_REQUEST));

    assertThatThrownBy(shared::work)
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the table that this restore had made is another's now");

    assertThat(fixture.rows(TARGET)).isEmpty();
  }
}
