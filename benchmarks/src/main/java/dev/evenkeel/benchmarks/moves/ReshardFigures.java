package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LocalServers;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;

/** What it costs to move items that are there, and what calls cost meanwhile. */
public final class ReshardFigures implements FigureProgram {

  @Override
  public String name() {
    return "reshard";
  }

  @Override
  public String description() {
    return "what moving items to other shards costs, and calls meanwhile";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale)) {
      MovingOverheadFigures.measure(dynamoDb, scale, report);
      MovingRowsFigures.measure(dynamoDb, scale, report);
      MoveSpeedFigures.measure(dynamoDb, scale, report);
      ResumeFigures.measure(dynamoDb, scale, report);
      MovePeakFigures.measure(dynamoDb, scale, report);
    }
  }
}
