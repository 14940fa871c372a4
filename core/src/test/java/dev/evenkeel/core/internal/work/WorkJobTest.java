package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WorkJobTest {
  private static final double ANY = Double.POSITIVE_INFINITY;

  /** Reports each 5 seconds. */
  private static final int MINUTE = 12;

  private static final int HOUR = 60 * MINUTE;

  /** Workers that use what they may, of a table that takes so much, as time goes by in reports. */
  private static final class Workers {
    private WorkJob job;
    private double done;
    private int throttles;

    Workers(double pace) {
      job = WorkJob.first("move", 1, pace);
    }

    private Workers during(int reports, double taken) {
      for (int report = 0; report < reports; report++) {
        double used = Math.min(job.rate(), taken);
        done += 5 * used;
        if (job.rate() > taken) {
          throttles++;
          job = job.halved(used);
        } else if (job.isSlowed()) {
          job = job.grown();
        }
      }
      return this;
    }

    private Workers partlyThrottled(int reports) {
      for (int report = 0; report < reports; report++) {
        job = job.halved(0.9 * job.rate());
      }
      return this;
    }

    /** How many reports later the rate is so high, if the table takes all. */
    private int reportsUntil(double rate) {
      int reports = 0;
      while (job.rate() < rate) {
        job = job.grown();
        reports++;
      }
      return reports;
    }
  }

  /** A number of DynamoDB is below 1E126. */
  @Test
  void grown_withoutAPace_endsWithoutALimit() {
    Workers known = new Workers(ANY);
    known.job = known.job.halved(400);
    Workers unknown = new Workers(ANY);
    unknown.job = unknown.job.halved(0);

    assertThat(known.reportsUntil(ANY)).isBetween(10, 50);
    assertThat(unknown.reportsUntil(ANY)).isBetween(5, 100);
    assertThat(known.job.isSlowed()).isFalse();
    assertThat(unknown.job.isSlowed()).isFalse();
  }

  @Test
  void halved_ofWhatWasUsed_comesNearThatByHalvesAndThenGoesBeyondIt() {
    WorkJob job = WorkJob.first("move", 1, 1_000).halved(400);

    assertThat(job.rate()).isEqualTo(200);
    assertThat(job.grown().rate()).isEqualTo(300);
    assertThat(job.grown().grown().rate()).isEqualTo(350);
    assertThat(job.grown().fence()).isEqualTo(job.fence() + 1);
    Workers workers = new Workers(1_000);
    workers.job = job;
    assertThat(workers.reportsUntil(399)).isEqualTo(8);
    assertThat(workers.reportsUntil(1_000)).isBetween(5, 9);
    assertThat(workers.job.rate()).isEqualTo(1_000);
    assertThat(workers.job.isSlowed()).isFalse();
  }

  @Test
  void halved_withoutAPace_isHalfOfWhatWasUsed() {
    assertThat(WorkJob.first("move", 1, ANY).halved(90).rate()).isEqualTo(45);
  }

  @Test
  void halved_nothingUsed_neverBelowOne() {
    WorkJob job = WorkJob.first("move", 1, 5).halved(0).halved(0);

    assertThat(job.rate()).isEqualTo(1);
    assertThat(job.falls()).isEqualTo(2);
  }

  @Test
  void halved_paceBelowOne_neverAboveIt() {
    assertThat(WorkJob.first("move", 1, 0.5).halved(0).rate()).isEqualTo(0.5);
  }

  @Test
  void grown_afterHoursOfThrottles_isBackInTwoMinutes() {
    Workers workers = new Workers(2_000).during(1, 800).during(3 * HOUR, 0);

    assertThat(workers.job.rate()).isEqualTo(1);
    assertThat(workers.reportsUntil(400)).isEqualTo(9);
    assertThat(workers.reportsUntil(790)).isLessThan(7);
    assertThat(workers.reportsUntil(2_000)).isLessThan(MINUTE);
  }

  @Test
  void grown_throttledFromTheBeginning_doublesUntilTheTableSaysHowMuch() {
    Workers workers = new Workers(ANY).during(3 * HOUR, 0);

    assertThat(workers.reportsUntil(1_000)).isEqualTo(10);
    workers.during(1, 700);
    assertThat(workers.job.rate()).isEqualTo(350);
    assertThat(workers.job.grown().rate()).isEqualTo(525);
  }

  @Test
  void grown_afterHoursInWhichNextToNothingPassed_isBackInMinutes() {
    Workers workers = new Workers(ANY).during(MINUTE, 5_000).during(3 * HOUR, 3);

    assertThat(workers.reportsUntil(1_000)).isLessThan(2 * MINUTE);
    assertThat(workers.reportsUntil(5_000)).isLessThan(MINUTE);
  }

  @Test
  void halvedAndGrown_tableTakesLessThanThePace_mostOfItIsUsedAndFewReportsThrottled() {
    Workers workers = new Workers(10_000).during(HOUR, 700);

    assertThat(workers.done).isGreaterThan(0.85 * 3_600 * 700);
    assertThat(workers.throttles).isLessThan(HOUR / 10);
  }

  /** As where a tenth of the batches come back in part: nearly all gets in, all reports tell. */
  @Test
  void halvedAndGrown_throttledForHalfAMinute_isBackInMinutesAtMost() {
    Workers workers = new Workers(1_200).during(MINUTE, ANY).partlyThrottled(MINUTE / 2);

    assertThat(workers.job.rate()).isLessThan(20);
    int half = workers.reportsUntil(600);
    assertThat(half).isLessThan(MINUTE);
    assertThat(half + workers.reportsUntil(1_200)).isLessThan(2 * MINUTE);
  }

  @Test
  void halvedAndGrown_throttledNowAndThenForMinutes_isBackInMinutes() {
    Workers workers = new Workers(1_200);
    for (int fall = 0; fall < 2 * MINUTE; fall++) {
      workers.partlyThrottled(1).during(fall % 2, ANY);
    }

    assertThat(workers.job.rate()).isLessThan(20);
    assertThat(workers.reportsUntil(1_200)).isLessThan(3 * MINUTE);
  }

  @Test
  void halvedAndGrown_tableTakesFarLessThanBefore_isStableInMinutes() {
    Workers workers = new Workers(1_200).during(10 * MINUTE, 900);
    workers.done = 0;
    workers.during(10 * MINUTE, 30);
    double meanwhile = workers.done;
    workers.done = 0;
    workers.throttles = 0;
    workers.during(HOUR, 30);

    assertThat(meanwhile).isGreaterThan(0.7 * 600 * 30);
    assertThat(workers.done).isGreaterThan(0.85 * 3_600 * 30);
    assertThat(workers.throttles).isLessThan(HOUR / 8);
  }

  @Test
  void first_noPace_refused() {
    assertThatThrownBy(() -> WorkJob.first("move", 1, 0)).hasMessageContaining("above 0");
  }
}
