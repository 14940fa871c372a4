package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The report of {@code --job NAME --forget}.
 *
 * @param command whose job it was
 * @param job its name
 */
public record ForgottenReport(String command, String job) implements Report {

  @Override
  public ObjectNode json() {
    return Json.document(command).put("job", job).put("forgotten", true);
  }

  @Override
  public String text() {
    return "Job '%s' is forgotten. What it has done stays done.%n".formatted(job);
  }
}
