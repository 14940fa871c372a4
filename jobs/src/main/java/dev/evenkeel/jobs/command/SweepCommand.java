package dev.evenkeel.jobs.command;

import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.cost.SweepCosts;
import dev.evenkeel.jobs.report.CostText;
import dev.evenkeel.jobs.report.DeepSweepRunReport;
import dev.evenkeel.jobs.report.ForgottenReport;
import dev.evenkeel.jobs.report.Report;
import dev.evenkeel.jobs.report.SharedSweepRunReport;
import dev.evenkeel.jobs.work.CursorFile;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.SharedJobs;
import dev.evenkeel.jobs.work.SweepJob;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Removes large values that no item references. */
@Command(
    name = "sweep",
    description = {
      "Removes large values that no item has: what writes replaced or left unfinished, and with"
          + " --deep what TTL, consoles and other clients left. A dry run unless --delete is"
          + " given.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel sweep --config evenkeel.yaml --delete",
      "  evenkeel sweep --take-ownership",
      "  evenkeel sweep --deep --cursor-file sweep.json --for 10m --delete",
      "  evenkeel sweep --deep --delete --job deep-2026-48"
    })
final class SweepCommand extends ReportCommand {
  private static final String SHARED = "sweep --deep --job";

  @Mixin private final ConfigurationOption configuration = new ConfigurationOption();
  @Mixin private final ConnectionOptions connection = new ConnectionOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--delete", description = "remove, instead of only telling what would be")
  private boolean deleting;

  @Option(
      names = "--deep",
      description = "look at everything in chunk tables and buckets, and note what nobody has")
  private boolean deep;

  @Option(
      names = "--take-ownership",
      description = {
        "write down that the values in the buckets are these tables' of this account and region:",
        "once before the first deep sweep where there are values already, and after a restore"
      })
  private boolean taking;

  @Option(
      names = "--cursor-file",
      paramLabel = "FILE",
      description = "where a deep sweep remembers how far it is; it goes on from there")
  private @Nullable Path cursorFile;

  @Option(
      names = "--for",
      paramLabel = "LENGTH",
      description = "begin no step of a deep sweep after so long, such as 10m")
  private @Nullable String length;

  @Mixin private final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() {
    requireFitting();
    Configuration read = configuration.read();
    BooleanSupplier goesOn = goesOn();
    return print(swept(read, goesOn));
  }

  private Report swept(Configuration read, BooleanSupplier goesOn) {
    try (Progress progress = Progress.of("sweep", environment().terminal());
        DynamoDbClient client = environment().clients().dynamodb(connection.connection());
        S3Client s3 = read.hasBuckets() ? s3() : null) {
      SweepJob job =
          new SweepJob(
              read,
              client,
              s3,
              environment().clock(),
              deleting || taking,
              report ->
                  progress.tell(
                      String.format(
                          Locale.ROOT, "%,d unfinished writes seen", report.intents().seen())));
      if (taking) {
        return job.takeOwnership();
      }
      if (!deep) {
        return job.sweep();
      }
      String name = shared.job();
      SharedPass pass = name == null ? null : shared.pass(read, name);
      if (pass != null && shared.isForgetting()) {
        return forget(job, pass);
      }
      CursorFile file =
          cursorFile == null ? null : new CursorFile(cursorFile, !deleting, job.place());
      String cursor = file == null ? null : file.read();
      SweepCosts costs = job.readingCosts(prices.of(client, read.prices()));
      progress.tell("reads everything. " + CostText.sums(costs.sum()));
      if (pass != null) {
        SharedSweepRunReport all = share(job, pass, goesOn, progress);
        return all.costing(costs.removing(all.report().sum()).sum());
      }
      DeepSweepRunReport found = deepSweep(job, file, cursor, goesOn, progress);
      return found.costing(costs.removing(found.sum()).sum());
    }
  }

  private static Report forget(SweepJob job, SharedPass pass) {
    SharedJobs.there(
        pass,
        () -> {
          job.forget(pass);
          return pass;
        });
    return new ForgottenReport(SHARED, pass.name(), "What it has done stays done.");
  }

  private SharedSweepRunReport share(
      SweepJob job, SharedPass pass, BooleanSupplier goesOn, Progress progress) {
    BooleanSupplier asked = environment().termination().asked();
    SharedPass until = pass.until(() -> asked.getAsBoolean() || !goesOn.getAsBoolean());
    return SharedJobs.there(
        pass,
        () ->
            PassWatch.during(
                () -> job.share(SHARED, until, null), () -> job.shared(pass), progress));
  }

  /** Refuses options that have no meaning together, before anything is read. */
  private void requireFitting() {
    shared.requireFitting();
    if (shared.job() != null && (!deep || cursorFile != null)) {
      throw new JobException(
          "--job is for deep sweeps, and remembers how far they are. Add --deep, and leave out"
              + " --cursor-file.");
    }
    if (taking && (deep || deleting)) {
      throw new JobException("--take-ownership is all that is done. Sweep by another command.");
    }
    if (!deep && (cursorFile != null || length != null)) {
      throw new JobException("--cursor-file and --for are for deep sweeps. Add --deep.");
    }
    if (length != null && cursorFile == null && shared.job() == null) {
      throw new JobException(
          "--for stops a deep sweep early, and its progress would be lost. Add --cursor-file or"
              + " --job.");
    }
  }

  private S3Client s3() {
    return environment().clients().s3(connection.connection());
  }

  private BooleanSupplier goesOn() {
    if (length == null) {
      return () -> true;
    }
    Instant end = environment().clock().instant().plus(LengthOption.parse("--for", length));
    return () -> environment().clock().instant().isBefore(end);
  }

  private static DeepSweepRunReport deepSweep(
      SweepJob job,
      @Nullable CursorFile file,
      @Nullable String cursor,
      BooleanSupplier goesOn,
      Progress progress) {
    LongAdder rows = new LongAdder();
    LongAdder objects = new LongAdder();
    return job.deepSweep(
        cursor,
        goesOn,
        step -> {
          if (file != null) {
            file.write(step.nextCursor());
          }
          rows.add(step.rowsSeen());
          objects.add(step.objectsSeen());
          progress.tell(
              String.format(
                  Locale.ROOT, "%,d rows and %,d objects seen", rows.sum(), objects.sum()));
        });
  }
}
