package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.advise.CacheAdvice.Size;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a cache gains, by a trace. */
class CacheAdvisorTest {
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
                + " 4 MiB; 99.9 % with 16 MiB; 99.9 % with 64 MiB, and saves 99.7 % of their"
                + " units");
    assertThat(finding().cure()).contains("ItemCache.ofBytes(1 << 20)");
  }

  @Test
  void manyPopularItems_needBytes() {
    for (int round = 0; round < 20; round++) {
      for (int item = 0; item < 2_000; item++) {
        read(round * 1_000L, item, 4_000);
      }
    }
    assertThat(finding().seen()).contains("80.0 % with 16 MiB; 80.0 % with 64 MiB");
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

  /** What made room longest ago is what a scan reads next: admission by popularity keeps a part. */
  @Test
  void popularItemsThatDoNotFit_areKeptInPart_asTheCacheKeepsThem() {
    CacheAdvisor caches = CacheAdvisor.with(Duration.ofMinutes(5), 1, Duration.ofMinutes(5));
    for (int round = 0; round < 50; round++) {
      for (int item = 0; item < 2_000; item++) {
        caches.add(TraceRecord.of(round * 1_000L, "i" + item, Access.EVENTUAL_READ, 4_000));
      }
    }
    CacheAdvice advice = caches.advice().get(0);
    Size small = advice.sizes().get(2);

    assertThat(small.bytesMax()).isEqualTo(4 << 20);
    assertThat(small.bytesHeld()).isBetween(3_900_000L, 4L << 20);
    assertThat(advice.hitRatio(small)).isBetween(0.1, 0.5); // 40 of 100 items fit
    assertThat(advice.reaching(0.98).bytesMax()).isEqualTo(16 << 20);
    assertThat(advice.reaching(0.99)).isNull();
    assertThat(advice.best().bytesMax()).isEqualTo(16 << 20);
    assertThat(advice.best().bytesHeld()).isEqualTo(2_000 * 5_200);
  }

  @Test
  void requestsOfSeveralTables_areToldApart() {
    CacheAdvisor caches = CacheAdvisor.create();
    for (int i = 0; i < 100; i++) {
      caches.add(ofTable("a", i, Access.EVENTUAL_READ));
      caches.add(ofTable("b", i, i % 2 == 0 ? Access.REPLACE : Access.EVENTUAL_READ));
      caches.add(ofTable("c", i, Access.INSERT));
    }
    assertThat(caches.advice()).extracting(CacheAdvice::table).containsExactly("a", "b");
    assertThat(caches.advice()).extracting(advice -> advice.best().hits()).containsExactly(97L, 0L);
    for (int i = 3; i < CacheAdvisor.TABLES_MAX; i++) {
      caches.add(ofTable("t" + i, 100, Access.INSERT));
    }
    assertThatThrownBy(() -> caches.add(ofTable("more", 100, Access.INSERT)))
        .hasMessage("the trace names more than 100 tables, which is too many to advise on");
  }

  private static TraceRecord ofTable(String table, int i, Access access) {
    return new TraceRecord(i * 10L, "k", null, access, 100, List.of(), table);
  }
}
