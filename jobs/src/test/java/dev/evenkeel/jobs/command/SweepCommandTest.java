package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.iam.Rights;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Sweeps of what was noted, and what all sweeps send. */
class SweepCommandTest extends SweepRuns {
  @Test
  void sweep_withoutATable_saysWhichIsNotThere() {
    plain.deleteTable(r -> r.tableName("reply-chunks"));
    Result failed = run("--deep");

    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err() + failed.out()).contains("reply-chunks");
  }

  @Test
  void sweep_unlessToldToDelete_writesNothing() throws IOException {
    long before = chunks();
    Result dry = run();

    assertThat(dry.err()).doesNotContain("evenkeel:");
    assertThat(dry.code()).isZero();
    Golden.check("sweep-dry.txt", dry.out());
    assertThat(chunks()).isEqualTo(before);
    assertThat(objects()).isEqualTo(4);
  }

  @Test
  void sweep_toldToDelete_removesWhatNoItemHas() throws IOException {
    long before = chunks();
    Result swept = run("--delete", "-o", "json");

    assertThat(swept.code()).isZero();
    Golden.check("sweep.json", swept.out());
    assertThat(chunks()).isLessThan(before);
    assertThat(objects()).isEqualTo(3);
    assertLiveItemsAreWhole();
    assertThat(run("--delete", "-o", "json").json().path("intents").path("seen").asInt()).isZero();
  }

  @Test
  void sweep_ofAConfigurationWithoutChunking_saysSo() throws IOException {
    Files.writeString(
        config,
        """
        controlTable: control
        tables:
          - tableName: hits
            time: {attribute: at}
            period: day
            since: 2026-11-01
            template: {partitionKey: {name: at}}
        """);

    assertThat(run().err())
        .isEqualTo(
            "evenkeel: %s: there is no 'chunking' in it, so there is nothing to sweep. Add a table.%n",
            config);
    Files.writeString(config, CONFIGURATION.replace("BUCKET", bucket));
    assertThat(typed.run("tables", "plan", "-c", config.toString()).err())
        .isEqualTo(
            "evenkeel: %s: there are no 'tables' in it, so there is nothing to run. Add a series.%n",
            config);
  }

  /** A writer that dies between its chunks and its item, and one that dies within an upload. */
  private void die() {
    DynamoDbClient dying =
        new DelegatingDynamoDbClient(plain) {
          private boolean dead;

          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(
              T request, Function<T, R> operation) {
            dead |= request instanceof TransactWriteItemsRequest;
            if (dead) {
              throw new AssertionError("killed");
            }
            return operation.apply(request);
          }
        };
    ChunkingDynamoDbClient writer =
        ChunkingDynamoDbClient.builder(dying).s3(s3).table(configuration.chunking().get(0)).build();
    assertThatThrownBy(
            () -> writer.putItem(put -> put.tableName("replies").item(item("lost", "unborn"))))
        .hasStackTraceContaining("killed");
    String key =
        s3.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
            .map(object -> object.key())
            .filter(name -> !name.endsWith("/owner"))
            .findFirst()
            .orElseThrow();
    s3.createMultipartUpload(upload -> upload.bucket(bucket).key(key));
  }

  @Tag("deep")
  @Test
  void whatIsSent_byAllSweeps_isWhatThePolicyAllows() {
    die();
    typed.now = Instant.now().plus(Duration.ofHours(1));
    run("--delete");
    run("--deep");
    run("--deep", "--delete");
    typed.now = typed.now.plus(Duration.ofHours(1));
    run("--delete");

    Rights.check(configuration, typed.calls.sent(), Set.of("dynamodb:BatchGetItem"));
  }
}
