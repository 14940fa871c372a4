package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Requests.inserts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.planning.Selection;
import dev.evenkeel.simulator.advise.Advice.ShardAdvice;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules, selectors and specs that shards are advised with. */
class AdvisedRulesTest {
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

  /** A rule for the class would shard the cool ones, too. */
  @Test
  void advice_ofHotKeysThatBeginAsCoolOnesDo_isARuleForEach() {
    ShardAdvice advice =
        inserts(99_000, 99_000, i -> "DAY#" + (i % 2 == 0 ? "x" + i / 2 % 25 : i))
            .advice()
            .sharding();

    assertThat(advice.rules()).startsWith("rules for 25 hot keys; all others stay plain");
    assertThat(advice.code())
        .contains("exactly(\"DAY#x3\"", "exactly(\"DAY#x24\"")
        .doesNotContain("startingWith");
  }

  @Test
  void advice_ofTooManyHotKeysOfNoClass_isAllOfThemAndSaysWhy() {
    KeyAdvisor advisor = inserts(1_000, 1_000, i -> "u" + i);
    for (int i = 0; i < 101 * 11; i++) {
      advisor.add(
          TraceRecord.of(
              Requests.START + 2_000, Requests.name(i % 101), Access.INSERT, 100 * 1_024));
    }
    ShardAdvice advice = advisor.advice().sharding();

    assertThat(advice.heavyKeysOnly()).isFalse();
    assertThat(advice.rules())
        .startsWith("all keys: 101 of them are hot, too many for rules.")
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

  private static TraceRecord item(Access access, String key, String sortKey) {
    return new TraceRecord(Requests.START, key, sortKey, access, 900, List.of());
  }

  /** All of its writes would go to one shard, however many there are. */
  @Test
  void advice_ofAKeyOfWhichOneItemIsHot_isNoRule() {
    KeyAdvisor advisor = KeyAdvisor.create();
    for (int i = 0; i < 1_500; i++) {
      advisor.add(item(Access.REPLACE, "k", "item"));
      advisor.add(item(Access.REPLACE, "k", "other" + i));
    }
    Advice advice = advisor.advice();
    assertThat(advice.sharding().code()).isEmpty();
    assertThat(advice.sharding().shardsWithHeadRoom()).isZero();
    assertThat(advice.sharding().rules())
        .startsWith("of 1 hot key, 'k', one item alone is written too much: shards do not divide")
        .contains("CounterSpec", "make of the item several");
    assertThat(advice.findings())
        .hasSize(2)
        .allSatisfy(finding -> assertThat(finding.cure()).contains("shards do not divide it"));

    for (int i = 0; i < 1_500; i++) {
      advisor.add(item(Access.REPLACE, "other", "item" + i));
    }
    assertThat(advisor.advice().sharding().code())
        .contains("exactly(\"other\"")
        .doesNotContain("k\"");
    assertThat(advisor.advice().sharding().rules())
        .startsWith("rules for 1 hot key; ")
        .contains(". Beside, of 1 hot key, 'k', one item");
  }

  @Test
  void advice_ofAKeyWhoseReadsAreHot_isACache() {
    KeyAdvisor advisor = KeyAdvisor.create();
    for (int i = 0; i < 8_000; i++) {
      advisor.add(TraceRecord.of(Requests.START, "k", Access.STRONG_READ, 900));
    }
    assertThat(advisor.advice().findings())
        .hasSize(2)
        .allSatisfy(
            finding -> assertThat(finding.cure()).contains("ache").doesNotContain("Shard each"));
  }

  /** A popular key that one partition carries needs no shards yet. */
  @Test
  void advice_ofAPopularKeyThatIsNotHot_isNotToShardItNow() {
    KeyAdvisor advisor = inserts(20_000, 1_000, i -> i % 2 == 0 ? "k" : Requests.name(i));

    assertThat(advisor.advice().findings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.cure()).startsWith("Before it needs more than a partition"));
    assertThat(advisor.advice().sharding().rules()).startsWith("none");
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
}
