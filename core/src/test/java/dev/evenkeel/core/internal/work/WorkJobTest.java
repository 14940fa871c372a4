package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WorkJobTest {
  @Test
  void halved_ofWhatWasUsed_growsBackToThePace() {
    WorkJob job = WorkJob.first("move", 1, 1_000).halved(400);

    assertThat(job.rate()).isEqualTo(200);
    assertThat(job.grown().rate()).isEqualTo(220);
    WorkJob last = job;
    int reports = 0;
    while (last.isSlowed()) {
      last = last.grown();
      reports++;
    }
    assertThat(last.rate()).isEqualTo(1_000);
    assertThat(reports).isEqualTo(40);
    assertThat(last.fence()).isEqualTo(job.fence() + 40);
  }

  @Test
  void halved_withoutAPace_isHalfOfWhatWasUsed() {
    assertThat(WorkJob.first("move", 1, Double.POSITIVE_INFINITY).halved(90).rate()).isEqualTo(45);
  }

  @Test
  void halved_nothingUsed_neverBelowOne() {
    WorkJob job = WorkJob.first("move", 1, 5).halved(0).halved(0);

    assertThat(job.rate()).isEqualTo(1);
    assertThat(job.falls()).isEqualTo(2);
  }

  @Test
  void first_noPace_refused() {
    assertThatThrownBy(() -> WorkJob.first("move", 1, 0)).hasMessageContaining("above 0");
  }
}
