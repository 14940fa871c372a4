package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Plans that are kept, and clocks that are doubted. */
@ExtendWith(LocalDynamoDbExtension.class)
class SavedPlanTest {
  @TempDir private Path folder;
  private TwoSeries series;

  @BeforeEach
  void begin(LocalDynamoDb server) throws IOException {
    series = new TwoSeries(server, folder);
  }

  @Test
  void apply_ofASavedPlan_doesExactlyThat() {
    String plan = folder.resolve("plan.json").toString();
    assertThat(series.run("plan", "--out", plan).code()).isZero();
    Result apply = series.run("apply", plan);

    assertThat(apply.code()).isZero();
    assertThat(apply.out()).contains("done    build   clicks_2026-11-20");
    assertThat(series.tables()).contains("clicks_2026-11-20", "visits_2026-11");
  }

  @Test
  void apply_ofASavedChangeOfCapacity_doesIt() {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-21T12:00:00Z");
    String plan = folder.resolve("plan.json").toString();
    assertThat(series.run("plan", "--out", plan).out()).contains("resize");
    Result apply = series.run("apply", plan);

    assertThat(apply.out()).contains("done    resize  clicks_2026-11-20");
  }

  @Test
  void apply_ofAStalePlan_touchesNothing() {
    String plan = folder.resolve("plan.json").toString();
    series.run("plan", "--out", plan);
    series.typed.now = Instant.parse("2026-11-21T12:00:00Z");
    Result apply = series.run("apply", plan);

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.out()).isEmpty();
    assertThat(apply.err())
        .isEqualTo(
            "evenkeel: %s is stale: tables, the ledger or what is due have changed since for series 'clicks'. Nothing was done. Plan again.%n",
            plan);
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void apply_ofAPlanWithDeletes_needsThemSaidAgain() {
    series.run("apply");
    String plan = folder.resolve("plan.json").toString();
    series.run("plan", "--delete", "--out", plan);

    assertThat(series.run("apply", plan).err())
        .isEqualTo(
            "evenkeel: %s was planned with deletes. Add --delete to apply it, or plan again.%n",
            plan);
    assertThat(series.run("apply", "--delete", plan).code()).isZero();
  }

  @Test
  void apply_ofWhatIsNoPlan_isRefused() throws IOException {
    Path none = folder.resolve("none.json");
    assertThat(series.run("apply", none.toString()).err())
        .isEqualTo(
            "evenkeel: %s: there is no such plan. Make one with 'tables plan --out'.%n", none);
    Files.writeString(none, "format: 1");
    assertThat(series.run("apply", none.toString()).err())
        .isEqualTo(
            "evenkeel: %s is no plan: it is no JSON. Make one with 'tables plan --out'.%n", none);
    Files.writeString(none, "{\"format\": 2}");
    assertThat(series.run("apply", none.toString()).err())
        .isEqualTo(
            "evenkeel: %s is no plan of this version of evenkeel. Make one with 'tables plan --out'.%n",
            none);
    assertThat(series.tables()).isEmpty();
  }

  @Test
  void plan_atAnotherTime_showsWhatWillBeDue() {
    series.run("apply");
    Result plan = series.run("plan", "--at", "2026-11-21T12:00:00Z");

    assertThat(plan.out())
        .contains("clicks at 2026-11-21T12:00:00Z", "build", "clicks_2026-11-21", "retire");
    assertThat(series.tables()).doesNotContain("clicks_2026-11-21");
    assertThat(series.run("plan", "--at", "noon").err())
        .isEqualTo(
            "evenkeel: --at is 'noon', which is no time. Write it such as 2026-11-21T06:00:00Z.%n"
                .formatted());
  }

  @Test
  void apply_atAnotherTime_isForLocalEnginesOnly() {
    String[] apply = {"tables", "apply", "--at", "2026-11-21T12:00:00Z", "-c", series.config};
    for (String endpoint : List.of("https://dynamodb.eu-central-1.amazonaws.com", "")) {
      List<String> arguments = new ArrayList<>(List.of(apply));
      arguments.addAll(List.of("--region", "eu-central-1"));
      if (!endpoint.isEmpty()) {
        arguments.addAll(List.of("--dynamodb-endpoint", endpoint));
      }
      Result refused = CommandRunner.onTheSdk().run(arguments.toArray(String[]::new));
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .startsWith("evenkeel: --at would have AWS's DynamoDB go by a clock");
    }
    assertThat(series.run("apply", "--at", "2026-11-21T12:00:00Z").code()).isZero();
    assertThat(series.tables()).contains("clicks_2026-11-21");
  }

  @Test
  void anything_ofAClockThatWentBack_isToldWithoutATrace() {
    series.run("apply");
    series.typed.now = Instant.parse("2026-11-19T12:00:00Z");
    Result plan = series.run("plan");

    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.err())
        .matches("(?s)evenkeel: A run for '(clicks|visits)' saw 2026-11-20T12:00:00Z.*")
        .doesNotContain("\tat ");
    assertThat(series.run("plan", "--verbose").err()).contains("LifecycleException", "\tat ");
    Result apply = series.run("apply");
    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.out()).contains("failure: A run for 'clicks' saw", "something failed");

    assertThat(series.run("accept-clock").out()).isEqualTo("The clock is accepted.\n");
    assertThat(series.run("plan").code()).isZero();
  }

  @Test
  void adopt_ofATableBuiltByHand_takesItOver() {
    series.client.createTable(
        table ->
            table
                .tableName("clicks_2026-11-20")
                .keySchema(
                    KeySchemaElement.builder().attributeName("page").keyType("HASH").build(),
                    KeySchemaElement.builder().attributeName("at").keyType("RANGE").build())
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("page").attributeType("S").build(),
                    AttributeDefinition.builder().attributeName("at").attributeType("S").build())
                .billingMode("PAY_PER_REQUEST"));
    assertThat(series.run("plan").out()).contains("note: table 'clicks_2026-11-20' is in the way");

    assertThat(series.run("adopt", "clicks_2026-11-20").out())
        .isEqualTo("Adopted clicks_2026-11-20.\n");
    assertThat(series.run("plan").out()).contains("open", "it was built, or adopted");
    assertThat(series.run("adopt", "clicks").err())
        .isEqualTo(
            "evenkeel: table 'clicks' has the name of no period table of a series in %s. Check the name.%n",
            series.config);
  }

  @Test
  void plan_thatCannotBeMadeOrSaved_namesTheFileAndKeepsWhatIsThere(@TempDir Path files)
      throws IOException {
    Path kept = Files.writeString(files.resolve("plan.json"), "kept");
    Path nowhere = files.resolve("none/plan.json");

    assertThat(series.run("plan", "--out", nowhere.toString()).err())
        .isEqualTo(
            "evenkeel: the report cannot be written to '%s': its folder does not exist. Name another file.%n",
            nowhere);
    Files.writeString(Path.of(series.config), "tables: [");
    assertThat(series.run("plan", "--out", kept.toString()).code()).isEqualTo(1);
    assertThat(kept).hasContent("kept");
    assertThat(files.toFile().list()).containsExactly("plan.json");
  }
}
