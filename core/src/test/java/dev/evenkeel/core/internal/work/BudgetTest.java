package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** One rate for several workers, in virtual time on a real engine. */
class BudgetTest {
  private static final Settings SETTINGS = Settings.of("test", 1);
  private static final AtomicInteger JOBS = new AtomicInteger();

  private static LocalDynamoDb local;
  private static DynamoDbClient client;

  private WorkTable table;
  private WorkRun pass;
  private long nanos = 1;
  private boolean isThrottled;

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    client = local.client();
    client.createTable(
        create ->
            create
                .tableName("control")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("pk"), attribute("sk"))
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
                    KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build()));
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  @AfterAll
  static void stop() {
    client.close();
    local.close();
  }

  @BeforeEach
  void begin() {
    table = new WorkTable("control", "job" + JOBS.incrementAndGet());
    CountTask task = new CountTask(new SegmentReads("t", "pk", "sk"), 1, 1);
    pass = table.of(run(table.begun("count", 1, 100, task)));
  }

  private <T> T run(Flow<T> flow) {
    Function<Request<?>, Object> send = Sender.sync(client, Sender.nothingElse())::send;
    return SyncRunner.create()
        .run(
            flow,
            request -> {
              if (request instanceof Pause pause) {
                nanos += pause.longest().toNanos();
                return Done.DONE;
              }
              if (isThrottled) {
                throw ThrottlingException.builder().message("slow down").build();
              }
              return send.apply(request);
            },
            Deadline.NONE);
  }

  private Budget budget(String id) {
    return new Budget(pass, id, SETTINGS, () -> false, () -> nanos);
  }

  private void pass(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void joined_alone_hasAllAtOnce() {
    Budget alone = budget("a");

    run(alone.joined());

    assertThat(alone.share()).isEqualTo(100);
    assertThat(nanos).isEqualTo(1);
  }

  @Test
  void joined_besideAnother_waitsUntilThatHasMadeRoom() {
    Budget first = budget("a");
    run(first.joined());
    Budget second = budget("b");

    run(second.joined());

    assertThat(nanos).isGreaterThan(Duration.ofSeconds(5).toNanos());
    assertThat(second.share()).isEqualTo(50);
  }

  @Test
  void joined_besideAnotherWithoutAPace_waitsForNothing() {
    run(table.paced(run(table.read()).orElseThrow(), Double.POSITIVE_INFINITY));
    run(budget("a").joined());
    Budget second = budget("b");

    run(second.joined());

    assertThat(nanos).isEqualTo(1);
    assertThat(second.share()).isInfinite();
  }

  @Test
  void reported_anotherIsSilent_itsShareIsFreeAfterThreeReports() {
    Budget living = budget("a");
    Budget dead = budget("b");
    run(living.joined());
    run(dead.joined());
    run(living.reported());
    double shared = living.share();
    for (int report = 0; report < 3; report++) {
      pass(Duration.ofSeconds(5));
      run(living.reported());
    }

    assertThat(shared).isLessThan(100);
    assertThat(living.share()).isEqualTo(100);
  }

  @Test
  void left_share_isFreeAtOnce() {
    Budget staying = budget("a");
    Budget leaving = budget("b");
    run(staying.joined());
    run(leaving.joined());
    run(leaving.left());

    run(staying.reported());

    assertThat(staying.share()).isEqualTo(100);
  }

  @Test
  void reported_throttle_halvesOnceForAllAndGrowsAgain() {
    Budget first = budget("a");
    Budget second = budget("b");
    run(first.joined());
    run(second.joined());
    run(first.reported());
    run(second.reported());
    throttle(first);
    throttle(second);
    pass(Duration.ofSeconds(5));

    run(first.reported());
    run(second.reported());

    WorkJob halved = run(table.read()).orElseThrow();
    assertThat(halved.falls()).isEqualTo(1);
    assertThat(halved.rate()).isLessThan(51);
    pass(Duration.ofSeconds(5));
    run(first.reported());
    run(second.reported());
    run(first.reported());
    assertThat(run(table.read()).orElseThrow().rate()).isGreaterThan(halved.rate());
  }

  private void throttle(Budget budget) {
    Flow<?> refused =
        budget
            .paced()
            .paced(TableCall.describe("t"))
            .map(answer -> Done.DONE)
            .recover(failure -> Flow.done());
    SyncRunner.create()
        .run(
            refused,
            request -> {
              throw ThrottlingException.builder().message("slow down").build();
            },
            Deadline.NONE);
  }

  @Test
  void tried_reportsAreThrottledForLong_hasNoShareUntilItHasReportedTwice() {
    Budget late = budget("a");
    Budget other = budget("b");
    run(late.joined());
    run(other.joined());
    run(late.reported());
    run(other.reported());
    isThrottled = true;
    pass(Duration.ofSeconds(5));
    run(late.tried());
    double one = late.share();
    pass(Duration.ofSeconds(5));
    run(late.tried());
    double two = late.share();
    isThrottled = false;
    pass(Duration.ofMinutes(5));
    run(other.reported());
    double others = other.share();
    run(late.tried());
    double first = late.share();
    run(other.reported());
    run(late.tried());

    assertThat(one).isGreaterThan(1);
    assertThat(others).isEqualTo(100);
    assertThat(two).isEqualTo(first).isLessThan(1);
    assertThat(late.share()).isGreaterThan(1);
    assertThat(late.share() + other.share()).isLessThanOrEqualTo(100);
  }

  @Test
  void tried_reportOfAThrottleIsThrottled_theNextOneSaysIt() {
    Budget alone = budget("a");
    run(alone.joined());
    run(alone.reported());
    throttle(alone);
    isThrottled = true;
    pass(Duration.ofSeconds(5));
    run(alone.tried());
    isThrottled = false;
    pass(Duration.ofSeconds(5));
    run(alone.tried());

    assertThat(run(table.read()).orElseThrow().falls()).isEqualTo(1);
  }

  @Test
  void paced_anotherPace_isTakenWithTheNextReport() {
    Budget alone = budget("a");
    run(alone.joined());
    run(table.paced(run(table.read()).orElseThrow(), 700));

    run(alone.reported());

    assertThat(alone.share()).isEqualTo(700);
  }
}
