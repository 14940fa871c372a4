package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.Report;
import picocli.CommandLine.Option;

/** The option for the output format of a report. */
final class OutputOption {
  /** Forms of a report. The constants' names are the option's values. */
  enum Form {
    table,
    json
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "table (for people) or json (one document); default ${DEFAULT-VALUE}")
  private Form form = Form.table;

  boolean isJson() {
    return form == Form.json;
  }

  void print(Terminal terminal, Report report) {
    terminal.print(isJson() ? Json.text(report.json()) : report.text());
  }
}
