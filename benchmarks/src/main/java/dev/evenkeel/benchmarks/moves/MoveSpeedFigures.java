package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.testkit.LocalDynamoDb;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How fast and at what price items move, and how fast a move is proved, beside loops by hand. */
final class MoveSpeedFigures {
  private static final int SHARDS = 8;
  private static final int KEYS = 100;

  /** As many as a process with four segments at a time cuts a small table into. */
  private static final int SEGMENTS = 32;

  private final LocalDynamoDb dynamoDb;
  private final Scale scale;
  private final FigureReport report;

  private MoveSpeedFigures(LocalDynamoDb dynamoDb, Scale scale, FigureReport report) {
    this.dynamoDb = dynamoDb;
    this.scale = scale;
    this.report = report;
  }

  static void measure(LocalDynamoDb dynamoDb, Scale scale, FigureReport report) {
    MoveSpeedFigures figures = new MoveSpeedFigures(dynamoDb, scale, report);
    figures.units();
    figures.move();
    figures.verify();
  }

  /** Items of 1 to 6 KB: more than that a size is not needed to tell a unit. */
  private void units() {
    report.note("move_units_per_kb ...");
    int items = scale.of(300, 30);
    SpreadTable table = SpreadTable.filled(dynamoDb, "units", 1, KEYS, 0, 0);
    for (int bytes : new int[] {200, 1_000, 5_000}) {
      new SpreadTable(table.endpoint(), table.name(), 1, KEYS, bytes)
          .writtenOn(1, bytes, items / 3);
    }
    table.begun(SHARDS);
    RequestMeter meter = new RequestMeter();
    require(table.move(meter) == items, "all items are moved");
    report.put("move_units_per_kb", (double) meter.moveUnits() / meter.kilobytes());
  }

  /**
   * Both take turns, and change who goes first. The first rounds do not count, in which the
   * compiler is at work: on ours for longer than on the loop. The median of the rounds tells.
   */
  private void move() {
    int items = scale.of(10_000, 200);
    int warmUps = scale.of(5, 0);
    double[] raw = new double[scale.of(6, 1)];
    double[] moved = new double[raw.length];
    for (int round = -warmUps; round < raw.length; round++) {
      report.note("move_items_per_s_vs_raw, round " + round + " ...");
      double before = round % 2 == 0 ? rawSeconds(items, round) : 0;
      double ours = seconds(items, round);
      double byHand = round % 2 == 0 ? before : rawSeconds(items, round);
      if (round >= 0) {
        raw[round] = byHand;
        moved[round] = ours;
      }
    }
    report.put("move_items", items);
    report.put("raw_items_per_s", items / Samples.of(raw).median());
    report.put("move_items_per_s", items / Samples.of(moved).median());
    report.put("move_items_per_s_vs_raw", Samples.of(raw.length, i -> raw[i] / moved[i]).median());
  }

  private double rawSeconds(int items, int round) {
    SpreadTable table = SpreadTable.filled(dynamoDb, "raw" + round, 1, KEYS, 200, items);
    try (DynamoDbClient client = table.client()) {
      return seconds(() -> new RawMove(client, table.name(), SEGMENTS).move(SHARDS));
    }
  }

  private double seconds(int items, int round) {
    SpreadTable table =
        SpreadTable.filled(dynamoDb, "moved" + round, 1, KEYS, 200, items).begun(SHARDS);
    double seconds = seconds(() -> require(table.move() == items, "all items are moved"));
    require(table.isProved(), "the move is proved");
    return seconds;
  }

  /**
   * Of a table whose items are where they belong, but for one, for which the move runs once more
   * after each round and forgets what was verified. Both take turns, and change who goes first; the
   * first rounds do not count, in which the compiler is at work. The median of the rounds tells.
   */
  private void verify() {
    report.note("verify_vs_scan ...");
    int items = scale.of(300_000, 200);
    SpreadTable table = SpreadTable.filled(dynamoDb, "verified", 1, KEYS, 200, 1).begun(SHARDS);
    table.writtenOn(SHARDS, 0, items);
    int warmUps = scale.of(6, 1);
    double[] scan = new double[scale.of(12, 1)];
    double[] verify = new double[scan.length];
    for (int round = -warmUps; round < scan.length; round++) {
      double before = round % 2 == 0 ? scanSeconds(table) : 0;
      double verified = verifySeconds(table, items);
      double scanned = round % 2 == 0 ? before : scanSeconds(table);
      if (round >= 0) {
        scan[round] = scanned;
        verify[round] = verified;
      }
    }
    report.put("verify_items", items);
    report.put("scan_s", Samples.of(scan).median());
    report.put("verify_s", Samples.of(verify).median());
    report.put("verify_vs_scan", Samples.of(scan.length, i -> verify[i] / scan[i]).median());
  }

  private static double verifySeconds(SpreadTable table, int items) {
    double seconds =
        table.with(
            (guarded, spec) -> {
              Resharder resharder = Resharder.of(spec, guarded);
              return seconds(
                  () ->
                      require(resharder.verify().verified().items() == items + 1, "all are seen"));
            });
    require(table.move() == 1, "one item was left");
    table.writtenOn(1, 0, 1);
    return seconds;
  }

  private static double scanSeconds(SpreadTable table) {
    try (DynamoDbClient client = table.client()) {
      return seconds(() -> new RawMove(client, table.name(), SEGMENTS).read(page -> {}));
    }
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("it is not so that " + what);
    }
  }
}
