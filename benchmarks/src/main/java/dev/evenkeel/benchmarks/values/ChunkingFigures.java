package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.FigureProgram;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.LocalServers;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;
import java.io.IOException;

/** The figures of large values. */
public final class ChunkingFigures implements FigureProgram {

  @Override
  public String name() {
    return "chunking";
  }

  @Override
  public String description() {
    return "what large values save, and what they cost in time, memory and units";
  }

  @Override
  public void measure(Setting setting, FigureReport report)
      throws IOException, InterruptedException {
    Scale scale = setting.scale();
    report.put("cores", Runtime.getRuntime().availableProcessors());
    report.put("jdk", Runtime.version().toString());
    Texts texts = Texts.of(setting);
    report.put("data", setting.data() == null ? "generated" : "real");
    SmallOverheadFigures.measure(scale, report);
    CodecSpeedFigures.measure(texts, scale, report);
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale);
        LocalS3 s3 = LocalServers.s3(scale, S3Storage.MEMORY)) {
      Servers servers = new Servers(dynamoDb, s3);
      SavingFigures.measure(texts, servers, report);
      LargeUnitsFigures.measure(servers, report);
      ValueTimeFigures.measure(scale, servers, report);
      PeakFigures.heap(scale, servers, report);
    }
    try (LocalDynamoDb dynamoDb = LocalServers.dynamoDb(scale);
        LocalS3 s3 = LocalServers.s3(scale, S3Storage.TEMPORARY_FOLDER)) {
      PeakFigures.stream(scale, new Servers(dynamoDb, s3), report);
    }
  }
}
