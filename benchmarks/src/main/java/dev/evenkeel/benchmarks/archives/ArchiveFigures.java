package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.io.IOException;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;

/** The figures of archives. */
public final class ArchiveFigures implements FigureProgram {
  private static final int HEAP_MIB = 256;
  private static final double PACE_UNITS = 100;

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public String description() {
    return "what it costs to archive a table, to verify it and to restore it";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    int items = scale.of(1_000_000, 2_000);
    report.put("archive_items", items);
    try (LocalDynamoDb dynamoDb = LocalDynamoDb.startProcess();
        LocalS3 s3 = LocalS3.startProcess(S3Storage.TEMPORARY_FOLDER);
        Ground ground = new Ground(dynamoDb, s3, s3.newBucket())) {
      report.note("fill ...");
      ground.fill("events", items);
      ground.passDay();
      archive(ground, report);
      restore(ground, items, report);
      pace(ground, scale, report);
    }
    peaks(scale, report);
  }

  /** By hand before and after, so that a machine that warms up or slows down counts for both. */
  private static void archive(Ground ground, FigureReport report) {
    RawArchive raw = new RawArchive(ground, Ground.table("events"));
    report.note("archive by hand ...");
    double before = seconds(raw::write);
    report.note("archive ...");
    ScanWatch watch = new ScanWatch(ground.dynamoDb);
    TableLifecycle tables = ground.lifecycle(watch, ground.spec("events", null));
    require(tables.run().get(0).isComplete());
    double verifying = watch.verifyingSeconds(System.nanoTime());
    report.note("archive by hand again ...");
    double byHand = (before + seconds(raw::write)) / 2;
    report.put("archive_by_hand_s", byHand);
    report.put("archive_s", watch.writingSeconds());
    report.put("archive_vs_scan", watch.writingSeconds() / byHand);
    report.put("verify_vs_scan", verifying / byHand);
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private static void restore(Ground ground, int items, FigureReport report) {
    report.note("restore by hand ...");
    ground.dynamoDb.createTable(
        ground.spec("events", null).template().request().toBuilder()
            .tableName("by-hand")
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build());
    double byHand = seconds(() -> ground.write("by-hand", items));
    report.note("restore ...");
    TableLifecycle tables = ground.lifecycle(ground.dynamoDb, ground.spec("events", null));
    double ours =
        seconds(() -> require(tables.restore(RestoreOrder.of(Ground.table("events"))).isDone()));
    report.put("batch_write_items_per_s", items / byHand);
    report.put("restore_items_per_s", items / ours);
    report.put("restore_vs_batch_write", byHand / ours);
    report.note("delete ...");
    ground.dynamoDb.deleteTable(r -> r.tableName("by-hand"));
    ground.dynamoDb.deleteTable(r -> r.tableName(Ground.table("events") + RestoreOrder.SUFFIX));
  }

  private static void pace(Ground ground, Scale scale, FigureReport report) {
    report.note("pace_error ...");
    Ground paced = ground.anew();
    paced.fill("paced", scale.of(150_000, 2_000));
    paced.passDay();
    ScanWatch watch = new ScanWatch(ground.dynamoDb);
    require(paced.lifecycle(watch, paced.spec("paced", PACE_UNITS)).run().get(0).isComplete());
    report.put("pace_units_per_s", PACE_UNITS);
    report.put("pace_s", watch.writingSeconds());
    report.put("pace_error", watch.writtenUnits() / (PACE_UNITS * watch.writingSeconds()));
  }

  private static void peaks(Scale scale, FigureReport report)
      throws IOException, InterruptedException {
    int items = scale.of(300_000, 2_000);
    for (String name : new String[] {ArchivePeakMain.ARCHIVE, ArchivePeakMain.RESTORE}) {
      report.note(name + " ...");
      report.put(name + "_items", items);
    }
    try (LocalDynamoDb dynamoDb = LocalDynamoDb.startProcess();
        LocalS3 s3 = LocalS3.startProcess(S3Storage.TEMPORARY_FOLDER);
        Ground ground = new Ground(dynamoDb, s3, s3.newBucket())) {
      ground.fill("events", items);
      ChildJvm.measure(
          report, ArchivePeakMain.class, HEAP_MIB, items, "archive", ground.addresses());
    }
  }

  private static void require(boolean isDone) {
    if (!isDone) {
      throw new IllegalStateException("it was not done in one run");
    }
  }
}
