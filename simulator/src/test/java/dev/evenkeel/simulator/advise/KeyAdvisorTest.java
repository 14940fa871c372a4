package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Requests.inserts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What an advisor finds of keys, and the shards that it counts. */
class KeyAdvisorTest {
  /**
   * AWS: "up to 50,000 1K items and ... 5000 writes per second": "a minimum of five partitions".
   */
  @Test
  void advice_ofAwsInvoice_isFiveShardsByItsFormula() {
    KeyAdvisor advisor = inserts(50_000, 5_000, i -> "InvoiceNumber#121212");
    Requests.insert(advisor, 5_000, 500, i -> "InvoiceNumber#" + Requests.name(i));
    Advice advice = advisor.advice();

    ShardAdvice shards = advice.sharding();
    assertThat(shards.shards()).isEqualTo(5);
    assertThat(shards.arithmetic())
        .isEqualTo("5,000 writes/s x 1 KB / 1,000 = 5.000, rounded up: 5");
    assertThat(shards.shardsWithHeadRoom()).isEqualTo(7);
    assertThat(shards.heavyKeysOnly()).isTrue();
    assertThat(shards.code())
        .contains(".shards(1)\n", ".shards(KeyRule.exactly(\"InvoiceNumber#121212\", 7))\n");
    Finding hot = advice.findings().get(0);
    assertThat(hot.kind()).isEqualTo(Kind.HOT_WRITES);
    assertThat(hot.weight()).isEqualTo(Weight.THROTTLES);
    assertThat(hot.seen())
        .startsWith(
            "1 key was asked for more than 1,000 write units in a second, the hottest for 5,000, and"
                + " in 10 seconds for too many;");
    assertThat(advice.design()).isEqualTo(KeyDesign.ONE_POPULAR);
  }

  @Test
  void advice_ofAPartitionsFullLoad_isNoShard() {
    assertThat(inserts(20_000, 1_000, i -> "k").advice().sharding().shards()).isEqualTo(1);
    assertThat(inserts(20_000, 1_000, i -> "k").advice().has(Kind.HOT_WRITES)).isFalse();
    assertThat(inserts(20_000, 1_000, i -> "k").advice().sharding().rules())
        .startsWith("none yet: the busiest second of a key takes 100.0 % of a partition");
    assertThat(inserts(20_000, 800, i -> "k").advice().sharding().rules()).startsWith("none: ");
    assertThat(inserts(20_020, 1_001, i -> "k").advice().sharding().shards()).isEqualTo(2);
    assertThat(inserts(20_020, 1_001, i -> "k").advice().has(Kind.HOT_WRITES)).isTrue();
  }

  /** Of 10 KB each; what is written to other keys says nothing of their size. */
  @Test
  void advice_ofItemsOfManySizes_reckonsWithThoseOfTheHotKey() {
    KeyAdvisor advisor = inserts(5_000, 5_000, i -> Requests.name(i));
    for (int i = 0; i < 500; i++) {
      advisor.add(TraceRecord.of(Requests.START + 5_000, "hot", Access.INSERT, 10_000));
    }

    assertThat(advisor.advice().sharding().arithmetic())
        .isEqualTo("500 writes/s x 10 KB / 1,000 = 5.000, rounded up: 5");
  }

  @Test
  void advice_ofManyKeysUsedEvenly_findsNothing() {
    Advice advice = inserts(60_000, 3_000, i -> Requests.name(i % 6_000)).advice();

    assertThat(advice.findings()).isEmpty();
    assertThat(advice.design()).isEqualTo(KeyDesign.EVEN_DEVICES);
    assertThat(advice.heavyKeys()).isEmpty();
    assertThat(advice.shareError()).isZero();
    assertThat(advice.sharding().shards()).isEqualTo(1);
    assertThat(advice.statistics().distinctKeys()).isEqualTo(Advice.Bounds.exactly(6_000));
    assertThat(advice.statistics().keysPerMinute().count()).isEqualTo(1);
    assertThat(advice.statistics().writeUnits()).isEqualTo(60_000);
  }

  /** With more keys than the sketch has places; the heaviest has 1 / H(100,000) = 8.3 %. */
  @Test
  void advice_ofZipf_boundsHoldTheTruth() {
    Advice advice = inserts(200_000, 10_000, Requests.zipf(100_000, 8)).advice();

    assertThat(advice.shareError()).isPositive().isLessThan(0.001);
    HeavyKey first = advice.heavyKeys().get(0);
    assertThat(first.key()).isEqualTo("a");
    assertThat(first.share().low()).isBetween(0.080, 0.085);
    assertThat(first.share().high()).isBetween(0.081, 0.086);
    assertThat(first.writes().units().low()).isBetween(750.0, 950.0);
    assertThat(advice.heavyKeys().stream().map(HeavyKey::key)).contains("b", "c", "d");
    assertThat(advice.design()).isEqualTo(KeyDesign.ONE_POPULAR);
  }

  /** So many other keys in the second that only bounds are known: no less than 1,000 is certain. */
  @Test
  void advice_ofAPeakThatMayBeTooHigh_isNoShard() {
    KeyAdvisor advisor = inserts(50_000, 50_000, i -> "other " + Requests.name(i));
    Requests.insert(advisor, 1_000, 1_000, i -> "k");
    Advice advice = advisor.advice();

    assertThat(advice.heavyKeys().get(0).writes().units().high()).isGreaterThan(1_000);
    assertThat(advice.has(Kind.HOT_WRITES)).isFalse();
    assertThat(advice.sharding().shards()).isEqualTo(1);
    KeyAdvisor growing = KeyAdvisor.growing(2);
    Requests.insert(growing, 50_000, 50_000, i -> "other " + Requests.name(i));
    Requests.insert(growing, 1_000, 1_000, i -> "k");
    assertThat(growing.advice().findings().get(0).seen())
        .startsWith("the busiest second of a key took up to 1,0");
  }

  @Test
  void advice_ofReadsThatAreHot_isACache() {
    KeyAdvisor advisor = KeyAdvisor.create();
    for (int i = 0; i < 60_020; i++) {
      advisor.add(TraceRecord.of(Requests.START + i / 6, "k", Access.STRONG_READ, 100));
    }
    Finding hot = advisor.advice().findings().get(0);

    assertThat(hot.kind()).isEqualTo(Kind.HOT_READS);
    assertThat(hot.cure()).startsWith("Cache");
    assertThat(advisor.advice().sharding()).isNull();
  }

  @Test
  void advice_ofNothing_saysThatItIsTooLittle() {
    Advice advice = KeyAdvisor.create().advice();

    assertThat(advice.design()).isNull();
    assertThat(advice.findings()).isEmpty();
    assertThat(advice.reason())
        .isEqualTo("0 requests are too few to rate the key by; 1,000 would do");
  }

  /** Sizes are of more different numbers than are kept. */
  @Test
  void advice_ofTheSameLog_isTheSame() {
    assertThat(ofManySizes()).isEqualTo(ofManySizes());
  }

  private static Advice ofManySizes() {
    KeyAdvisor advisor = KeyAdvisor.create();
    Random random = new Random(8);
    for (int i = 0; i < 60_000; i++) {
      advisor.add(
          TraceRecord.of(
              Requests.START + i,
              "key" + random.nextInt(9_000),
              Access.INSERT,
              1 + random.nextInt(300_000)));
    }
    return advisor.advice();
  }

  @Test
  void heavyKeys_whereTheReasonTellsOfTheHeaviest_haveIt() {
    KeyAdvisor advisor =
        Requests.inserts(20_000, 100, i -> i % 200 == 0 ? "most" : Requests.name(i % 4_000));
    Advice advice = advisor.advice();

    assertThat(advice.reason()).contains("the heaviest has 0.5");
    assertThat(advice.heavyKeys().stream().map(HeavyKey::key)).containsExactly("most");
  }

  @Test
  void heavyKeys_whereMoreAreHotThanAreTold_haveTheHeaviest() {
    KeyAdvisor advisor = KeyAdvisor.create();
    for (int hot = 0; hot < 30; hot++) {
      String key = Requests.name(hot);
      for (int i = 0; i < 1_200; i++) {
        advisor.add(TraceRecord.of(Requests.START + hot * 2_000L, key, Access.INSERT, 900));
      }
    }
    Requests.insert(advisor, 90_000, 900, i -> "slow");
    Advice advice = advisor.advice();

    assertThat(advice.heavyKeys()).hasSize(AdvisorRules.KEYS_LISTED_MAX);
    assertThat(advice.heavyKeys().stream().map(HeavyKey::key)).contains("slow");
  }
}
