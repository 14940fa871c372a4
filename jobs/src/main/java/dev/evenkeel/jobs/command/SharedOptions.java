package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SharedJobs;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that begins a job which several processes share. */
final class SharedOptions {
  @Option(
      names = "--job",
      paramLabel = "NAME",
      description =
          "share it with other processes, which join by 'evenkeel work --job NAME', or go on with it."
              + " Each job needs a name of its own")
  private @Nullable String job;

  @Option(
      names = "--control-table",
      paramLabel = "NAME",
      description =
          "where the job is kept; otherwise the 'controlTable' of the configuration, if the command"
              + " has one")
  private @Nullable String controlTable;

  @Option(
      names = "--segments",
      paramLabel = "COUNT",
      description = "with --job: segments that this process works on at a time; 4 by default")
  private @Nullable Integer lanes;

  @Option(
      names = "--cut",
      paramLabel = "COUNT",
      description = "with --job: into how many segments each table is cut; 64 by default")
  private @Nullable Integer cut;

  @Option(names = "--forget", description = "with --job: only forget the job of that name")
  private boolean forgetting;

  @Nullable String job() {
    return job;
  }

  boolean isForgetting() {
    return forgetting;
  }

  /** Refuses what has no meaning without a job. */
  void requireFitting() {
    if (job == null && (controlTable != null || lanes != null || cut != null || forgetting)) {
      throw new JobException("--control-table, --segments, --cut and --forget need --job NAME.");
    }
    if (job != null && WorkCommand.isPart(job)) {
      throw new JobException("'%s' is a pass of a move. Give the job another name.".formatted(job));
    }
  }

  SharedPass pass(Configuration configuration, String name) {
    return pass(SharedJobs.pass(configuration, controlTable, name));
  }

  /** Of a command without a configuration. */
  SharedPass pass(String name) {
    String control = controlTable;
    if (control == null) {
      throw new JobException("--job needs --control-table NAME, where jobs are kept.");
    }
    return pass(SharedPass.of(control, name));
  }

  private SharedPass pass(SharedPass pass) {
    SharedPass wide = lanes == null ? pass : pass.lanes(lanes);
    return cut == null ? wide : wide.segments(cut);
  }
}
