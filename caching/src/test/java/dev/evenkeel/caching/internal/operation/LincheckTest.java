package dev.evenkeel.caching.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No read of threads is older than their writes. */
class LincheckTest {

  private static int exitCode(int scenarios, int runs) throws IOException, InterruptedException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            CounterOfThreads.class.getName(),
            Integer.toString(scenarios),
            Integer.toString(runs))
        .inheritIO()
        .start()
        .waitFor();
  }

  @Tag("deep")
  @Test
  void threads_inAFewScenarios_readWhatWasWritten() throws Exception {
    assertThat(exitCode(4, 500)).isZero();
  }

  @Test
  @Tag("deep")
  void threads_inManyScenarios_readWhatWasWritten() throws Exception {
    assertThat(exitCode(12, 2000)).isZero();
  }
}
