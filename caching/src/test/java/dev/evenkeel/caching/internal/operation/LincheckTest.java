package dev.evenkeel.caching.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Rounds;
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

  @Test
  @Tag("deep")
  void threads_inManyScenarios_readWhatWasWritten() throws Exception {
    assertThat(exitCode(Rounds.of(8), 1500)).isZero();
  }
}
