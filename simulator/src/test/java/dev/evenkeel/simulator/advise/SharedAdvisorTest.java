package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.simulator.advise.SharedAdvisor.Status;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** The advice of several processes is that of one, whoever dies, stops or comes twice. */
class SharedAdvisorTest extends SharedAdvice {
  /** A worker's seconds are that much shorter, so that nobody waits for a lease. */
  private static final int HASTE = 100;

  /** So that a page is one request, and workers take each other for dead all the time. */
  private static final int HURRY = 1_000_000;

  SharedAdvisorTest(LocalDynamoDb dynamoDb, LocalS3 local, S3Client s3) {
    super(dynamoDb, local, s3);
  }

  @Test
  void advise_alone_isTheAdviceOfATableAdvisor() {
    assertWhole(advisor().advise(pass()));
  }

  @Tag("deep")
  @Test
  void advise_severalProcessesThatTakeEachOtherForDead_isTheAdviceOfOne() {
    SharedPass pass = pass().unitsPerSecond(100_000.0);
    List<CompletableFuture<Optional<TableAdvice>>> all =
        IntStream.range(0, 3)
            .mapToObj(
                process ->
                    CompletableFuture.supplyAsync(() -> advisor(client, 0, HURRY).advise(pass)))
            .toList();

    all.forEach(advice -> assertWhole(advice.join()));
    assertThat(files(pass)).hasSizeGreaterThan(9);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 15, 25, 40})
  void advise_processDies_anotherGoesOn(int requests) {
    SharedPass pass = pass();
    AtomicInteger sent = new AtomicInteger();
    DynamoDbClient dying =
        seeing(
            request -> {
              if (sent.incrementAndGet() > requests) {
                throw new IllegalStateException("dead");
              }
            });

    assertThatThrownBy(() -> advisor(dying, 0, HASTE).advise(pass)).hasMessageContaining("dead");

    assertWhole(advisor(client, 0, HASTE).advise(pass));
  }

  @Test
  void advise_stopped_goesOnWhereItWas() {
    SharedPass pass = pass();
    AtomicInteger looks = new AtomicInteger();

    assertThat(advisor().advise(pass.until(() -> looks.incrementAndGet() > 12))).isEmpty();

    Status status = advisor().status(pass);
    assertThat(status.isDone()).isFalse();
    assertThat(status.items()).isBetween(1L, ITEMS - 1L);
    assertWhole(advisor().advise(pass));
  }

  @Test
  void advise_over_readsTheTableNoMore() {
    SharedPass pass = pass();
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient counting =
        seeing(request -> scans.addAndGet(request instanceof ScanRequest ? 1 : 0));
    assertWhole(advisor(counting, 0, 1).advise(pass));
    int before = scans.get();

    assertWhole(advisor(counting, 0, 1).advise(pass));

    assertThat(scans).hasValue(before).hasPositiveValue();
  }

  @Test
  void advise_onAPart_stopsAfterIt() {
    TableAdvice advice = advisor(client, 450, 1).advise(pass()).orElseThrow();

    assertThat(advice.sample().items()).isBetween(400L, 450L);
    assertThat(advice.sample().whole()).isFalse();
    assertThat(advice.sample().segmentsEnded()).isLessThan(9);
    assertThat(advice.advice().statistics().requests()).isEqualTo(advice.sample().items());
  }

  @Test
  void advise_ofATableWithoutItems_hasNone() {
    SharedAdvisor advisor = SharedAdvisor.of(client, s3, bucket, "empty", 0);
    SharedPass pass = pass();

    assertThat(advisor.advise(pass).orElseThrow().sample().items()).isZero();
    assertThat(files(pass)).isEmpty();
  }

  @Test
  void joining_aPassThatHasBegun_takesPart() {
    SharedPass pass = pass();
    assertThat(SharedAdvisor.joining(pass, client, s3)).isEmpty();
    AtomicInteger looks = new AtomicInteger();
    assertThat(advisor().advise(pass.until(() -> looks.incrementAndGet() > 12))).isEmpty();

    SharedAdvisor joined = SharedAdvisor.joining(pass, client, s3).orElseThrow();
    Status status = joined.work(pass);

    assertThat(joined.tableName()).isEqualTo(TABLE);
    assertThat(status).isEqualTo(new Status(9, 9, ITEMS, true)).isEqualTo(joined.status(pass));
    assertWhole(advisor().advise(pass));
  }

  @Test
  void work_onAPassThatNobodyHasBegun_beginsNone() {
    SharedPass pass = pass();

    assertThat(advisor().work(pass)).isEqualTo(new Status(0, 0, 0, false));
    assertThat(advisor().status(pass).segments()).isZero();
  }

  /** A request is as large as its share of the rate lets it be, and not as small as the first. */
  @Test
  void advise_atARate_readsPagesOfSomeUnits() {
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient counting =
        seeing(request -> scans.addAndGet(request instanceof ScanRequest ? 1 : 0));

    TableAdvice advice = advisor(counting, 0, 1).advise(pass().unitsPerSecond(2_000.0)).get();

    assertThat(advice.sample().items()).isEqualTo(ITEMS);
    assertThat(scans.get()).isLessThan(ITEMS / 50);
  }

  @Test
  void advise_throttledUntilItStops_keepsWhatItHas() {
    SharedPass pass = pass().unitsPerSecond(2_000.0);
    AtomicInteger scans = new AtomicInteger();
    DynamoDbClient throttled =
        seeing(
            request -> {
              if (request instanceof ScanRequest && scans.incrementAndGet() > 3) {
                throw ProvisionedThroughputExceededException.builder().message("slow down").build();
              }
            });

    assertThat(advisor(throttled, 0, 1).advise(pass.until(() -> scans.get() > 5))).isEmpty();

    assertThat(advisor().status(pass).items()).isPositive();
    assertWhole(advisor().advise(pass));
  }

  /** Nothing of the table but the keys where segments go on is in the control table. */
  @Test
  void advise_over_leavesNoKeyInTheControlTable() {
    SharedPass pass = pass();
    assertThat(advisor().advise(pass)).isPresent();

    assertThat(client.scan(scan -> scan.tableName("control").consistentRead(true)).items())
        .hasSizeGreaterThan(9)
        .noneMatch(
            row -> row.toString().contains("visitor-") || row.toString().contains("popular"));
  }
}
