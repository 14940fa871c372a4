package dev.evenkeel.examples.quickstart;

import static dev.evenkeel.examples.quickstart.Hits.hit;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectedAnswersTest {
  private static final String DAY = "2015-05-18";

  private final ExpectedAnswers expected =
      new ExpectedAnswers(
          List.of(
              hit(1, "2015-05-19T00:00:00Z"),
              hit(2, "2015-05-18T11:00:00Z"),
              hit(3, "2015-05-18T10:59:59Z"),
              hit(4, "2015-05-18T10:00:00Z"),
              hit(5, "2015-05-18T10:00:00Z"),
              hit(6, "2015-05-18T23:59:59Z"),
              hit(7, "2015-05-19T01:00:00Z"),
              hit(8, "2015-05-17T12:00:00Z")));

  @Test
  void hitCounts_threeDays_areInOrder() {
    assertThat(expected.hitCounts().toString())
        .isEqualTo("{2015-05-17=1, 2015-05-18=5, 2015-05-19=2}");
  }

  @Test
  void hottestDay_hasTheMostHits() {
    assertThat(expected.hottestDay()).isEqualTo(DAY);
  }

  @Test
  void hottestDay_tie_isTheEarliest() {
    var tied =
        new ExpectedAnswers(
            List.of(hit(1, "2015-05-18T10:00:00Z"), hit(2, "2015-05-17T10:00:00Z")));

    assertThat(tied.hottestDay()).isEqualTo("2015-05-17");
  }

  @Test
  void busiestHour_startsOnTheHourAndExcludesTheNext() {
    TimeWindow hour = expected.busiestHour(DAY);

    assertThat(hour.from()).isEqualTo(Instant.parse("2015-05-18T10:00:00Z"));
    assertThat(expected.within(DAY, hour)).extracting(Hit::line).containsExactly(4, 5, 3);
  }

  @Test
  void ofDay_sameSecond_isInTheOrderOfTheLog() {
    assertThat(expected.ofDay(DAY)).extracting(Hit::line).containsExactly(4, 5, 3, 2, 6);
  }

  @Test
  void newest_fewerThanThereAre_areNewestFirst() {
    assertThat(expected.newest(DAY, 4)).extracting(Hit::line).containsExactly(6, 2, 3, 5);
  }

  @Test
  void newest_moreThanThereAre_areAll() {
    assertThat(expected.newest("2015-05-19", 20)).extracting(Hit::line).containsExactly(7, 1);
  }
}
