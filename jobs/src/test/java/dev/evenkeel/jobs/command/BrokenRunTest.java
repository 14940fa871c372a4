package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Runs whose network breaks: what was done is told, and other series have their turn. */
@ExtendWith(LocalDynamoDbExtension.class)
class BrokenRunTest {
  @TempDir private Path folder;
  private TwoSeries series;

  @BeforeEach
  void begin(LocalDynamoDb server) throws IOException {
    series = new TwoSeries(server, folder);
  }

  private Result apply(Predicate<DynamoDbRequest> isLost, String... more) {
    DynamoDbClient broken =
        new DelegatingDynamoDbClient(series.client) {
          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(
              T request, Function<T, R> operation) {
            if (isLost.test(request)) {
              throw SdkClientException.create("Read timed out");
            }
            return operation.apply(request);
          }

          @Override
          public void close() {}
        };
    CommandRunner typed = CommandRunner.on(broken);
    typed.now = series.typed.now;
    return series.run(typed, "apply", more);
  }

  @Test
  void apply_ofASavedPlanThatFailsAtTheEndOfASeries_tellsWhatItDidAndGoesOn() {
    String plan = folder.resolve("plan.json").toString();
    assertThat(series.run("plan", "--out", plan).code()).isZero();
    Result apply =
        apply(
            request ->
                request instanceof UpdateItemRequest update
                    && update.key().toString().contains("clicks")
                    && update.expressionAttributeNames().containsValue("seen"),
            plan);

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.out())
        .contains(
            "done    build   clicks_2026-11-20",
            "failure: SdkClientException: Read timed out",
            "done    build   visits_2026-11");
    assertThat(series.tables()).contains("clicks_2026-11-20", "visits_2026-11");
  }

  @Test
  void apply_thatCannotLookAtTheControlTableAfterwards_warns() {
    Result apply = apply(DescribeContinuousBackupsRequest.class::isInstance);

    assertThat(apply.code()).isZero();
    assertThat(apply.out())
        .contains(
            "warning: control table 'evenkeel-control' could not be read: SdkClientException: Read"
                + " timed out",
            "Complete.");
  }
}
