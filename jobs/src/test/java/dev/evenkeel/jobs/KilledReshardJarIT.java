package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.jobs.Wire.Blow;
import dev.evenkeel.jobs.Wire.Moment;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A move by the jar, of which {@code run} is asked to end (SIGTERM) and killed (SIGKILL) in the
 * middle, and run again: nothing is lost, and nothing comes twice.
 */
@Tag("deep")
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class KilledReshardJarIT {
  private static final long SEED = Long.getLong("evenkeel.seed", 20250310L);
  private static final List<Moment> MOMENTS = List.of(Moment.values());
  private static final int CLICKS = 120;

  /** More requests than a run sends before it moves the first item, and fewer than all of it. */
  private static final int AMONG_ITEMS = 40;

  private static final int KILLED = 128 + 9;

  private final Fixture fixture;

  KilledReshardJarIT(LocalDynamoDb server, LocalS3 objects, @TempDir Path folder)
      throws IOException {
    fixture = new Fixture(server, objects, folder, "resharded");
  }

  @BeforeEach
  void write() {
    fixture.create("clicks", "page", "S", "at", "S");
    LayoutStore.builder(fixture.client).build().createTable();
    for (int at = 0; at < CLICKS; at++) {
      Map<String, AttributeValue> item =
          Map.of(
              "page", AttributeValue.fromS("home"),
              "at", AttributeValue.fromS("t%03d".formatted(at)),
              "text", AttributeValue.fromS("x".repeat(at)));
      fixture.client.putItem(put -> put.tableName("clicks").item(item));
    }
  }

  @AfterEach
  void close() throws IOException {
    fixture.close();
  }

  private static String[] command(String command, String... more) {
    List<String> line = new ArrayList<>(List.of("reshard", command, "-o", "json"));
    line.addAll(List.of("--table", "clicks", "--partition-key", "page", "--sort-key", "at"));
    line.addAll(List.of("--lease", "1s", "--late", "1s"));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private JsonNode done(String command, String... more) throws Exception {
    fixture.wire.arm(null);
    Ended ended = fixture.jar.run(command(command, more));
    assertThat(ended.code()).as("%s %s", ended.out(), ended.err()).isZero();
    return ended.json();
  }

  /** Runs slowly, and is struck at a request. */
  private Ended struck(int request, Moment moment, Consumer<Process> strike) throws Exception {
    CompletableFuture<Process> process = new CompletableFuture<>();
    fixture.wire.arm(new Blow(request, moment, () -> strike.accept(process.join())));
    process.complete(fixture.jar.start(command("run", "--units-per-second", "100")));
    return fixture.jar.ended(process.join());
  }

  private static void kill(Process process) {
    try {
      process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Texts by sort key, of all places; fails if a sort key is at two. */
  private Map<String, String> clicks() {
    return fixture.client.scanPaginator(scan -> scan.tableName("clicks")).items().stream()
        .collect(Collectors.toMap(item -> item.get("at").s(), item -> item.get("text").s()));
  }

  @Test
  void run_endedAndKilled_losesNothing() throws Exception {
    Random random = new Random(SEED);
    Map<String, String> before = clicks();
    done("start", "--key", "home", "--to", "4", "--without-clients", "--apply");

    Ended asked = struck(AMONG_ITEMS, Moment.AFTER, Process::destroy);
    assertThat(asked.code()).as("%s", asked).isEqualTo(1);
    assertThat(asked.json().path("done").asBoolean(true)).as(asked.out()).isFalse();
    assertThat(asked.json().path("movedHere").asInt()).isBetween(1, CLICKS - 1);

    Moment moment = MOMENTS.get(random.nextInt(MOMENTS.size()));
    int request = AMONG_ITEMS + random.nextInt(AMONG_ITEMS);
    Ended killed = struck(request, moment, KilledReshardJarIT::kill);
    assertThat(killed.code()).as("-Devenkeel.seed=%d: %s", SEED, killed).isEqualTo(KILLED);
    assertThat(done("status").at("/run/done").asInt()).as("segments done").isZero();

    JsonNode run = done("run");
    assertThat(run.path("done").asBoolean()).isTrue();
    JsonNode proof = done("verify");
    assertThat(proof.path("proved").asBoolean()).isTrue();
    assertThat(proof.path("unchanged").asBoolean()).isTrue();
    assertThat(proof.at("/verify/items").asInt()).isEqualTo(CLICKS);
    done("finish");
    assertThat(clicks()).isEqualTo(before);
    assertThat(fixture.client.scan(scan -> scan.tableName("clicks")).items())
        .allMatch(item -> item.get("page").s().matches("home\\.[0-3]"));
  }
}
