package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Requests.inserts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

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

  /** More than anybody writes rules for, which all begin alike. */
  @Test
  void advice_ofManyHotKeysOfOneClass_isARuleForTheClass() {
    KeyAdvisor advisor = inserts(66_000, 33_000, i -> i % 2 == 0 ? "DAY#x" + i / 2 % 15 : "u" + i);
    assertThat(advisor.advice().sharding().code()).contains("exactly(\"DAY#x3\"");
    KeyAdvisor many = inserts(99_000, 99_000, i -> i % 2 == 0 ? "DAY#x" + i / 2 % 25 : "u" + i);
    ShardAdvice advice = many.advice().sharding();

    assertThat(advice.rules())
        .isEqualTo(
            "a rule for all that begin with \"DAY#\", as do the 25 keys that are hot; all others"
                + " stay plain, one request a query");
    assertThat(advice.code()).contains(".shards(1)\n    .shards(KeyRule.startingWith(\"DAY#\", ");
  }

  @Test
  void advice_ofManyHotKeysOfNoClass_isAllOfThemAndSaysWhy() {
    ShardAdvice advice =
        inserts(99_000, 99_000, i -> i % 2 == 0 ? Requests.name(i / 2 % 25) : "u" + i)
            .advice()
            .sharding();

    assertThat(advice.heavyKeysOnly()).isFalse();
    assertThat(advice.rules())
        .startsWith("all keys: 25 of them are hot, too many for rules.")
        .contains("KeyRule.of");
  }

  /** There a key is one item, and a spec of shards cannot even be built. */
  @Test
  void advice_ofATableWithoutSortKey_isForCounters() {
    KeyAdvisor advisor = inserts(55_000, 5_500, i -> i % 11 == 0 ? Requests.name(i) : "hot");
    Advice advice = advisor.withoutSortKey().advice();

    assertThat(advice.sharding().rules()).startsWith("each key is one item, which shards do not");
    assertThat(advice.sharding().code())
        .startsWith("CounterSpec.builder")
        .contains("exactly(\"hot\", 7)", ".summed(")
        .doesNotContain("sortKey");
    assertThat(advice.findings().get(0).cure()).contains("one item", "CounterSpec");
    assertThat(advice.findings().get(1).cure()).contains("one item", "CounterSpec");
    assertThatThrownBy(() -> advisor.add(Requests.get(1, 1, "k")))
        .hasMessage("a request names a sort key, and the table was declared to have none");
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

  /** Of 400 KB a partition takes two a second: however many shards, three may meet on one. */
  @Test
  void advice_ofAKeyThatNoShardsCarryAmongOthers_isForTheOthers() {
    KeyAdvisor advisor = inserts(20_000, 5_000, i -> i % 2 == 0 ? "hot" : Requests.name(i));
    for (int i = 0; i < 9; i++) {
      advisor.add(TraceRecord.of(Requests.START + 3_900, "huge", Access.INSERT, 409_600));
    }
    ShardAdvice sharding = advisor.advice().sharding();

    assertThat(sharding.shards()).isEqualTo(3);
    assertThat(sharding.code()).contains("exactly(\"hot\", 4)").doesNotContain("huge");
    assertThat(sharding.rules())
        .startsWith("rules for 1 hot key; ")
        .contains(". 1 hot key beside: for 'huge', no count up to 1,024 is sure to do; join");
  }

  @Test
  void advice_ofUpdates_warnsOfSingleItems() {
    KeyAdvisor advisor = KeyAdvisor.create();
    for (int i = 0; i < 4_000; i++) {
      advisor.add(
          TraceRecord.of(Requests.START, "k", i < 2_001 ? Access.REPLACE : Access.INSERT, 100));
    }
    assertThat(advisor.advice().findings().get(0).cure()).contains("CounterSpec");
    advisor.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 100));
    advisor.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 100));
    assertThat(advisor.advice().findings().get(0).cure()).doesNotContain("CounterSpec");
  }

  @Test
  void advice_ofManyKeysUsedEvenly_findsNothing() {
    Advice advice = inserts(60_000, 3_000, i -> Requests.name(i % 6_000)).advice();

    assertThat(advice.findings()).isEmpty();
    assertThat(advice.design()).isEqualTo(KeyDesign.EVEN_DEVICES);
    assertThat(advice.heavyKeys()).isEmpty();
    assertThat(advice.shareError()).isZero();
    assertThat(advice.sharding().shards()).isEqualTo(1);
    assertThat(advice.statistics().distinctKeys().low()).isLessThan(6_000);
    assertThat(advice.statistics().distinctKeys().high()).isGreaterThan(6_000);
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
  void advice_ofSingleItemsThatAreRead_isACalculatedShard() {
    KeyAdvisor advisor = inserts(4_000, 2_000, i -> "k");
    assertThat(advisor.advice().sharding().selection()).isEqualTo(Selection.RANDOM);
    advisor.add(TraceRecord.of(Requests.START + 3_000, "k", Access.EVENTUAL_READ, 9_000));
    assertThat(advisor.advice().sharding().selection()).isEqualTo(Selection.ROTATING);
    assertThat(advisor.advice().sharding().code()).contains("rotating()", "uniqueSortKeys()");
    advisor.add(Requests.get(6_000, 2_000, "k"));
    assertThat(advisor.advice().sharding().selection()).isEqualTo(Selection.CALCULATED);
    assertThat(advisor.advice().sharding().code()).endsWith(")\n    .build();");
  }

  @Test
  void advice_ofItemsWithAttributesThatAreRarelyRead_namesThem() {
    KeyAdvisor advisor = KeyAdvisor.create();
    advisor.add(
        new TraceRecord(
            Requests.START, "k", "s", Access.INSERT, 9, List.of("title", "body", "draft")));
    for (int i = 0; i < 100; i++) {
      // 5 of 100 reads ask for the draft, 6 for the body
      advisor.add(
          i < 5
              ? Requests.get(i, 10, "k", "title", "body", "draft")
              : i < 6 ? Requests.get(i, 10, "k", "body") : Requests.get(i, 10, "k", "title"));
    }
    List<Finding> findings = advisor.advice().findings();

    assertThat(findings).extracting(Finding::kind).containsExactly(Kind.RARELY_READ);
    assertThat(findings.get(0).seen())
        .isEqualTo("of 100 reads of heavy keys that name attributes, few ask for draft (5.0 %)");
  }

  /** Names are as long as DynamoDB takes them, as many, and of any characters. */
  @Test
  void advice_ofManyRarelyReadAttributes_tellsSomeOfThemAsText() {
    KeyAdvisor advisor = KeyAdvisor.create();
    List<String> names =
        IntStream.range(0, 20).mapToObj(i -> "\u001b[31m" + i + "x".repeat(900)).toList();
    advisor.add(new TraceRecord(Requests.START, "k", "s", Access.INSERT, 9, names));
    for (int i = 0; i < 100; i++) {
      advisor.add(Requests.get(i, 10, "k", "title"));
    }

    assertThat(advisor.advice().findings().get(0).seen())
        .contains("few ask for \\u001b[31m0xxx", "xxx... (0.0 %); ", "; and 15 more")
        .doesNotContain("\u001b")
        .hasSizeLessThan(600);
  }

  @Test
  void advice_ofTooFewReadsThatNameAttributes_isSilent() {
    KeyAdvisor advisor = KeyAdvisor.create();
    advisor.add(
        new TraceRecord(Requests.START, "k", "s", Access.INSERT, 9, List.of("title", "draft")));
    for (int i = 0; i < 99; i++) {
      advisor.add(Requests.get(i, 10, "k", "title"));
    }

    assertThat(advisor.advice().findings()).isEmpty();
  }

  @Test
  void advice_ofLargeItems_isToMoveValues() {
    KeyAdvisor small = KeyAdvisor.create();
    KeyAdvisor large = KeyAdvisor.create();
    KeyAdvisor tooLarge = KeyAdvisor.create();
    for (int i = 0; i < 100; i++) {
      small.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 4_095));
      large.add(TraceRecord.of(Requests.START, "k", Access.INSERT, 4_096));
      tooLarge.add(TraceRecord.of(Requests.START, "k", Access.INSERT, i < 99 ? 10 : 409_601));
    }

    assertThat(small.advice().has(Kind.LARGE_VALUES)).isFalse();
    assertThat(large.advice().findings().get(0).seen())
        .isEqualTo("half of the requests are of 4,096 bytes or more, one in a hundred of 4,096");
    assertThat(tooLarge.advice().findings().get(0).seen())
        .isEqualTo("more bytes than an item can have are asked for by 1 request, up to 409,601");
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
