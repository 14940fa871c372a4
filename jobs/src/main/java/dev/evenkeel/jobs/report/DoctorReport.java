package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The report of {@code doctor}.
 *
 * @param checks the checks
 */
public record DoctorReport(List<Check> checks) implements Report {
  /** The result of a check. The constants' names are printed. */
  public enum State {
    OK,
    /** It cannot be checked without a change, or there is nothing to check yet. */
    UNTRIED,
    /** It may be right, and deserves attention. */
    LOOK,
    WRONG
  }

  /**
   * A check.
   *
   * @param what such as {@code table orders}
   * @param state how it was found
   * @param detail in sentences
   */
  public record Check(String what, State state, String detail) {}

  /** Copies the list. */
  public DoctorReport {
    checks = List.copyOf(checks);
  }

  @Override
  public boolean isDone() {
    return checks.stream().noneMatch(check -> check.state() == State.WRONG);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("doctor").put("healthy", isDone());
    json.set(
        "checks",
        Json.array(
            checks,
            check ->
                Json.object()
                    .put("what", check.what())
                    .put("state", ReportText.word(check.state()))
                    .put("detail", check.detail())));
    return json;
  }

  @Override
  public String text() {
    TextTable table = new TextTable("STATE", "WHAT", "DETAIL");
    checks.forEach(
        check -> table.row(ReportText.word(check.state()), check.what(), check.detail()));
    long wrong = checks.stream().filter(check -> check.state() == State.WRONG).count();
    return table + (wrong == 0 ? "Nothing is wrong.\n" : "%d wrong.\n".formatted(wrong));
  }
}
