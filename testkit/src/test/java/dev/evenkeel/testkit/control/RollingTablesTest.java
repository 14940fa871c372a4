package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The purpose of the simulator: a table a day, lowered after a day and deleted after ninety. */
class RollingTablesTest {
  private static final int DAYS = 3_650;
  private static final int KEPT = 90;

  private final ControlPlaneSimulator aws = ControlPlaneSimulator.seeded(1).build();
  private final DynamoDbClient client = aws.client();
  private long notFound;

  private static String table(int day) {
    return "log-%05d".formatted(day);
  }

  private void begin(int day) {
    client.createTable(provisioned(table(day)));
    if (day >= 1) {
      client.updateTable(throughput(table(day - 1), 1, 1));
    }
    if (day >= KEPT) {
      client.deleteTable(r -> r.tableName(table(day - KEPT)));
    }
  }

  private void look() {
    for (String name : client.listTablesPaginator().tableNames()) {
      try {
        client.describeTable(r -> r.tableName(name));
      } catch (ResourceNotFoundException e) {
        notFound++;
      }
    }
  }

  @Tag("deep")
  @Test
  void tenYears_fourTimesADay_areAsTheyShouldBe() {
    for (int day = 0; day < DAYS; day++) {
      begin(day);
      for (int quarter = 0; quarter < 4; quarter++) {
        aws.advance(Duration.ofHours(6));
        look();
      }
    }

    ControlChecker checker = aws.checker();
    assertThat(checker.deletions()).hasSize(DAYS - KEPT);
    assertThat(checker.deletions().get(0).table()).isEqualTo(table(0));
    assertThat(checker.tablesTouchedOutside("log-")).isEmpty();
    assertThat(checker.decreaseLimitRefusals()).isEmpty();
    assertThat(checker.busyTablesMax()).isEqualTo(3);
    assertThat(notFound).as("listed and described at the same time").isZero();
    List<String> left = client.listTablesPaginator().tableNames().stream().toList();
    assertThat(left).hasSize(KEPT).startsWith(table(DAYS - KEPT)).endsWith(table(DAYS - 1));
    assertThat(aws.log().events().size())
        .as("created, active, lowered, active, deleted, gone")
        .isLessThan(6 * DAYS);
  }
}
