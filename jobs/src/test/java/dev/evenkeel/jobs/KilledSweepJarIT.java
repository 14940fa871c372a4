package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.SweptLife.Step;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sweeps by the jar: undisturbed, and killed with SIGKILL at random requests, and run again. Both
 * leave the same: every live value, and nothing else.
 */
@Tag("deep")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class KilledSweepJarIT {
  private static final long SEED = Long.getLong("evenkeel.seed", 20250310L);

  private final LocalDynamoDb server;
  private final LocalS3 objects;
  private final Path folder;
  private final List<StepOutcome> undisturbed = new ArrayList<>();

  /** The result of a step, and the number of requests it took. */
  private record StepOutcome(int requests, SortedMap<String, Integer> payloads) {}

  KilledSweepJarIT(LocalDynamoDb server, LocalS3 objects, @TempDir Path folder) {
    this.server = server;
    this.objects = objects;
    this.folder = folder;
  }

  @BeforeAll
  void sweepUndisturbed() throws Exception {
    try (SweptLife life = new SweptLife(server, objects, folder, "swept")) {
      Map<String, Integer> before = life.payloads();
      for (Step step : SweptLife.STEPS) {
        undisturbed.add(new StepOutcome(life.take(step), life.payloads()));
      }
      life.requireWhole();
      Map<String, Integer> after = life.payloads();
      assertThat(after).containsEntry("reply-intents", 0).containsEntry("objects", 8);
      assertThat(before.get("objects")).isEqualTo(20);
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(SEED + 1, SEED + 2);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void sweep_killedTwentyTimes_endsAsUndisturbed(long seed) throws Exception {
    Random random = new Random(seed);
    try (SweptLife life = new SweptLife(server, objects, folder, "swept-" + seed)) {
      for (int i = 0; i < undisturbed.size(); i++) {
        Step step = SweptLife.STEPS.get(i);
        StepOutcome left = undisturbed.get(i);
        life.take(step, step.kills(), random, left.requests());
        life.requireWhole();
        assertThat(life.payloads())
            .as("%s, -Devenkeel.seed=%d", step, seed)
            .isEqualTo(left.payloads());
      }
    }
  }
}
