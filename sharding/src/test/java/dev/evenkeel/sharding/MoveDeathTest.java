package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.sharding.MoveChild.Target;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Four processes move the items of a table, one of them from the start of a move to its end, and
 * two more write. All are killed and stopped at any step, while this one writes and reads: what it
 * reads is always right, and it ends as if nobody had died.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class MoveDeathTest {
  private static final List<Target> TARGETS =
      List.of(new Target(false, 8), new Target(true, 5), new Target(false, 3), new Target(true, 2));
  private static final int MOVERS = 4;
  private static final int PROCESSES = MOVERS + 2;

  /** Of movers and coordinators, in ten times the usual rounds. Writers die besides. */
  private static final int DEATHS = Rounds.upTo(50);

  /** Processes are stopped for less than that, as a request may be late by it. */
  private static final Duration LATE = Duration.ofSeconds(3);

  private static final int STOP_MILLIS = 2_000;
  private static final int HOT_ITEMS = 150;
  private static final int KEYS = 10;
  private static final int ITEMS = 250;

  private final Random random = Rounds.random(Long.getLong("evenkeel.seed", 20261125L));
  private final LiveTable table;
  private final LiveTable twin;
  private final Path folder;
  private final ShardingDynamoDbClient writer;
  private final MoveReader reader;

  /** The coordinator, then the movers, then the writers. */
  private final Map<Integer, Child> children = new HashMap<>();

  private final Map<Integer, Integer> written = new HashMap<>();
  private int started;

  /** A process, and where it prints. */
  private record Child(Process process, Path output, Path failures) {
    boolean isUp() throws IOException {
      assertThat(process.isAlive()).as("%s", Files.readString(failures)).isTrue();
      return Files.size(output) > 0;
    }
  }

  MoveDeathTest(LocalDynamoDb local, @TempDir Path folder) {
    this.table = new LiveTable(local, LiveTable.LEASE, LATE);
    this.twin = new LiveTable(local, Duration.ofMillis(500), Duration.ofMillis(50));
    this.folder = folder;
    this.writer = table.client();
    this.reader = new MoveReader(table.client(), random);
    for (int i = 0; i < ITEMS; i++) {
      written.put(i, 0);
    }
    written.forEach((number, value) -> put(table.plain, number, value));
  }

  private static Map<String, AttributeValue> item(int number, int value) {
    String key = number < HOT_ITEMS ? "hot" : "key" + number % KEYS;
    Map<String, AttributeValue> item = new HashMap<>(LiveTable.key(key, "s" + (1000 + number)));
    item.put("value", AttributeValue.fromN(Integer.toString(value)));
    return item;
  }

  private static void put(DynamoDbClient client, int number, int value) {
    client.putItem(put -> put.tableName(LiveTable.TABLE).item(item(number, value)));
  }

  /** One that is stopped can be killed, too. */
  private void kill(int place) throws InterruptedException {
    children.remove(place).process().destroyForcibly().waitFor();
  }

  @AfterEach
  void close() throws InterruptedException {
    for (int place : List.copyOf(children.keySet())) {
      kill(place);
    }
    table.close();
    twin.close();
  }

  @Test
  @Tag("deep")
  void moves_whoseMoversDieWhileOthersStop_endAsIfNobodyHad() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc")), "signals are sent as Linux has them");
    List<Target> made = new ArrayList<>();
    int left = DEATHS;
    while (left > 0 || made.size() < 2) { // one key, and the whole table
      Target target = TARGETS.get(made.size() % TARGETS.size());
      for (int place = 0; place < PROCESSES; place++) {
        start(place, target);
      }
      left -= moved(target, made.isEmpty() ? (left + 1) / 2 : left);
      made.add(target);
      kill(0);
    }
    for (int place : List.copyOf(children.keySet())) {
      kill(place);
    }
    assertThat(reader.checked()).isPositive();
    assertSame(made);
  }

  /** Disturbs a move until it has ended, and counts the deaths of those that move items. */
  private int moved(Target target, int deathsMax) throws Exception {
    int deaths = 0;
    LayoutEditor editor = table.editor();
    while (!isMade(editor.show(), target)) {
      write();
      reader.read();
      int victim = random.nextInt(PROCESSES);
      Thread.sleep(random.nextInt(100));
      if (children.get(victim).isUp() && deaths < deathsMax) {
        if (random.nextInt(3) == 0) {
          stop(children.get(victim).process());
        } else {
          kill(victim);
          start(victim, target);
          deaths += victim < MOVERS ? 1 : 0;
        }
      }
    }
    return deaths;
  }

  /** For longer than a lease, now and then. */
  private void stop(Process process) throws Exception {
    Processes.signal("STOP", process);
    Executor later =
        CompletableFuture.delayedExecutor(random.nextInt(STOP_MILLIS), TimeUnit.MILLISECONDS);
    later.execute(() -> wake(process));
  }

  private static void wake(Process process) {
    try {
      if (process.isAlive()) {
        Processes.signal("CONT", process);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isMade(Layout layout, Target target) {
    return layout.moving() == null
        && (target.whole()
            ? layout.shards() == target.shards()
            : Pieces.shards(target.shards()).equals(layout.keys().get(LiveTable.HOT)));
  }

  private void start(int place, Target target) throws IOException {
    if (children.containsKey(place)) {
      return;
    }
    started++;
    Path output = folder.resolve("output-" + started);
    Path failures = folder.resolve("failures-" + started);
    List<String> arguments =
        new ArrayList<>(
            List.of(Long.toString(LiveTable.LEASE.toMillis()), Long.toString(LATE.toMillis())));
    if (place == 0) {
      arguments.add(target.text());
    }
    if (place >= MOVERS) {
      arguments.add("w" + started);
      Files.createFile(output);
      reader.watch(output);
    }
    Class<?> program = place < MOVERS ? MoveChild.class : MoveWriterChild.class;
    children.put(
        place,
        new Child(
            Processes.of(program, table.local, arguments.toArray(String[]::new))
                .redirectOutput(output.toFile())
                .redirectError(failures.toFile())
                .start(),
            output,
            failures));
  }

  private void write() {
    int number = random.nextInt(ITEMS);
    int value = written.get(number) + 1;
    put(writer, number, value);
    written.put(number, value);
  }

  private void assertSame(List<Target> made) throws IOException {
    reader.readAll();
    List<String> others =
        stored(table).stream()
            .map(item -> item.get("sk").s())
            .filter(sort -> sort.startsWith("w"))
            .toList();
    assertThat(others).doesNotHaveDuplicates().containsAll(reader.written());
    written.forEach((number, value) -> put(twin.plain, number, value));
    ShardingSpec spec = LiveTable.spec(twin.store());
    Resharder alone = Resharder.of(spec, twin.sending(LayoutGuard.create()));
    for (Target target : made) {
      target.start(alone);
      alone.run();
      assertThat(alone.verify().isUnchanged()).isTrue();
      alone.finish();
    }
    Set<Map<String, AttributeValue>> own = stored(table);
    own.removeIf(item -> item.get("sk").s().startsWith("w"));
    assertThat(own).hasSize(ITEMS).isEqualTo(stored(twin));
  }

  private static Set<Map<String, AttributeValue>> stored(LiveTable table) {
    Set<Map<String, AttributeValue>> items = new HashSet<>();
    table.plain.scanPaginator(scan -> scan.tableName(LiveTable.TABLE)).items().forEach(items::add);
    return items;
  }
}
