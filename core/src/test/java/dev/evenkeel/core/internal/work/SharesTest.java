package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static WorkerRow hungry(String id) {
    return new WorkerRow(id, "host", 9, 1, true, false);
  }

  private static WorkerRow modest(String id, double used) {
    return new WorkerRow(id, "host", 9, used, false, false);
  }

  @Test
  void of_allHungry_equal() {
    List<WorkerRow> workers = List.of(hungry("a"), hungry("b"), hungry("c"), hungry("d"));

    assertThat(Shares.of(100, workers, "c")).isEqualTo(25);
  }

  @Test
  void of_oneModest_theOthersHaveTheRest() {
    List<WorkerRow> workers = List.of(modest("a", 5), hungry("b"), hungry("c"));

    assertThat(Shares.of(100, workers, "a")).isEqualTo(10);
    assertThat(Shares.of(100, workers, "b")).isEqualTo(45);
  }

  @Test
  void of_idleWorker_keepsEnoughToShowThatItCouldUseMore() {
    assertThat(Shares.of(100, List.of(modest("a", 0), hungry("b")), "a")).isEqualTo(5);
  }

  @Test
  void of_newWorker_isTakenForHungry() {
    WorkerRow fresh = new WorkerRow("a", "host", 1, 0, false, false);

    assertThat(Shares.of(100, List.of(fresh, hungry("b")), "a")).isEqualTo(50);
  }

  @Test
  void of_noLimit_noLimit() {
    assertThat(Shares.of(Double.POSITIVE_INFINITY, List.of(hungry("a")), "a")).isInfinite();
  }

  @Test
  void of_anyReports_togetherAtMostTheRate() {
    Random random = new Random(7);
    for (int round = 0; round < 1_000; round++) {
      List<WorkerRow> workers = new ArrayList<>();
      int count = 1 + random.nextInt(12);
      for (int i = 0; i < count; i++) {
        workers.add(
            new WorkerRow(
                "w" + i,
                "host",
                random.nextInt(3),
                random.nextDouble() * 40,
                random.nextBoolean(),
                false));
      }
      double sum = workers.stream().mapToDouble(row -> Shares.of(100, workers, row.id())).sum();
      assertThat(sum).isLessThanOrEqualTo(100 + 1e-6);
      if (workers.stream().anyMatch(WorkerRow::waited)) {
        assertThat(sum).isCloseTo(100, within(1e-6));
      }
    }
  }
}
