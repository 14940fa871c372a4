package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.report.MoveReport;
import dev.evenkeel.jobs.work.ReshardJob;
import dev.evenkeel.sharding.spec.MovePace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that work on a pass of a move until it, or they, are to end. */
final class PassOptions {
  @Mixin private final LayoutOptions layout = new LayoutOptions();
  @Mixin private final PaceOptions pace = new PaceOptions();

  @Option(
      names = "--stop-file",
      paramLabel = "FILE",
      description =
          "end in order as soon as there is such a file, after the requests that are under way;"
              + " SIGTERM and Ctrl-C do the same")
  private @Nullable Path stopFile;

  /** Works on a pass. */
  MoveReport work(
      Environment environment, String task, BiFunction<ReshardJob, MovePace, MoveReport> working) {
    MovePace until = pace.pace().until(stop(environment));
    return layout.passing(
        environment,
        task,
        (job, progress) ->
            BrokenOff.pass(
                environment.termination(),
                task,
                () -> PassWatch.during(() -> working.apply(job, until), job, progress)));
  }

  /** The pass with the pace of the options, until it is to end. */
  SharedPass until(SharedPass pass, Environment environment) {
    return pace.of(pass).until(stop(environment));
  }

  Connection connection() {
    return layout.connection();
  }

  private BooleanSupplier stop(Environment environment) {
    BooleanSupplier asked = environment.termination().asked();
    return () -> asked.getAsBoolean() || isThere(stopFile);
  }

  private static boolean isThere(@Nullable Path file) {
    return file != null && Files.exists(file);
  }
}
