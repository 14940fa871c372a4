package dev.evenkeel.jobs.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RestoreRunReportTest {
  @Test
  void json_ofEachState_hasTheWordThatProgramsRead() {
    assertThat(Arrays.stream(State.values()).map(RestoreRunReportTest::word))
        .containsExactly("thawing", "under_way", "busy", "done");
  }

  private static String word(State state) {
    RestoreReport report = new RestoreReport("clicks-restored", state, 1, 2, "");
    return new RestoreRunReport("clicks", report).json().path("state").asText();
  }
}
