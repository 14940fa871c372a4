package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Rights;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.control.ExportSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * All that is done with archives and keys, under a client that refuses whatever the printed policy
 * does not grant.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class GrantedArchivesTest {
  private static final String DAY = "clicks_2026-11-20";
  private static final String CONFIGURATION =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-11-20
          latePolicy: ACCEPT
          template:
            partitionKey: {name: page}
            sortKey: {name: at}
            timeToLive: gone
            pointInTimeRecovery: true
            deletionProtection: true
            kmsKeyId: 11111111-2222-3333-4444-555555555555
          retention: {age: 2d}
          archive:
            bucket: {bucket: BUCKET, prefix: clicks, kmsKeyId: 22222222-3333-4444-5555-666666666666}
            METHOD
      lifecycle: {deletes: 1}
      """;

  /**
   * The operations that DynamoDB Local lacks, or that only failures need: the simulated control
   * plane covers them.
   */
  private static final Set<String> ELSEWHERE =
      Set.of(
          "dynamodb:DeleteResourcePolicy",
          "dynamodb:ListTagsOfResource",
          "dynamodb:PutResourcePolicy",
          "dynamodb:TagResource",
          "dynamodb:DescribeContinuousBackups",
          "dynamodb:Scan",
          "s3:AbortMultipartUpload",
          "s3:DeleteObject",
          "s3:RestoreObject");

  @TempDir private Path folder;
  private LocalDynamoDb own;
  private DynamoDbClient client;
  private CommandRunner typed;
  private Path config;
  private String bucket;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 objects) {
    own = server.isolated();
    client =
        ExportSimulator.seeded(1)
            .over(own.client())
            .into(objects.client())
            .timeOf(() -> typed.now)
            .build()
            .client();
    typed = CommandRunner.guarded(client, objects);
    config = folder.resolve("evenkeel.yaml");
    bucket = objects.newBucket();
  }

  private void configured(String method, String more) throws IOException {
    String yaml = CONFIGURATION.replace("BUCKET", bucket).replace("METHOD", method);
    Files.writeString(config, yaml.replace("          latePolicy", more + "          latePolicy"));
    typed.calls.under(ConfigurationReader.read(config));
  }

  private Result run(String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of("tables", command));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("-c", config.toString()));
    Result result = typed.run(arguments.toArray(String[]::new));
    assertThat(typed.calls.refused()).as("%s %s", command, result).isEmpty();
    return result;
  }

  /** Runs, some minutes apart, until there is an archive. */
  private void archive() {
    for (int runs = 0; runs < 9; runs++) {
      typed.now = typed.now.plus(Duration.ofMinutes(20));
      run("apply");
      run("archive");
      if (run("archives", "-o", "json").json().path("archives").size() > 0) {
        return;
      }
    }
    throw new AssertionError("no archive: " + run("apply"));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(
      strings = {"method: SCAN", "method: AUTO", "{method: EXPORT, verifyExportByScan: true}"})
  void jobs_ofALifeWithArchives_needNoMoreThanThePolicyGrants(String method) throws IOException {
    String settings = method.replaceAll("[{}]", "").replace(", ", "\n      ");
    configured(settings, "");
    run("plan");
    run("apply");
    own.client().updateTable(r -> r.tableName(DAY).deletionProtectionEnabled(false));
    assertThat(run("plan", "--reconcile").out()).containsPattern("mend +" + DAY);
    assertThat(run("apply", "--reconcile").out()).containsPattern("done +mend +" + DAY);
    List<WriteRequest> clicks =
        IntStream.range(0, 20)
            .mapToObj(
                id ->
                    Map.of(
                        "page", AttributeValue.fromS("/page/" + id % 3),
                        "at", AttributeValue.fromS("2026-11-20T12:00:%02dZ".formatted(id))))
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    client.batchWriteItem(r -> r.requestItems(Map.of(DAY, clicks)));
    typed.now = Instant.parse("2026-11-21T01:10:00Z");
    archive();
    configured(settings, "    lateness: 30h\n");
    run("apply");
    configured(settings, "");
    archive();
    run("archive", "--restart", DAY);
    run("status");
    typed.now = Instant.parse("2026-11-24T12:00:00Z");
    run("apply");
    run("apply", "--delete");
    assertThat(own.client().listTables().tableNames()).doesNotContain(DAY);
    run("apply");
    run("adopt", "clicks_2026-11-24");
    run("accept-clock");
    assertThat(run("catalogue", "rebuild", "-o", "json").out())
        .contains("\"known\"")
        .doesNotContain("\"damaged\"");
    client.deleteItem(
        r ->
            r.tableName("evenkeel-control")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("clicks#archives"),
                        "sk", AttributeValue.fromS(DAY))));
    assertThat(run("catalogue", "rebuild").out()).contains("A dry run");
    assertThat(run("catalogue", "rebuild", "--apply").out()).containsPattern("written +" + DAY);
    assertThat(run("restore", DAY).code()).isZero();
    assertThat(run("restore", DAY).code()).isZero();

    Rights.check(ConfigurationReader.read(config), typed.calls.sent(), ELSEWHERE);
  }
}
