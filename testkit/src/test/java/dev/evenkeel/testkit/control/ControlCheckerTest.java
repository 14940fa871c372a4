package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.MINUTES;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.refusal;
import static dev.evenkeel.testkit.control.Simulations.simulator;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.Tag;

class ControlCheckerTest {
  private final ControlPlaneSimulator aws = simulator(MINUTES);
  private final DynamoDbClient client = aws.client();

  @Test
  void tablesTouchedOutside_foreignTables_countsAttemptsAndNoReads() {
    List.of("ours-1", "theirs-1", "theirs-2", "theirs-3").forEach(t -> aws.adopt(onDemand(t)));
    client.deleteTable(r -> r.tableName("ours-1"));
    client.describeTable(r -> r.tableName("theirs-1"));
    assertThat(refusal(() -> client.updateTable(r -> r.tableName("theirs-2")))).isNotEmpty();
    client.tagResource(
        r ->
            r.resourceArn(Creation.arn("theirs-3"))
                .tags(Tag.builder().key("a").value("b").build()));

    ControlChecker checker = aws.checker();

    assertThat(checker.tablesTouchedOutside("ours-", "mine-"))
        .containsExactly("theirs-2", "theirs-3");
    assertThat(checker.tablesTouchedOutside(name -> name.endsWith("3")))
        .containsExactly("ours-1", "theirs-2");
    assertThat(checker.tablesTouchedOutside("")).isEmpty();
  }

  @Test
  void deletions_ofARecreatedName_tellWhichAndWhen() {
    String first = client.createTable(onDemand("log")).tableDescription().tableId();
    minutes(aws, 1);
    client.deleteTable(r -> r.tableName("log"));
    minutes(aws, 2);
    assertThat(refusal(() -> client.deleteTable(r -> r.tableName("log")))).contains("NotFound");
    String second = client.createTable(onDemand("log")).tableDescription().tableId();
    minutes(aws, 1);
    client.deleteTable(r -> r.tableName("log"));

    assertThat(aws.checker().deletions())
        .extracting(ControlEvent::tableId)
        .containsExactly(first, second);
    assertThat(aws.checker().deletions().get(1).at()).isEqualTo(aws.now());
    assertThat(aws.log().toString().lines())
        .hasSize(8)
        .anyMatch(line -> line.contains("GONE"))
        .anyMatch(line -> line.contains("REFUSED"));
  }
}
