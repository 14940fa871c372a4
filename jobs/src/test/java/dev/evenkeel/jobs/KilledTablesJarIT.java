package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.TablesLife.Step;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Lives of tables, driven by the jar: one undisturbed, and others in which {@code apply}, {@code
 * archive} and {@code restore} are killed with SIGKILL, at random requests, and run again. After
 * each step both have left the same.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class KilledTablesJarIT {
  private static final long SEED = Long.getLong("evenkeel.seed", 20250310L);

  private final LocalDynamoDb server;
  private final LocalS3 objects;
  private final Path folder;
  private final List<StepOutcome> undisturbed = new ArrayList<>();

  /** The result of a step, and the number of requests it took. */
  private record StepOutcome(int requests, FinalState remains) {}

  KilledTablesJarIT(LocalDynamoDb server, LocalS3 objects, @TempDir Path folder) {
    this.server = server;
    this.objects = objects;
    this.folder = folder;
  }

  @BeforeAll
  void liveUndisturbed() throws Exception {
    try (TablesLife life = new TablesLife(server, objects, folder, "undisturbed")) {
      for (Step step : TablesLife.STEPS) {
        undisturbed.add(new StepOutcome(life.take(step), life.remains()));
      }
    }
  }

  /** The undisturbed life, with which the others are compared, is right. */
  @Test
  void tables_undisturbed_areArchivedAndRestoredWhole() {
    Set<Map<String, AttributeValue>> day = items(0).get(TablesLife.DAY);
    assertThat(day).hasSize(TablesLife.ITEMS);
    assertThat(items(4).get(TablesLife.DAY + "-restored")).isEqualTo(day);
    assertThat(undisturbed.get(2).remains().archives().get(TablesLife.DAY))
        .isEqualTo(ArchiveFiles.json(items(0).getOrDefault(TablesLife.DAY, Set.of())));
    assertThat(items(3)).doesNotContainKey(TablesLife.DAY);
  }

  private Map<String, Set<Map<String, AttributeValue>>> items(int step) {
    return undisturbed.get(step).remains().items();
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(SEED + 1, SEED + 2);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void tables_killedTwentyTimesEach_endAsUndisturbed(long seed) throws Exception {
    live(seed);
  }

  private void live(long seed) throws Exception {
    Random random = new Random(seed);
    try (TablesLife life = new TablesLife(server, objects, folder, "killed-" + seed)) {
      for (int i = 0; i < undisturbed.size(); i++) {
        Step step = TablesLife.STEPS.get(i);
        StepOutcome left = undisturbed.get(i);
        life.take(step, step.kills(), random, left.requests());
        FinalState found = life.remains();
        String where = "%s, -Devenkeel.seed=%d".formatted(step, seed);
        assertThat(found.settings()).as(where).isEqualTo(left.remains().settings());
        assertThat(found.items()).as(where).isEqualTo(left.remains().items());
        assertThat(found.archives()).as(where).isEqualTo(left.remains().archives());
      }
    }
  }
}
