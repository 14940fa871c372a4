package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.report.AdviceWorkReport;
import dev.evenkeel.jobs.report.ForgottenReport;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SharedJobs;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.simulator.advise.SharedAdvisor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The options of advice on a table that several processes read. */
final class SharedAdviceOptions {
  private static final String COMMAND = "advise --job";

  @Mixin private final SharedOptions shared = new SharedOptions();

  @Option(
      names = "--bucket",
      paramLabel = "NAME",
      description =
          "with --job: where processes keep the statistics of what they have read, with keys of"
              + " items")
  private @Nullable String bucket;

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      description = "with --job: what the keys of these objects begin with")
  private @Nullable String prefix;

  boolean areGiven() {
    return shared.job() != null;
  }

  /** Refuses what does not go together. */
  void requireFitting(@Nullable String table) {
    shared.requireFitting();
    if (!areGiven() && (bucket != null || prefix != null)) {
      throw new JobException("--bucket and --prefix need --job NAME.");
    }
    if (areGiven() && table == null) {
      throw new JobException("--job is for tables: a trace is read by one process. Leave it out.");
    }
    if (areGiven() && bucket == null) {
      throw new JobException(
          "--job needs --bucket NAME, where processes keep what they have read.");
    }
  }

  /** Takes part in a job, or begins it, or forgets it; its advice, once all is read. */
  Report share(
      Environment environment,
      Connection connection,
      String table,
      long itemsMax,
      @Nullable Double unitsPerSecond) {
    String job = String.valueOf(shared.job());
    BucketSpec files = files(String.valueOf(bucket), prefix);
    SharedPass pass =
        shared.pass(job).unitsPerSecond(unitsPerSecond).until(environment.termination().asked());
    try (Progress progress = Progress.of("advise", environment.terminal());
        DynamoDbClient client = environment.clients().dynamodb(connection);
        S3Client s3 = environment.clients().s3(connection)) {
      SharedAdvisor advisor = SharedAdvisor.of(client, s3, files, table, itemsMax);
      return SharedJobs.there(
          pass,
          () ->
              shared.isForgetting() ? forgotten(advisor, pass) : advised(advisor, pass, progress));
    }
  }

  /** Where a job keeps what its workers find. */
  static BucketSpec files(String bucket, @Nullable String prefix) {
    BucketSpec.Builder files = BucketSpec.builder(bucket);
    return (prefix == null ? files : files.prefix(prefix)).build();
  }

  private static Report forgotten(SharedAdvisor advisor, SharedPass pass) {
    advisor.forget(pass);
    return new ForgottenReport(COMMAND, pass.name(), "Its objects are gone, too.");
  }

  private static Report advised(SharedAdvisor advisor, SharedPass pass, Progress progress) {
    return PassWatch.during(
            () -> advisor.advise(pass), () -> AdviceWorkReport.line(advisor.status(pass)), progress)
        .<Report>map(AdviseCommand::report)
        .orElseGet(() -> new AdviceWorkReport(COMMAND, pass.name(), null, advisor.status(pass)));
  }
}
