package dev.evenkeel.jobs.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.report.EmbeddedMetrics;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.Report;
import java.time.Instant;
import picocli.CommandLine.Option;

/** A command that prints a report, with the options for its form and its metrics. */
abstract class ReportCommand extends JobCommand {
  /** Forms of a report. The constants' names are the option's values. */
  enum OutputFormat {
    table,
    json
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "table (for people) or json (one document); default ${DEFAULT-VALUE}")
  private OutputFormat form = OutputFormat.table;

  /** Formats of metrics. The constants' names are the option's values. */
  enum Metrics {
    NONE,
    EMF
  }

  @Option(
      names = "--metrics",
      paramLabel = "FORMAT",
      defaultValue = "${env:EVENKEEL_METRICS:-NONE}",
      description =
          "EMF writes the report's numbers to standard error, as a line from which CloudWatch makes"
              + " metrics; otherwise EVENKEEL_METRICS, or NONE")
  private Metrics metrics = Metrics.NONE;

  /** Prints a report, and gives the exit code. */
  final int print(Report report) {
    Terminal terminal = environment().terminal();
    ObjectNode document = report.json();
    String region = Regions.named(commandSpec());
    if (region != null) {
      document.put("region", region);
    }
    terminal.print(form == OutputFormat.json ? Json.text(document) : report.text());
    if (metrics == Metrics.EMF) {
      terminal.err().println(EmbeddedMetrics.line(document, Instant.now()));
      terminal.err().flush();
    }
    return report.isDone() ? 0 : EvenkeelCommand.FAILED;
  }
}
