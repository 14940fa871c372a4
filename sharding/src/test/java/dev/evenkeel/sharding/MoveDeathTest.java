package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Four processes move the items of a table, one of them from the start of a move to its end, and
 * are killed at any step while another one writes: it ends as if nobody had died.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class MoveDeathTest {
  private static final List<Target> TARGETS =
      List.of(new Target(false, 8), new Target(true, 5), new Target(false, 3), new Target(true, 2));
  private static final int PROCESSES = 4;
  private static final int DEATHS = 50;
  private static final int HOT_ITEMS = 150;
  private static final int KEYS = 10;
  private static final int ITEMS = 250;

  private final Random random = Rounds.random(Long.getLong("evenkeel.seed", 20261125L));
  private final LiveTable table;
  private final LiveTable twin;
  private final Path folder;
  private final ShardingDynamoDbClient writer;

  /** The coordinator, then the movers. */
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
    this.table = new LiveTable(local);
    this.twin = new LiveTable(local, Duration.ofMillis(500), Duration.ofMillis(50));
    this.folder = folder;
    this.writer = table.client();
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
  void moves_fiftyProcessesDie_endAsIfNobodyHad() throws Exception {
    List<Target> made = new ArrayList<>();
    int left = DEATHS;
    while (left > 0) {
      Target target = TARGETS.get(made.size() % TARGETS.size());
      for (int place = 0; place < PROCESSES; place++) {
        start(place, target);
      }
      left -= moved(target, left);
      made.add(target);
      kill(0);
    }
    assertSame(made);
  }

  /** Disturbs a move until it has ended, and counts the deaths. */
  private int moved(Target target, int deathsMax) throws Exception {
    int deaths = 0;
    LayoutEditor editor = table.editor();
    while (!isMade(editor.show(), target)) {
      write();
      int victim = random.nextInt(PROCESSES);
      Thread.sleep(random.nextInt(100));
      if (deaths < deathsMax && children.get(victim).isUp()) {
        kill(victim);
        start(victim, target);
        deaths++;
      }
    }
    return deaths;
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
            List.of(
                Long.toString(LiveTable.LEASE.toMillis()),
                Long.toString(LiveTable.LATE.toMillis())));
    if (place == 0) {
      arguments.add(target.text());
    }
    children.put(
        place,
        new Child(
            Processes.of(MoveChild.class, table.local, arguments.toArray(String[]::new))
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

  private void assertSame(List<Target> made) {
    written.forEach((number, value) -> put(twin.plain, number, value));
    ShardingSpec spec = LiveTable.spec(twin.store());
    Resharder alone = Resharder.of(spec, twin.sending(LayoutGuard.create()));
    for (Target target : made) {
      target.start(alone);
      alone.run();
      assertThat(alone.verify().isUnchanged()).isTrue();
      alone.finish();
    }
    assertThat(stored(table)).hasSize(ITEMS).isEqualTo(stored(twin));
  }

  private static Set<Map<String, AttributeValue>> stored(LiveTable table) {
    Set<Map<String, AttributeValue>> items = new HashSet<>();
    table.plain.scanPaginator(scan -> scan.tableName(LiveTable.TABLE)).items().forEach(items::add);
    return items;
  }
}
