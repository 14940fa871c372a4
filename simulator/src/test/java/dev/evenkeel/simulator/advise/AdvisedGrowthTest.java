package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import org.junit.jupiter.api.Test;

/** Advice for a load that grows. */
class AdvisedGrowthTest {
  @Test
  void advice_ofALoadThatGrows_hasShardsForIt() {
    KeyAdvisor advisor = KeyAdvisor.growing(1.5);
    Requests.insert(advisor, 50_000, 5_000, i -> "k");

    assertThat(advisor.advice().sharding().arithmetic())
        .isEqualTo("5,000 writes/s x 1 KB x 1.5 (growth) / 1,000 = 7.500, rounded up: 8");
    assertThatThrownBy(() -> KeyAdvisor.growing(0.9))
        .hasMessage("growth must be a factor of 1..1000 but was 0.9");
  }

  @Test
  void advice_ofALoadThatGrowsBeyondAPartition_saysSo() {
    assertThat(grown(2).has(Kind.HOT_WRITES)).isFalse();
    assertThat(grown(2).sharding().shards()).isEqualTo(1);
    Finding later = grown(2.01).findings().get(0);
    assertThat(later.kind()).isEqualTo(Kind.HOT_WRITES);
    assertThat(later.weight()).isEqualTo(Weight.RISK);
    assertThat(later.seen())
        .isEqualTo("the busiest second of a key took 500 write units, which grow to 1,005");
    assertThat(grown(2.01).sharding().shards()).isEqualTo(2);
    assertThat(grown(2.01).sharding().heavyKeysOnly()).isFalse();
  }

  private static Advice grown(double factor) {
    KeyAdvisor advisor = KeyAdvisor.growing(factor);
    Requests.insert(advisor, 5_000, 500, i -> "k");
    return advisor.advice();
  }

  /** Seed: "consider how hot each partition key might get"; what stays cool is no part of it. */
  @Test
  void advice_ofALoadThatGrows_shardsOnlyWhatGrowsHot() {
    KeyAdvisor advisor = KeyAdvisor.growing(3);
    Requests.insert(advisor, 20_000, 1_600, i -> i % 4 == 0 ? "a" : Requests.name(i % 800));
    Advice advice = advisor.advice();

    assertThat(advice.findings().get(0).seen())
        .isEqualTo("the busiest second of a key took 400 write units, which grow to 1,200");
    assertThat(advice.sharding().heavyKeysOnly()).isTrue();
    assertThat(advice.sharding().rules())
        .isEqualTo(
            "rules for 1 key that is hot, or will be when the load has grown; all others stay plain,"
                + " one request a query");
    assertThat(advice.sharding().code())
        .contains(".shards(1)\n", "exactly(\"a\", ")
        .containsOnlyOnce("KeyRule");
    assertThat(advice.heavyKeys().get(0).key()).isEqualTo("a");
  }

  @Test
  void advice_ofAHotKeyInALoadThatGrows_tellsHowManyMoreThereWillBe() {
    KeyAdvisor advisor = KeyAdvisor.growing(3);
    Requests.insert(
        advisor,
        30_000,
        3_000,
        i -> i % 2 == 0 ? "hot" : i % 6 == 1 ? "grown" : Requests.name(i % 900) + "x");
    Advice advice = advisor.advice();

    assertThat(advice.findings().get(0).seen())
        .startsWith("1 key was asked for more than 1,000 write units")
        .endsWith(". When the load has grown, 2 keys are");
    assertThat(advice.sharding().code()).contains("\"hot\"", "\"grown\"");
  }

  @Test
  void advice_ofReadsThatGrowBeyondAPartition_saysSo() {
    KeyAdvisor advisor = KeyAdvisor.growing(4);
    for (int i = 0; i < 1_000; i++) {
      advisor.add(TraceRecord.of(Requests.START, "k", Access.STRONG_READ, 100));
    }
    Finding later = advisor.advice().findings().get(0);

    assertThat(later.kind()).isEqualTo(Kind.HOT_READS);
    assertThat(later.weight()).isEqualTo(Weight.RISK);
    assertThat(later.seen())
        .isEqualTo("the busiest second of a key took 1,000 read units, which grow to 4,000");
  }

  /** A spec of 5,000 shards would be refused. */
  @Test
  void advice_ofMoreThanShardsCarry_givesNoSpec() {
    KeyAdvisor advisor = KeyAdvisor.growing(1_000);
    Requests.insert(advisor, 5_000, 5_000, i -> "k");
    ShardAdvice sharding = advisor.advice().sharding();

    assertThat(sharding.shards()).isEqualTo(5_000);
    assertThat(sharding.shardsWithHeadRoom()).isZero();
    assertThat(sharding.rules()).contains("no count up to 1,024", "@CompositeKey");
    assertThat(sharding.code()).isEmpty();
  }
}
