package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A restore whose files, writes and last scan a worker does. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SharedRestoreCommandTest {
  private static final String DAY = "clicks_2026-11-20";
  private static final int CLICKS = 20;

  @TempDir private Path folder;
  private CommandRunner typed;
  private DynamoDbClient client;
  private String config;

  @BeforeEach
  void begin(LocalDynamoDb server, LocalS3 s3) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own, s3);
    client = own.client();
    String configuration =
        """
        controlTable: evenkeel-control
        tables:
          - tableName: clicks
            time: {attribute: at}
            period: day
            since: 2026-11-20
            template: {partitionKey: {name: page}, sortKey: {name: at}}
            retention: {age: 2d}
            archive: {bucket: {bucket: %s, prefix: clicks}}
        lifecycle: {deletes: 1}
        """
            .formatted(s3.newBucket());
    config = Files.writeString(folder.resolve("evenkeel.yaml"), configuration).toString();
  }

  private Result tables(String... words) {
    List<String> arguments = new ArrayList<>(List.of("tables"));
    arguments.addAll(List.of(words));
    arguments.addAll(List.of("-c", config));
    return typed.run(arguments.toArray(String[]::new));
  }

  private Result work() {
    return typed.run("work", "-c", config, "--job", "audit", "--index", "2", "-o", "json");
  }

  private static WriteRequest click(int id) {
    Map<String, AttributeValue> item =
        Map.of(
            "page", AttributeValue.fromS("/page/" + id % 3),
            "at", AttributeValue.fromS("2026-11-20T12:00:%02dZ".formatted(id)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private List<Map<String, AttributeValue>> rows(String table) {
    return client.scan(scan -> scan.tableName(table)).items();
  }

  @Tag("deep")
  @Test
  void restore_whosePassesAWorkerDoes_givesTheSameItemsBack() {
    assertThat(tables("apply").code()).isZero();
    List<WriteRequest> clicks =
        IntStream.range(0, CLICKS).mapToObj(SharedRestoreCommandTest::click).toList();
    client.batchWriteItem(batch -> batch.requestItems(Map.of(DAY, clicks)));
    typed.now = Instant.parse("2026-11-21T01:10:00Z");
    assertThat(tables("apply").code()).isZero();
    assertThat(tables("apply").out()).containsPattern("done +archive +" + DAY);
    assertThat(tables("restore", DAY, "--job", "verify").err()).contains("no pass of a move");

    CompletableFuture<Result> restore =
        CompletableFuture.supplyAsync(() -> tables("restore", DAY, "--job", "audit"));
    int items = 0;
    while (!restore.isDone()) {
      Result worked = work();
      assertThat(worked.code()).as("%s", worked).isZero();
      items += worked.json().path("items").asInt();
    }

    Result restored = restore.join();
    assertThat(restored.code()).as("%s", restored).isZero();
    assertThat(restored.out())
        .isEqualTo("%s is restored as %s-restored, all 20 items.%n".formatted(DAY, DAY));
    assertThat(items).as("checked, written and verified").isEqualTo(3 * CLICKS);
    assertThat(rows(DAY + "-restored")).containsExactlyInAnyOrderElementsOf(rows(DAY));
  }
}
