package dev.evenkeel.examples.pages;

import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.KeyAdvisor;
import dev.evenkeel.simulator.advise.TableAdvisor;
import dev.evenkeel.simulator.advise.TableAdvisor.TableAdvice;
import dev.evenkeel.simulator.trace.TraceFormat;
import dev.evenkeel.simulator.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/advisor.md}. */
final class AdvisorPage {
  private AdvisorPage() {}

  static Advice ofTrace(Path file) throws IOException {
    // [docs:trace]
    Advice advice;
    try (TraceReader trace = TraceReader.open(file, TraceFormat.csv())) {
      advice = KeyAdvisor.create().addAll(trace).advice();
    }
    // [docs]
    return advice;
  }

  static TableAdvice ofTable(DynamoDbClient client) {
    // [docs:table]
    TableAdvice advice =
        TableAdvisor.builder(client, "orders").unitsPerSecond(100).build().advise();
    // [docs]
    return advice;
  }
}
