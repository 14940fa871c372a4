package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;

/** A restore that stands still after it has renewed its lease, before it writes. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SleepingRestoreTest {
  private static final int ITEMS = 400;
  private static final String TARGET = "back";
  private static final RestoreOrder ORDER = RestoreOrder.of(ArchiveFixture.DAY).to(TARGET);
  private static final AttributeValue CHANGED = AttributeValue.fromS("changed");

  private final LocalS3 localS3;
  private final ArchiveFixture fixture;
  private final AtomicInteger batches = new AtomicInteger();

  SleepingRestoreTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, ITEMS);
  }

  @BeforeEach
  void archive() {
    Actor actor = fixture.actor(call -> {});
    fixture.fill(actor);
    fixture.archive(actor);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** It sleeps in the first read of a file that it is to write. */
  private Actor sleepy(Runnable meanwhile) {
    AtomicBoolean isWriting = new AtomicBoolean();
    ExecutionInterceptor sleeps =
        new ExecutionInterceptor() {
          @Override
          public void beforeTransmission(
              Context.BeforeTransmission context, ExecutionAttributes attributes) {
            if (context.request() instanceof GetObjectRequest && isWriting.getAndSet(false)) {
              fixture.now = fixture.now.plus(Duration.ofHours(1));
              meanwhile.run();
              batches.set(0); // the other threads have gone on
            }
          }
        };
    CallWatch watch =
        call -> {
          switch (call.operation()) {
            case "BatchWriteItem" -> batches.addAndGet(call.isAfter() ? 0 : 1);
            case "CreateTable" -> isWriting.set(true);
            default -> {
              // of no matter here
            }
          }
        };
    S3Client s3 =
        localS3
            .clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(sleeps))
            .build();
    return fixture.actor(watch, s3);
  }

  /** Others have restored the table meanwhile, and it is in use. */
  @Test
  void restore_whoseLeaseIsLost_writesNothing() {
    Actor other = fixture.actor(call -> {});
    Actor late =
        sleepy(
            () -> {
              assertThat(other.restore(ORDER).isDone()).isTrue();
              change();
            });

    assertThatThrownBy(() -> late.restore(ORDER)).isInstanceOf(LifecycleException.class);

    assertThat(batches).hasValue(0);
    assertThat(fixture.rows(TARGET)).hasSize(ITEMS).allMatch(row -> row.containsValue(CHANGED));
  }

  private void change() {
    for (Map<String, AttributeValue> row : fixture.rows(TARGET)) {
      Map<String, AttributeValue> changed = new HashMap<>(row);
      changed.put("place", CHANGED);
      fixture.sync.putItem(put -> put.tableName(TARGET).item(changed));
    }
  }

  /** Several files and batches ask for the lease at a time. */
  @Test
  void restore_whoseLeaseIsItsOwn_goesOn() {
    Actor late = sleepy(() -> {});

    boolean isWithinItsTime = late.restore(ORDER).isDone();
    assertThat(batches).hasPositiveValue();
    assertThat(isWithinItsTime || late.restore(ORDER).isDone()).isTrue();

    assertThat(fixture.rows(TARGET)).hasSize(ITEMS);
  }
}
