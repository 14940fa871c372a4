package dev.evenkeel.simulator.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Finding.Kind;
import java.time.Instant;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyShapeTest {

  @ParameterizedTest
  @CsvSource({
    "2014-07-09, DATE",
    "2014-07, DATE",
    "20140709, DATE",
    "20140709T10, DATE",
    "2014-07-09T10, DATE",
    "2014-07-09 10:05, DATE",
    "2014-07-09T10:05Z, DATE",
    "log#2014-07-09, DATE",
    "log/2014-07, DATE",
    "2014-07-09T10:05:03Z, TIMESTAMP",
    "2014-07-09T10:05:03.250+02:00, TIMESTAMP",
    "event 2014-07-09 10:05:03, TIMESTAMP",
    "2014-13-09, NUMBER",
    "20141309, NUMBER",
    "2014-07-09.17, NUMBER",
    "x20140709, NUMBER",
    "txid#1111111, NUMBER",
    "42, NUMBER",
    "999999999999999999, NUMBER",
    "1000000000000000000, OTHER",
    "U1x, OTHER",
    "customer Z, OTHER",
    "'', OTHER",
  })
  void of_eachForm_isTold(String key, KeyShape shape) {
    assertThat(KeyShape.of(key, Requests.START)).isEqualTo(shape);
  }

  @Test
  void of_numbersOfTheTimeOfTheRequest_areTimes() {
    long now = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();
    long yearBefore = now - 366L * 86_400_000;

    assertThat(KeyShape.of(Long.toString(now), now)).isEqualTo(KeyShape.TIMESTAMP);
    assertThat(KeyShape.of("t-" + yearBefore / 1_000, now)).isEqualTo(KeyShape.TIMESTAMP);
    assertThat(KeyShape.of("t-" + (yearBefore / 1_000 - 1), now)).isEqualTo(KeyShape.NUMBER);
    assertThat(KeyShape.of("1404900303", -1)).isEqualTo(KeyShape.TIMESTAMP);
    assertThat(KeyShape.of("404900303", -1)).isEqualTo(KeyShape.NUMBER);
    assertThat(KeyShape.of("2404900303", -1)).isEqualTo(KeyShape.NUMBER);
  }

  /** AWS's order table: "txid#1111111", "txid#1111112" and so on. */
  @Test
  void advice_ofAwsTransactionIds_isThatTheyAreASequence() {
    Advice advice = Requests.inserts(5_000, 100, i -> "txid#" + (1_111_111 + i)).advice();

    assertThat(advice.findings()).extracting(Finding::kind).containsExactly(Kind.SEQUENCE_KEYS);
    assertThat(advice.findings().get(0).seen())
        .isEqualTo(
            "keys end with numbers that rise one by one in 100 % of the steps; each has 1.0 requests");
    assertThat(advice.design()).isEqualTo(KeyDesign.EVEN_DEVICES);
  }

  @Test
  void advice_ofNumbersThatRise_dependsOnTheirSteps() {
    assertThat(isSequence(i -> "o" + 10L * i)).isTrue();
    assertThat(isSequence(i -> "o" + 11L * i)).isFalse();
  }

  /** One step in ten leads back to the beginning; with one more, too few lead upwards. */
  @Test
  void advice_ofNumbersThatRiseMostly_dependsOnTheShare() {
    assertThat(isSequence(i -> "o" + step(i, 10))).isTrue();
    assertThat(isSequence(i -> "o" + step(i, 9))).isFalse();
  }

  /** Runs of numbers that rise by ten, with long leaps between runs. */
  private static long step(int i, int run) {
    return i / run * 100_000L + i % run * 10L;
  }

  @Test
  void advice_ofNumbersInAnyOrder_dependsOnHowDenseTheyAre() {
    int[] shuffled = new Random(3).ints(0, 1_000_000).distinct().limit(5_000).toArray();

    assertThat(isSequence(i -> "o" + shuffled(i))).isTrue();
    assertThat(isSequence(i -> "o" + shuffled(i) * 18 / 10)).isTrue();
    assertThat(isSequence(i -> "o" + shuffled(i) * 22L / 10)).isFalse();
    assertThat(isSequence(i -> "o" + shuffled[i])).isFalse();
  }

  /** The numbers below 5,000, each once. */
  private static int shuffled(int i) {
    return (int) (i * 2_503L % 5_000);
  }

  @Test
  void advice_ofNumbersThatAreUsed_isNoSequence() {
    assertThat(isSequence(i -> "user" + i / 2)).isTrue();
    assertThat(isSequence(i -> "user" + i * 2 / 5)).isFalse();
  }

  @Test
  void advice_ofTimes_isThatTheyAre() {
    Advice advice =
        Requests.inserts(2_000, 100, i -> Instant.ofEpochMilli(Requests.START + i).toString())
            .advice();

    assertThat(advice.findings()).extracting(Finding::kind).containsExactly(Kind.TIMESTAMP_KEYS);
  }

  private static boolean isSequence(IntFunction<String> key) {
    return Requests.inserts(5_000, 100, key).advice().has(Kind.SEQUENCE_KEYS);
  }
}
