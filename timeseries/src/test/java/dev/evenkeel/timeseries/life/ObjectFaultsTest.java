package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.archive.NativeExportReader;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;

/**
 * S3 refuses any call, before it was made or after, while a table is archived and while it is
 * restored: a later run, or call, ends both as if nothing had been.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ObjectFaultsTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final RestoreOrder ORDER = RestoreOrder.of(DAY);

  private final LocalS3 localS3;
  private final AtomicInteger calls = new AtomicInteger();
  private final ArchiveFixture fixture;
  private int faultAt = Integer.MAX_VALUE;
  private boolean isMade;

  private final class Faulty extends DelegatingS3Client {
    Faulty(S3Client delegate) {
      super(delegate);
    }

    @Override
    protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
      boolean isOne = calls.incrementAndGet() == faultAt;
      if (isOne && !isMade) {
        throw denied();
      }
      R answer = operation.apply(request);
      if (isOne) {
        throw denied();
      }
      return answer;
    }
  }

  ObjectFaultsTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.fixture = new ArchiveFixture(localS3, sync, async, new Faulty(s3), s3Async, 20);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private static RuntimeException denied() {
    return S3Exception.builder().statusCode(403).message("denied").build();
  }

  private void arm(int call) {
    calls.set(0);
    faultAt = call;
  }

  private boolean isStruck() {
    return calls.get() >= faultAt;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void archiveAndRestore_s3RefusesACall_areEndedByTheNext(boolean made) {
    isMade = made;
    enumerate(13);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void archiveAndRestore_s3RefusesEachSecondCall_areEndedByTheNext(boolean made) {
    isMade = made;
    enumerate(2);
  }

  private void enumerate(int step) {
    fixture.fill(actor());
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    List<Map<String, AttributeValue>> control = fixture.all("control");
    int moment = 1;
    do {
      arm(Integer.MAX_VALUE);
      fixture.replace("control", control);
      fixture.bucket = localS3.newBucket();
      fixture.now = ArchiveFixture.DUE;
      arm(moment);
      boolean isComplete = LifecycleFixture.ran(actor()).isComplete();
      assertThat(isComplete).as("call %d", moment).isEqualTo(!isStruck());
      boolean wasStruck = isStruck();
      arm(Integer.MAX_VALUE);
      assertThat(LifecycleFixture.ran(actor()).isComplete()).as("call %d", moment).isTrue();
      ArchivedTable archive = actor().archives().get(0);
      String folder = archive.prefix() + "AWSDynamoDB/" + archive.exportId();
      assertThat(
              new HashSet<>(
                  new NativeExportReader(
                          fixture.s3, fixture.bucket, folder + "/manifest-summary.json")
                      .items()))
          .as("call %d", moment)
          .isEqualTo(rows);
      moment = wasStruck ? moment + step : Integer.MAX_VALUE;
    } while (moment < Integer.MAX_VALUE);
    restores(step, rows);
  }

  private void restores(int step, Set<Map<String, AttributeValue>> rows) {
    int moment = 1;
    boolean wasStruck;
    do {
      fixture.drop(ORDER.target());
      arm(moment);
      try {
        assertThat(actor().restore(ORDER).isDone()).isTrue();
      } catch (ObjectStoreException e) {
        assertThat(isStruck()).isTrue();
      }
      wasStruck = isStruck();
      arm(Integer.MAX_VALUE);
      assertThat(actor().restore(ORDER).isDone()).as("call %d", moment).isTrue();
      assertThat(fixture.rows(ORDER.target())).as("call %d", moment).isEqualTo(rows);
      moment += step;
    } while (wasStruck);
    assertThat(moment).isGreaterThan(10);
  }

  private Actor actor() {
    return fixture.actor(Kind.SYNC);
  }
}
