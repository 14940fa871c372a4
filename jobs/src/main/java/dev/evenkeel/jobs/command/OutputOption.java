package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.Report;
import picocli.CommandLine.Option;

/** The option that says how to tell what was found and done. */
final class OutputOption {
  /** Forms of a report. Their names are what is typed. */
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
