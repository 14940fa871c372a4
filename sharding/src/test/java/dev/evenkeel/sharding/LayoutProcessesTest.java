package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Several processes write one key while pieces are added to it. Processes are killed, and stopped
 * for longer than a lease lasts and woken, those that write and those that add pieces: every write
 * that was answered is found, and no item lies where nobody looks.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class LayoutProcessesTest {
  private static final String LEASE = "2000";
  private static final String LATE = "1500";
  private static final int PROCESSES = 3;
  private static final int CHANGES = 6;

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Path folder;
  private final List<Process> processes = new ArrayList<>();
  private int started;

  LayoutProcessesTest(LocalDynamoDb local, @TempDir Path folder) {
    this.local = local.isolated();
    this.plain = this.local.client();
    this.folder = folder;
  }

  @Test
  @Tag("deep")
  void addPiece_whileProcessesAreKilledAndStopped_losesNoAnsweredWrite() throws Exception {
    whileProcessesWrite(
        (editor, random) -> assertThat(disturb(editor, random)).as("pieces added").isPositive());
  }

  @Test
  @Tag("deep")
  void addPiece_byProcessesThatAreKilledAndStopped_isFinishedByOthers() throws Exception {
    whileProcessesWrite(
        (editor, random) -> {
          try (LayoutCoordinators coordinators =
              new LayoutCoordinators(folder, () -> coordinator(random))) {
            coordinators.begin();
            for (int change = 0; change < CHANGES; change++) {
              List<Process> stopped = new ArrayList<>(processes);
              stopped.remove(random.nextInt(PROCESSES));
              for (Process writer : stopped) {
                Processes.signal("STOP", writer);
              }
              Thread.sleep(random.nextInt(1_000));
              coordinators.disturb(random, change % 3 == 0);
              for (Process writer : stopped) {
                Processes.signal("CONT", writer);
              }
            }
          }
        });
  }

  private ProcessBuilder coordinator(Random random) {
    return Processes.of(LayoutCoordinator.class, local, LEASE, LATE, "" + random.nextInt());
  }

  /** What is done to the layout meanwhile. */
  private interface Changes {
    void make(LayoutEditor editor, Random random) throws Exception;
  }

  private void whileProcessesWrite(Changes changes) throws Exception {
    assumeTrue(Files.exists(Path.of("/proc")), "signals are sent as Linux has them");
    plain.createTable(
        TableFixture.named(LayoutChild.TABLE)
            .partitionKey("pk", ScalarAttributeType.S)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    try (LayoutStore store = LayoutChild.store(plain, LEASE, LATE)) {
      store.createTable();
      for (int i = 0; i < PROCESSES; i++) {
        start();
      }
      LayoutEditor editor = LayoutEditor.of(LayoutChild.spec(store), plain);
      editor.ready();
      changes.make(editor, new Random(Long.getLong("evenkeel.seed", 20261123L)));
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    for (Process process : processes) {
      process.waitFor();
    }
    assertNothingIsLost();
  }

  /** Starts a process and waits until it writes. */
  private void start() throws Exception {
    started++;
    processes.add(
        Processes.of(LayoutChild.class, local, LEASE, LATE)
            .redirectOutput(folder.resolve("written-" + started).toFile())
            .redirectError(folder.resolve("failed-" + started).toFile())
            .start());
    while (written(started).size() < 20) {
      assertThat(processes.get(started - 1).isAlive()).isTrue();
      Thread.sleep(50);
    }
  }

  /** The last line of a process that was killed may be cut. */
  private List<String> written(int process) throws IOException {
    return Files.readAllLines(folder.resolve("written-" + process)).stream()
        .filter(line -> line.matches("\\d{15,}-\\d+"))
        .toList();
  }

  private int disturb(LayoutEditor editor, Random random) throws Exception {
    int added = 0;
    for (int change = 0; change < CHANGES || added == 0; change++) {
      Process victim = processes.get(processes.size() - 1 - random.nextInt(PROCESSES));
      Thread.sleep(random.nextInt(300));
      boolean killed = random.nextBoolean();
      Processes.signal(killed ? "KILL" : "STOP", victim);
      try {
        editor.addPiece(LayoutChild.HOT, 2 + random.nextInt(8));
        added++;
      } catch (LayoutChangeException e) {
        assertThat(e.reason()).isEqualTo(Reason.NOT_ACKNOWLEDGED);
      }
      if (killed) {
        start();
      } else {
        Processes.signal("CONT", victim);
      }
    }
    return added;
  }

  private void assertNothingIsLost() throws IOException {
    List<String> written = new ArrayList<>();
    for (int i = 1; i <= started; i++) {
      written.addAll(written(i));
    }
    assertThat(written).hasSizeGreaterThan(100);
    try (LayoutStore store = LayoutChild.store(plain, LEASE, LATE);
        DynamoDbClient sends =
            local
                .clientBuilder()
                .overrideConfiguration(c -> c.addExecutionInterceptor(LayoutGuard.create()))
                .build()) {
      ShardingDynamoDbClient client =
          ShardingDynamoDbClient.builder(sends).table(LayoutChild.spec(store)).build();
      QueryRequest query =
          QueryRequest.builder()
              .tableName(LayoutChild.TABLE)
              .keyConditionExpression("pk = :pk")
              .expressionAttributeValues(Map.of(":pk", LayoutChild.HOT))
              .consistentRead(true)
              .build();
      List<String> found =
          client.queryPaginator(query).items().stream().map(item -> item.get("sk").s()).toList();
      assertThat(found).isSorted().containsAll(written);
      assertThat(plain.scanPaginator(scan -> scan.tableName(LayoutChild.TABLE)).items().stream())
          .as("items stored, and found where the layout says")
          .hasSize(found.size());
      for (int i = 0; i < written.size(); i += 37) {
        String sort = written.get(i);
        assertThat(
                client
                    .getItem(get -> get.tableName(LayoutChild.TABLE).key(LayoutChild.key(sort)))
                    .hasItem())
            .isTrue();
      }
    }
  }
}
