package dev.evenkeel.benchmarks.archives;

import dev.evenkeel.benchmarks.figure.ChildJvm;
import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LocalServers;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.io.IOException;
import java.util.List;
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
    long tables = scale.of(10, 1);
    int items = scale.of(100_000, 1_000);
    report.put("archive_items", tables * items);
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale);
        LocalS3 s3 = LocalServers.s3(scale, S3Storage.TEMPORARY_FOLDER);
        Fixture fixture = new Fixture(dynamoDb, s3, s3.newBucket())) {
      Spent spent = new Spent();
      for (long table = 0; table < tables; table++) {
        try (Fixture day = fixture.anew()) {
          round(day, "events" + table, items, spent, report);
        }
      }
      spent.put(tables * items, report);
      pace(fixture, scale, report);
    }
    peaks(scale, report);
  }

  /** In seconds, over all rounds. */
  private static final class Spent {
    private double rawArchive;
    private double archive;
    private double verify;
    private double rawRestore;
    private double restore;
    private double restoreWrites;

    void put(long items, FigureReport report) {
      report.put("archive_by_hand_s", rawArchive);
      report.put("archive_s", archive);
      report.put("archive_vs_scan", archive / rawArchive);
      report.put("verify_vs_scan", verify / rawArchive);
      report.put("batch_write_items_per_s", items / rawRestore);
      report.put("restore_items_per_s", items / restore);
      report.put("restore_vs_batch_write", rawRestore / restore);
      report.put("restore_writes_vs_batch_write", rawRestore / restoreWrites);
    }
  }

  /**
   * One table of the million. DynamoDB Local sorts a whole table for each page of a scan: of one
   * table with all items it would be that alone which is measured, for most of an hour.
   */
  private static void round(
      Fixture fixture, String series, int items, Spent spent, FigureReport report) {
    report.note(series + " ...");
    fixture.fill(series, items);
    fixture.passDay();
    archive(fixture, series, spent);
    restore(fixture, series, items, spent);
  }

  /**
   * Archives by hand before and after, so that a machine that warms up or slows down counts for
   * both.
   */
  private static void archive(Fixture fixture, String series, Spent spent) {
    RawArchive raw = new RawArchive(fixture, Fixture.table(series));
    double before = seconds(raw::write);
    ScanWatch watch = new ScanWatch(fixture.dynamoDb);
    TableLifecycle tables = fixture.lifecycle(watch, fixture.spec(series, null));
    retireAndArchive(tables);
    spent.verify += watch.verifyingSeconds(System.nanoTime());
    spent.archive += watch.writingSeconds();
    spent.rawArchive += (before + seconds(raw::write)) / 2;
  }

  /** A run does what its plan shows: the first one retires the table, the second archives it. */
  private static void retireAndArchive(TableLifecycle tables) {
    require(tables.run().get(0).isComplete());
    require(tables.run().get(0).isComplete());
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private static void restore(Fixture fixture, String series, int items, Spent spent) {
    String table = Fixture.table(series);
    String byHand = series + "-by-hand";
    fixture.dynamoDb.createTable(
        fixture.spec(series, null).template().request().toBuilder()
            .tableName(byHand)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .build());
    WriteWatch watch = new WriteWatch(fixture.dynamoDb);
    TableLifecycle tables = fixture.lifecycle(watch, fixture.spec(series, null));
    spent.rawRestore += seconds(() -> fixture.write(byHand, items));
    spent.restore += seconds(() -> require(tables.restore(RestoreOrder.of(table)).isDone()));
    spent.restoreWrites += watch.seconds();
    for (String name : List.of(byHand, table + RestoreOrder.SUFFIX, table)) {
      fixture.dynamoDb.deleteTable(r -> r.tableName(name));
    }
  }

  private static void pace(Fixture fixture, Scale scale, FigureReport report) {
    report.note("pace_error ...");
    Fixture paced = fixture.anew();
    paced.fill("paced", scale.of(150_000, 500));
    paced.passDay();
    ScanWatch watch = new ScanWatch(fixture.dynamoDb);
    retireAndArchive(paced.lifecycle(watch, paced.spec("paced", PACE_UNITS)));
    report.put("pace_units_per_s", PACE_UNITS);
    report.put("pace_s", watch.writingSeconds());
    report.put("pace_error", watch.writtenUnits() / (PACE_UNITS * watch.writingSeconds()));
  }

  private static void peaks(Scale scale, FigureReport report)
      throws IOException, InterruptedException {
    int items = scale.of(300_000, 1_000);
    for (String name : new String[] {ArchivePeakMain.ARCHIVE, ArchivePeakMain.RESTORE}) {
      report.note(name + " ...");
      report.put(name + "_items", items);
    }
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale);
        LocalS3 s3 = LocalServers.s3(scale, S3Storage.TEMPORARY_FOLDER);
        Fixture fixture = new Fixture(dynamoDb, s3, s3.newBucket())) {
      fixture.fill("events", items);
      ChildJvm.measure(
          report, ArchivePeakMain.class, HEAP_MIB, items, "archive", fixture.addresses());
    }
  }

  private static void require(boolean isDone) {
    if (!isDone) {
      throw new IllegalStateException("it was not done in one run");
    }
  }
}
