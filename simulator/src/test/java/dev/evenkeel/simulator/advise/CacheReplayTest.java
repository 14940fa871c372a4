package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import org.junit.jupiter.api.Test;

/** What a cache gains, by a trace. */
class CacheReplayTest {
  private final KeyAdvisor advisor = KeyAdvisor.create();

  private void read(long millis, int item, int bytes) {
    advisor.add(TraceRecord.of(millis, "item " + item, Access.EVENTUAL_READ, bytes));
  }

  private Finding finding() {
    return advisor.advice().findings().stream()
        .filter(found -> found.kind() == Kind.CACHEABLE_READS)
        .findFirst()
        .orElse(null);
  }

  @Test
  void itemThatIsReadAllTheTime_isWorthASmallCache() {
    for (int i = 0; i < 10_000; i++) {
      read(i * 10L, 1, 1_000);
    }
    assertThat(finding().seen())
        .isEqualTo(
            "of 10,000 eventually consistent reads, a cache answers 99.9 % with 1 MiB; 99.9 % with"
                + " 4 MiB; 99.9 % with 16 MiB; 99.9 % with 64 MiB, and saves 99.8 % of their units");
    assertThat(finding().cure()).contains("ItemCache.ofBytes(1 << 20)");
  }

  @Test
  void manyPopularItems_needBytes() {
    for (int round = 0; round < 20; round++) {
      for (int item = 0; item < 2_000; item++) {
        read(round * 1_000L, item, 4_000);
      }
    }
    assertThat(finding().seen()).contains("0.0 % with 1 MiB; 0.0 % with 4 MiB");
    assertThat(finding().cure()).contains("ItemCache.ofBytes(16 << 20)");
  }

  @Test
  void readsOfEverNewItems_thoseThatAreWrittenBetween_andConsistentOnes_gainNothing() {
    for (int i = 0; i < 5_000; i++) {
      read(i * 10L, i, 1_000);
      advisor.add(TraceRecord.of(i * 10L, "written", Access.EVENTUAL_READ, 1_000));
      advisor.add(TraceRecord.of(i * 10L, "written", Access.REPLACE, 1_000));
      advisor.add(TraceRecord.of(i * 10L, "strong", Access.STRONG_READ, 1_000));
    }
    assertThat(finding()).isNull();
  }
}
