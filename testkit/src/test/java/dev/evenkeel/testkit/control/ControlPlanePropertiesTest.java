package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Property;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Random operations, and what must hold whatever they are. */
class ControlPlanePropertiesTest {
  private static final int BUSY_MAX = 3;
  private static final List<String> TABLES = List.of("one", "two", "three", "four", "five");

  private static ControlPlaneSimulator simulator(long seed) {
    ControlPlaneSimulator aws =
        ControlPlaneSimulator.seeded(seed)
            .limits(ControlLimits.aws().tablesMax(4).busyTablesMax(BUSY_MAX, BUSY_MAX))
            .build();
    aws.inject(ControlFault.answerLost().withProbability(0.1));
    aws.inject(ControlFault.notReceived().withProbability(0.1));
    aws.inject(ControlFault.throttled().withProbability(0.1));
    aws.inject(ControlFault.slow(Duration.ofMinutes(10)).withProbability(0.1));
    return aws;
  }

  private static void step(
      ControlPlaneSimulator aws, DynamoDbClient client, SplittableRandom dice) {
    String table = TABLES.get(dice.nextInt(TABLES.size()));
    try {
      switch (dice.nextInt(6)) {
        case 0 -> client.createTable(provisioned(table));
        case 1 -> client.createTable(onDemand(table));
        case 2 -> client.updateTable(throughput(table, 1 + dice.nextInt(20), 5));
        case 3 -> client.deleteTable(r -> r.tableName(table));
        case 4 -> client.listTables();
        default -> aws.advance(Duration.ofSeconds(dice.nextInt(120)));
      }
    } catch (DynamoDbException | SdkClientException expected) {
      assertThat(expected.getMessage()).isNotBlank();
    }
  }

  private static String run(long seed, int steps) {
    ControlPlaneSimulator aws = simulator(seed);
    DynamoDbClient client = aws.client();
    SplittableRandom dice = new SplittableRandom(seed);
    for (int i = 0; i < steps; i++) {
      step(aws, client, dice);
    }
    return aws.log().toString();
  }

  @Test
  void run_sameSeed_isTheSame() {
    Property.check(
        20,
        gen -> {
          assertThat(run(gen.seed(), 200)).isEqualTo(run(gen.seed(), 200));
          assertThat(run(gen.seed(), 200)).isNotEqualTo(run(gen.seed() + 1, 200));
        });
  }

  @Test
  void view_randomLags_neverAheadAndNeverBack() {
    Property.check(
        100,
        gen -> {
          SplittableRandom dice = new SplittableRandom(gen.seed());
          LaggingView<Integer> view = new LaggingView<>();
          int changes = gen.size();
          for (int i = 0; i < changes; i++) {
            view.publish(Instant.ofEpochSecond(10L * i + dice.nextInt(50)), i);
          }
          int last = -1;
          for (int second = 0; second <= 10 * changes + 50; second++) {
            Integer seen = view.at(Instant.ofEpochSecond(second));
            int number = seen == null ? -1 : seen;
            assertThat(number).isGreaterThanOrEqualTo(last).isLessThanOrEqualTo(second / 10);
            last = number;
          }
          assertThat(last).isEqualTo(changes - 1);
        });
  }

  @Test
  void told_afterAllIsDone_isTheTruth() {
    Property.check(
        60,
        gen -> {
          ControlPlaneSimulator aws = simulator(gen.seed());
          SplittableRandom dice = new SplittableRandom(gen.seed());
          DynamoDbClient client = aws.client();
          for (int i = 0; i < 10 * gen.size(); i++) {
            step(aws, client, dice);
          }
          aws.stopFaults();
          aws.advance(Duration.ofDays(1));

          Set<String> there = new TreeSet<>();
          for (ControlEvent event : aws.log().events()) {
            if (event.detail().equals("ACTIVE")) {
              there.add(event.table());
            } else if (event.detail().equals("GONE")) {
              there.remove(event.table());
            }
          }
          assertThat(client.listTables().tableNames()).containsExactlyElementsOf(there);
          for (String table : there) {
            assertThat(client.describeTable(r -> r.tableName(table)).table().tableStatus())
                .isEqualTo(TableStatus.ACTIVE);
          }
        });
  }

  @Test
  void log_randomOperations_statesFollowEachOtherAndLimitsHold() {
    Property.check(
        60,
        gen -> {
          ControlPlaneSimulator aws = simulator(gen.seed());
          SplittableRandom dice = new SplittableRandom(gen.seed());
          DynamoDbClient client = aws.client();
          for (int i = 0; i < 25 * gen.size(); i++) {
            step(aws, client, dice);
          }
          assertThat(aws.checker().busyTablesMax()).isLessThanOrEqualTo(BUSY_MAX);
          assertThat(lives(aws.log().events()).values())
              .allMatch(life -> life.matches("C(A(UA)*(U|D+G?)?)?"), "a life");
          Instant last = Instant.MIN;
          for (ControlEvent event : aws.log().events()) {
            assertThat(event.at()).isAfterOrEqualTo(last);
            last = event.at();
          }
        });
  }

  /** For each table id what was done to it and became of it, one letter each. */
  private static Map<String, String> lives(List<ControlEvent> events) {
    Map<String, String> lives = new HashMap<>();
    for (ControlEvent event : events) {
      String id = event.tableId();
      boolean done =
          switch (event.outcome()) {
            case APPLIED, ANSWER_LOST, STATUS -> true;
            default -> false;
          };
      boolean changes =
          event.operation().equals("Status")
              || ControlOperations.CHANGES.contains(event.operation());
      if (id != null && done && changes) {
        String word = event.operation().equals("Status") ? event.detail() : event.operation();
        lives.merge(id, word.substring(0, 1), String::concat);
      }
    }
    return lives;
  }

  @Test
  void decreases_randomUpdates_neverMoreThanADayAllows() {
    Property.check(
        30,
        gen -> {
          ControlPlaneSimulator aws =
              ControlPlaneSimulator.seeded(gen.seed()).timings(ControlTimings.immediate()).build();
          SplittableRandom dice = new SplittableRandom(gen.seed());
          DynamoDbClient client = aws.client();
          aws.adopt(provisioned("one"));
          for (int i = 0; i < 20 * gen.size(); i++) {
            step(aws, client, dice, "one");
            TableDescription described = client.describeTable(r -> r.tableName("one")).table();
            assertThat(described.provisionedThroughput().numberOfDecreasesToday())
                .isBetween(0L, 27L);
            assertThat(described.tableStatus()).isEqualTo(TableStatus.ACTIVE);
          }
        });
  }

  private static void step(
      ControlPlaneSimulator aws, DynamoDbClient client, SplittableRandom dice, String table) {
    try {
      client.updateTable(throughput(table, 1 + dice.nextInt(50), 5));
    } catch (DynamoDbException expected) {
      assertThat(expected.awsErrorDetails().errorCode())
          .isIn("LimitExceededException", "ValidationException");
    }
    aws.advance(Duration.ofMinutes(dice.nextInt(40)));
  }

  @Test
  void threads_onTablesOfTheirOwn_meetWhatTheyWouldMeetAlone() {
    ControlPlaneSimulator together = ControlPlaneSimulator.seeded(7).build();
    ControlPlaneSimulator alone = ControlPlaneSimulator.seeded(7).build();
    List<String> names = IntStream.range(0, 8).mapToObj(i -> "table-" + i).toList();

    CompletableFuture.allOf(
            names.stream()
                .map(
                    name ->
                        CompletableFuture.runAsync(
                            () -> together.client().createTable(provisioned(name))))
                .toArray(CompletableFuture[]::new))
        .join();
    names.forEach(name -> alone.client().createTable(provisioned(name)));
    together.advance(Duration.ofMinutes(1));
    alone.advance(Duration.ofMinutes(1));

    assertThat(statuses(together)).containsExactlyInAnyOrderElementsOf(statuses(alone));
  }

  private static List<String> statuses(ControlPlaneSimulator aws) {
    return aws.log().events().stream()
        .filter(event -> event.operation().equals("Status"))
        .map(event -> event.at() + " " + event.table() + " " + event.tableId())
        .toList();
  }
}
