package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The report of {@code tables apply} and {@code tables archive}.
 *
 * @param command the command
 * @param warnings of what is wrong with the control table, each with what to do
 * @param reports of each series that was run
 */
public record RunReport(String command, List<String> warnings, List<LifecycleReport> reports)
    implements Report {
  /** Copies the lists. */
  public RunReport {
    warnings = List.copyOf(warnings);
    reports = List.copyOf(reports);
  }

  @Override
  public boolean isDone() {
    return reports.stream().allMatch(LifecycleReport::isComplete);
  }

  /**
   * Whether something failed, or a table is overdue; what was only left for the next run did not.
   */
  public boolean hasFailed() {
    return reports.stream().anyMatch(LifecycleReport::hasFailed);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document(command).put("complete", isDone());
    json.put("failed", hasFailed());
    json.set("warnings", Json.texts(warnings));
    json.set("series", Json.array(reports, RunReport::json));
    return json;
  }

  private static JsonNode json(LifecycleReport report) {
    ObjectNode json =
        Json.object()
            .put("series", report.series())
            .put("at", report.at().toString())
            .put("complete", report.isComplete());
    json.set("outcomes", Json.array(report.outcomes(), RunReport::json));
    json.set("notes", Json.texts(report.notes()));
    json.set("overdue", Json.texts(report.prebuilt().overdue()));
    Instant boundary = report.prebuilt().boundary();
    json.put("boundaryWithoutTable", boundary == null ? null : boundary.toString());
    return json.put("failure", report.failure() == null ? null : Causes.text(report.failure()));
  }

  private static JsonNode json(Outcome outcome) {
    return Actions.json(outcome.action())
        .put("result", result(outcome))
        .put("detail", outcome.detail());
  }

  private static String result(Outcome outcome) {
    return ReportText.word(outcome.result());
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    reports.forEach(report -> text.append(text(report)));
    return text.append(
            hasFailed()
                ? "Not complete: %s. The next run tries again.\n".formatted(wrong())
                : isDone() ? complete() : "Not complete: the rest is left to the next run.\n")
        .append(
            reports.stream().anyMatch(RunReport::isDenied)
                ? "A right is missing: 'evenkeel iam' prints the policy that is needed.\n"
                : "")
        .toString();
  }

  private static boolean isDenied(LifecycleReport report) {
    return Stream.concat(
            Stream.ofNullable(report.failure()),
            report.outcomes().stream()
                .filter(outcome -> outcome.result() == Result.FAILED)
                .flatMap(outcome -> Stream.ofNullable(outcome.cause())))
        .anyMatch(Causes::isDenied);
  }

  private String wrong() {
    boolean isOverdue = reports.stream().anyMatch(report -> !report.prebuilt().overdue().isEmpty());
    boolean isFailure =
        reports.stream()
            .anyMatch(
                report -> report.failure() != null || !report.actions(Result.FAILED).isEmpty());
    return isOverdue && isFailure
        ? "something failed, and a table is overdue"
        : isOverdue ? "a table is overdue" : "something failed";
  }

  private String complete() {
    return reports.stream().allMatch(report -> report.actions(Result.UNDER_WAY).isEmpty())
        ? "Complete.\n"
        : "Complete for now: the next run goes on with what is under way.\n";
  }

  private static String text(LifecycleReport report) {
    StringBuilder text =
        new StringBuilder("%s at %s\n".formatted(report.series(), TimeText.of(report.at())));
    if (!report.outcomes().isEmpty()) {
      TextTable table = new TextTable("RESULT", "ACTION", "TABLE", "DETAIL");
      for (Outcome outcome : report.outcomes()) {
        table.row(
            result(outcome),
            Actions.name(outcome.action()),
            outcome.action().tableName(),
            outcome.detail().isEmpty() ? outcome.action().reason() : outcome.detail());
      }
      text.append(table);
    } else if (report.failure() == null) {
      text.append("nothing to do\n");
    }
    report.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    report
        .prebuilt()
        .overdue()
        .forEach(table -> text.append("overdue: ").append(table).append('\n'));
    if (report.failure() != null) {
      text.append("failure: ").append(Causes.text(report.failure())).append('\n');
    }
    return text.append('\n').toString();
  }
}
