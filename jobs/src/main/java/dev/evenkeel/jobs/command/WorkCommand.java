package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.report.AdviceWorkReport;
import dev.evenkeel.jobs.report.ArchiveWorkReport;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.SentenceReport;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.ReshardJob.Part;
import dev.evenkeel.jobs.work.SharedJobs;
import dev.evenkeel.jobs.work.SweepJob;
import dev.evenkeel.simulator.advise.SharedAdvisor;
import dev.evenkeel.timeseries.ArchiveWorker;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Works on a move or another job as one of many. */
@Command(
    name = "work",
    description = {
      "Takes part in the move that is under way, or in a job that was begun with --job NAME, as one"
          + " of any number of workers: an AWS Batch array job, an indexed Kubernetes Job. Stays"
          + " until nothing is left of the whole pass, whoever does it. The index is the worker's"
          + " name: which segments are whose is in the control table, so that workers may be fewer"
          + " or more, die, and be repeated. Ends with 0 if nothing is under way.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel work --table clicks --partition-key page --sort-key at --job move --index 3",
      "  AWS_BATCH_JOB_ARRAY_INDEX=3 evenkeel work --table clicks --partition-key page --sort-key"
          + " at",
      "  evenkeel work --config evenkeel.yaml --job deep-2026-48 --index 3",
      "  evenkeel work --control-table evenkeel-control --job advice-2026-48 --index 3"
    })
final class WorkCommand extends ReportCommand {
  @Mixin private final PassOptions pass = new PassOptions();

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description =
          "what to take part in: move or verify, both of them, one after the other, by default; or"
              + " the name of a job, which needs the configuration instead of a table; of 'advise',"
              + " --control-table")
  private @Nullable String job;

  @Option(
      names = "--control-table",
      paramLabel = "NAME",
      description =
          "where a job with a name is kept; otherwise the 'controlTable' of the configuration")
  private @Nullable String controlTable;

  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();

  @Option(
      names = "--index",
      paramLabel = "NUMBER",
      converter = Index.class,
      defaultValue = "${env:AWS_BATCH_JOB_ARRAY_INDEX:-${env:JOB_COMPLETION_INDEX:-0}}",
      description =
          "which of the workers this is, from 0; otherwise AWS_BATCH_JOB_ARRAY_INDEX,"
              + " JOB_COMPLETION_INDEX or 0")
  private int index;

  /** Reads an index, of which picocli would not say where it is from. */
  private static final class Index implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      try {
        return Integer.valueOf(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'%s' is no index of a worker, such as 3. Where --index is not given, AWS_BATCH_JOB_ARRAY_INDEX says it, or JOB_COMPLETION_INDEX"
                .formatted(text));
      }
    }
  }

  @Override
  public Integer call() {
    if (index < 0) {
      throw new JobException("--index must be 0 or more but was %d.".formatted(index));
    }
    String name = job;
    if (name != null && !isPart(name)) {
      return share(name);
    }
    Part part = name == null ? null : Part.valueOf(name.toLowerCase(Locale.ROOT));
    return print(
        pass.work(environment(), "work " + index, (move, pace) -> move.work(part, index, pace)));
  }

  /** Whether it names a pass of a move. */
  static boolean isPart(String name) {
    return Stream.of(Part.values()).anyMatch(part -> part.name().equalsIgnoreCase(name));
  }

  private int share(String name) {
    SharedPass all = pass.until(job(name), environment());
    String task = "work " + index;
    try (Progress progress = Progress.of(task, environment().terminal());
        DynamoDbClient client = environment().clients().dynamodb(pass.connection());
        S3Client objects = environment().clients().s3(pass.connection())) {
      return BrokenOff.pass(
          environment().termination(), task, () -> share(all, client, objects, progress));
    }
  }

  private int share(SharedPass all, DynamoDbClient client, S3Client objects, Progress progress) {
    Optional<SharedAdvisor> advisor =
        SharedJobs.there(all, () -> SharedAdvisor.joining(all, client, objects));
    if (advisor.isPresent()) {
      return advise(advisor.get(), all, progress);
    }
    Boolean deleting = SharedJobs.isDeleting(client, all).orElse(null);
    Configuration read = deleting == null ? configuration.readIfThere() : configuration.read();
    S3Client s3 = read.hasBuckets() ? objects : null;
    if (deleting != null) {
      return sweep(
          new SweepJob(read, client, s3, environment().clock(), deleting, report -> {}),
          all,
          progress);
    }
    if (read.hasArchives()) {
      return archive(read, client, objects, all, progress);
    }
    return print(
        new SentenceReport(
            Json.document("work").put("job", all.name()).put("underWay", false),
            "No job '%s' is under way: nothing to do.%n".formatted(all.name())));
  }

  private int sweep(SweepJob job, SharedPass all, Progress progress) {
    return print(
        SharedJobs.there(
            all,
            () ->
                PassWatch.during(
                    () -> job.share("work", all, index), () -> job.shared(all), progress)));
  }

  /** Where a control table is named, only the job says whether it needs a configuration. */
  private SharedPass job(String name) {
    String control = controlTable;
    return control == null
        ? SharedJobs.pass(configuration.read(), null, name)
        : SharedPass.of(control, name);
  }

  private int advise(SharedAdvisor advisor, SharedPass all, Progress progress) {
    SharedAdvisor.Status status =
        SharedJobs.there(
            all,
            () ->
                PassWatch.during(
                    () -> advisor.work(all),
                    () -> AdviceWorkReport.line(advisor.status(all)),
                    progress));
    return print(new AdviceWorkReport("work", all.name(), index, status));
  }

  private int archive(
      Configuration read, DynamoDbClient client, S3Client s3, SharedPass all, Progress progress) {
    progress.tell(
        "takes part in archives and restores of job '%s'; between their passes it waits for a call of 'tables archive' or 'tables restore'"
            .formatted(all.name()));
    ArchiveWorker worker = ArchiveWorker.of(read.tables(), client, s3);
    long items = SharedJobs.there(all, () -> worker.work(all));
    boolean isDone = !all.isStopped().getAsBoolean();
    return print(new ArchiveWorkReport(all.name(), index, items, isDone));
  }
}
