package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Exports whose files take longer to read than a lease lasts, and than a run: the lease is renewed
 * in the middle of a file, and a file that was begun is read to its end.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class LargeFilesTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);
  private static final Duration LEASE = Duration.ofMinutes(2);

  private final ExportFixture exports;
  private final ArchiveFixture fixture;
  private Duration perPiece = Duration.ZERO;
  private Instant renewed = Instant.MAX;
  private Duration longest = Duration.ZERO;

  /** A network that takes its time for each piece of a data file. */
  private final class Slow extends DelegatingS3Client {
    Slow(S3Client delegate) {
      super(delegate);
    }

    @Override
    public <R> R getObject(
        GetObjectRequest request, ResponseTransformer<GetObjectResponse, R> transformer) {
      if (request.key().contains("/data/")) {
        fixture.now = fixture.now.plus(perPiece);
      }
      return super.getObject(request, transformer);
    }
  }

  LargeFilesTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.exports = new ExportFixture(localS3, sync, async, new Slow(s3), s3Async, 20, 2);
    this.fixture = exports.fixture;
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  /** Looks at each write of a lease, how long after the one before it is. */
  private Actor observed() {
    renewed = Instant.MAX;
    longest = Duration.ZERO;
    return fixture.actor(
        call -> {
          boolean isLease =
              call.operation().matches("(Put|Update)Item")
                  && call.request().toString().contains("evenkeel.lease");
          if (isLease && call.isAfter()) {
            Duration since = Duration.between(renewed, fixture.now);
            longest = renewed.equals(Instant.MAX) || since.compareTo(longest) < 0 ? longest : since;
            renewed = fixture.now;
          }
        });
  }

  private void exported(int large) {
    Actor actor = fixture.actor(call -> {});
    fixture.fill(actor);
    for (int id = 0; id < large; id++) {
      Map<String, AttributeValue> item = new HashMap<>(ArchiveFixture.item(100 + id));
      byte[] pad = new byte[244_000];
      new Random(id).nextBytes(pad);
      item.put("pad", AttributeValue.fromS(Base64.getEncoder().encodeToString(pad)));
      fixture.sync.putItem(r -> r.tableName(DAY).item(item));
    }
    Outcome unused = exports.begun(actor);
    exports.exportsEnd();
  }

  @Tag("deep")
  @Test
  void runAndRestore_filesTakeLongerThanALease_keepIt() {
    exported(14);
    perPiece = Duration.ofSeconds(27);
    Instant before = fixture.now;

    ArchivedTable archive = fixture.archive(observed());

    assertThat(archive.items()).isEqualTo(34);
    assertThat(Duration.between(before, fixture.now)).isGreaterThan(LEASE);
    assertThat(longest).isPositive().isLessThan(LEASE);

    assertThatThrownBy(
            () ->
                fixture
                    .dyingAt(call -> call.operation().equals("BatchWriteItem") && call.isAfter())
                    .restore(ORDER))
        .hasMessage("the process ends");
    assertThat(observed().restore(ORDER).state()).isEqualTo(State.DONE);
    assertThat(longest).isPositive().isLessThan(LEASE);
    assertThat(fixture.rows(DAY + "-restored")).isEqualTo(fixture.rows(DAY));
  }

  @Tag("deep")
  @Test
  void runAndRestore_filesTakeLongerThanARun_comeToAnEnd() {
    exported(12);
    perPiece = Duration.ofMinutes(6);

    int runs = 1;
    while (!LifecycleFixture.ran(observed()).outcomes().isEmpty()) {
      assertThat(++runs).isLessThan(9);
    }
    assertThat(runs).isGreaterThan(1);
    int calls = 1;
    while (observed().restore(ORDER).state() == State.UNDER_WAY) {
      assertThat(++calls).isLessThan(15);
    }
    assertThat(calls).isGreaterThan(1);
    assertThat(fixture.rows(DAY + "-restored")).isEqualTo(fixture.rows(DAY));
  }
}
