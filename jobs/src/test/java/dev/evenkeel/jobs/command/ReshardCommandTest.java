package dev.evenkeel.jobs.command;

import static dev.evenkeel.jobs.command.MovedClicks.CLICKS;
import static dev.evenkeel.jobs.command.MovedClicks.assertDone;
import static dev.evenkeel.jobs.command.MovedClicks.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalDynamoDbExtension.class)
class ReshardCommandTest {
  private final MovedClicks clicks;

  ReshardCommandTest(LocalDynamoDb server) {
    clicks = new MovedClicks(server);
  }

  @Test
  void move_ofAKey_isPlannedStartedRunVerifiedAndFinished() throws IOException {
    StringBuilder shown = new StringBuilder();
    clicks.late = "20m";
    told(shown, "plan", "--key", "home", "--to", "4");
    clicks.late = "1s";
    assertDone(clicks.typed("layout ready"));
    told(shown, "start", "--key", "home", "--to", "4", "--without-clients");
    assertThat(clicks.places()).containsOnlyKeys("about", "home");
    told(shown, "start", "--key", "home", "--to", "4", "--without-clients", "--apply");
    told(shown, "status");
    assertRefused(clicks.start("--apply"), "are being moved");
    assertRefused(clicks.reshard("finish"), "not verified", "Verify the move first");
    assertRefused(clicks.typed("layout abort"), "are being moved, which cannot be given up");
    assertRefused(
        clicks.typed("layout add-piece", "--key", "about", "--to", "2"), "are being moved");
    told(shown, "run");
    assertThat(clicks.places()).doesNotContainKey("home").containsEntry("about", 1L).hasSize(5);
    assertRefused(clicks.reshard("finish"), "not verified");
    told(shown, "verify");
    told(shown, "finish");
    told(shown, "status");
    assertRefused(clicks.reshard("run"), "No items are being moved. Start a move first. If");
    Golden.check("reshard.txt", shown.toString());
  }

  private void told(StringBuilder shown, String command, String... more) {
    Result result = clicks.reshard(command, more);
    assertDone(result);
    shown.append("$ evenkeel reshard ").append(command);
    List.of(more).forEach(word -> shown.append(' ').append(word));
    shown.append('\n').append(result.out()).append('\n');
  }

  @Tag("deep")
  @Test
  void documents_haveTheNumbers() {
    JsonNode plan = clicks.reshard("plan", "--key", "home", "--to", "4", "-o", "json").json();
    assertThat(plan.path("items").asInt()).isBetween(1, CLICKS);
    assertThat(plan.path("writeUnits").asDouble()).isEqualTo(plan.path("items").asInt() * 10);
    assertThat(plan.path("indexes").asInt(-1)).isZero();
    assertThat(plan.path("indexWriteUnits").asDouble(-1)).isZero();
    assertThat(plan.path("cost").asDouble()).isPositive();
    double free =
        clicks
            .reshard(
                "plan",
                "--key",
                "home",
                "--to",
                "4",
                "-o",
                "json",
                "--price",
                "dynamodb.standard.readRequestMillion=0",
                "--price",
                "dynamodb.standard.writeRequestMillion=0")
            .json()
            .path("cost")
            .asDouble(-1);
    assertThat(free).isZero();

    assertDone(clicks.start("--apply"));
    JsonNode run = clicks.reshard("run", "-o", "json").json();
    JsonNode verify = clicks.reshard("verify", "-o", "json").json();

    assertThat(run.path("movedHere").asInt()).isEqualTo(plan.path("items").asInt());
    assertThat(run.path("done").asBoolean()).isTrue();
    assertThat(run.at("/moving/key/S").asText()).isEqualTo("home");
    assertThat(verify.path("proved").asBoolean()).isTrue();
    assertThat(verify.path("unchanged").asBoolean()).isTrue();
    assertThat(verify.at("/verify/items").asInt()).isEqualTo(CLICKS);
    assertThat(verify.at("/verify/digest").asText())
        .isEqualTo(verify.at("/before/digest").asText())
        .matches("[0-9a-f]{32}");
    assertThat(clicks.reshard("finish", "-o", "json").json().path("moving").isNull()).isTrue();
  }

  @Tag("deep")
  @Test
  void run_withAStopFile_endsInOrderAndGoesOn(@TempDir Path folder) throws IOException {
    assertDone(clicks.start("--apply"));
    Path stop = Files.createFile(folder.resolve("stop"));

    Result stopped =
        clicks.reshard("run", "--stop-file", stop.toString(), "--units-per-second", "50");

    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.out()).startsWith("Moved 0 items here. Stopped before the end: repeat");
    JsonNode status = clicks.reshard("status", "-o", "json").json();
    assertThat(status.at("/run/unitsPerSecond").asDouble()).isEqualTo(50);
    assertThat(status.path("secondsLeft").asInt()).as("by the pace").isBetween(1, 7);
    assertThat(clicks.reshard("status").out()).contains("workers: 0, about 7s left");
    Result idle = clicks.reshard("status", "--over", "1s", "-o", "json");
    assertThat(idle.json().path("secondsLeft").isNull()).as("%s", idle).isTrue();
    assertRefused(clicks.reshard("finish"), "not verified");
    Files.delete(stop);
    assertDone(clicks.reshard("run", "--stop-file", stop.toString(), "--share", "1"));
    Result unread = clicks.reshard("verify", "--stop-file", Files.createFile(stop).toString());
    assertThat(unread.code()).isEqualTo(1);
    assertThat(unread.out()).startsWith("Stopped before everything was read: repeat it");
    assertDone(clicks.reshard("verify"));
    assertDone(clicks.reshard("finish"));
  }

  @Tag("deep")
  @Test
  void run_stopFileThatComesMeanwhile_endsInOrder(@TempDir Path folder) throws Exception {
    assertDone(clicks.start("--apply"));
    Path stop = folder.resolve("stop");
    CompletableFuture<Result> run =
        CompletableFuture.supplyAsync(
            () ->
                clicks.reshard(
                    "run",
                    "--stop-file",
                    stop.toString(),
                    "--units-per-second",
                    "20",
                    "-o",
                    "json"));
    while (clicks.places().keySet().stream().noneMatch(page -> page.startsWith("home."))) {
      assertThat(run).isNotDone();
      Thread.sleep(20);
    }

    Files.createFile(stop);

    assertThat(run.join().code()).isEqualTo(1);
    assertThat(run.join().json().path("movedHere").asInt()).isBetween(1, CLICKS - 1);
    assertThat(run.join().json().path("done").asBoolean(true)).isFalse();
    assertThat(clicks.places()).as("what is left").containsKey("home");
    Files.delete(stop);
    assertDone(clicks.reshard("run", "--share", "1"));
    assertThat(clicks.places()).doesNotContainKey("home");
  }

  @Tag("deep")
  @Test
  void run_askedToEnd_endsInOrder() {
    assertDone(clicks.start("--apply"));
    clicks.typed.onEnding(Runnable::run);

    Result stopped = clicks.reshard("run", "-o", "json");

    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.json().path("done").asBoolean(true)).isFalse();
    clicks.typed.onEnding(ending -> {});
    assertDone(clicks.reshard("run"));
  }

  /** At 2 units a second an item takes five seconds, and the first page has sixteen. */
  @Tag("deep")
  @Test
  void work_askedToEndAtASlowPace_endsSoonAndGoesOn() throws Exception {
    assertDone(clicks.start("--apply"));
    CompletableFuture<Result> slow =
        CompletableFuture.supplyAsync(
            () -> clicks.typed("work", "--units-per-second", "2", "-o", "json"));
    while (!clicks.places().containsKey("home.0") && !clicks.places().containsKey("home.1")) {
      assertThat(slow).isNotDone();
      Thread.sleep(20);
    }

    clicks.typed.end();
    Result stopped = slow.get(4, TimeUnit.SECONDS);

    assertThat(stopped.code()).as("%s", stopped).isEqualTo(1);
    long moved = clicks.places().get("home") - CLICKS;
    assertThat(stopped.json().path("movedHere").asLong()).isEqualTo(-moved);
    assertDone(clicks.reshard("run", "--units-per-second", "10000"));
    assertThat(clicks.reshard("verify", "-o", "json").json().path("unchanged").asBoolean())
        .isTrue();
  }

  @Tag("deep")
  @Test
  void run_controlTableIsDeletedMeanwhile_endsSoonAndSaysSo() throws Exception {
    assertDone(clicks.start("--apply"));
    CompletableFuture<Result> run =
        CompletableFuture.supplyAsync(() -> clicks.reshard("run", "--units-per-second", "20"));
    while (clicks.places().keySet().stream().noneMatch(page -> page.startsWith("home."))) {
      assertThat(run).isNotDone();
      Thread.sleep(20);
    }

    clicks.plain.deleteTable(delete -> delete.tableName(LayoutRuns.LAYOUTS));
    Result ended = run.get(10, TimeUnit.SECONDS);

    assertRefused(
        ended,
        "There is no control table 'evenkeel-layouts' in ",
        "any more: this step has written to it before. Restore it under its name from a backup");
  }

  @Tag("deep")
  @Test
  void work_ofThreeWorkers_movesAndVerifiesEverything() throws Exception {
    assertRefused(clicks.typed("work", "--index", "2"), "knows of no change of table 'clicks'");
    assertDone(clicks.start("--apply"));
    assertThat(clicks.typed("work", "--index", "-1").err()).contains("--index must be 0 or more");

    List<Result> ended = new ArrayList<>();
    List<Thread> workers = new ArrayList<>();
    for (int index = 0; index < 3; index++) {
      String own = Integer.toString(index);
      Thread worker =
          new Thread(
              () -> {
                Result result = clicks.typed("work", "--job", "move", "--index", own, "-o", "json");
                synchronized (ended) {
                  ended.add(result);
                }
              });
      workers.add(worker);
      worker.start();
    }
    for (Thread worker : workers) {
      worker.join();
    }

    assertThat(ended).hasSize(3).allMatch(result -> result.code() == 0);
    assertThat(ended)
        .extracting(result -> result.json().path("worker").asInt(-1))
        .contains(0, 1, 2);
    assertThat(ended.stream().mapToInt(result -> result.json().path("movedHere").asInt()).sum())
        .isEqualTo(clicks.reshard("status", "-o", "json").json().at("/before/items").asInt());
    assertThat(clicks.places()).doesNotContainKey("home");
    Result late = clicks.typed("work", "--index", "7");
    assertDone(late);
    assertThat(late.out()).startsWith("Worker 7 moved 0 items. Proved: none of 30");
    assertDone(clicks.reshard("finish"));
    assertThat(clicks.typed("work", "--index", "8").out())
        .startsWith("No items are being moved: noth");
  }

  @Tag("deep")
  @Test
  void start_ofAllKeys_movesThem() {
    Result plan = clicks.reshard("plan", "--all-keys", "--to", "3");
    assertDone(plan);
    assertThat(plan.out())
        .contains("all items without pieces of their own to 3 shards", "as DynamoDB says");

    Result started =
        clicks.reshard("start", "--all-keys", "--to", "3", "--without-clients", "--apply");

    assertDone(started);
    assertThat(started.err()).contains("waits 2s until every client knows of the move");
    assertDone(clicks.reshard("run"));
    assertThat(clicks.places()).hasSize(4).doesNotContainKeys("home", "about");
    assertDone(clicks.reshard("verify"));
    assertDone(clicks.reshard("finish"));
  }
}
