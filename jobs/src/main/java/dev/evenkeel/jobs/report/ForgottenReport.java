package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The report of {@code --job NAME --forget}.
 *
 * @param command whose job it was
 * @param job its name
 * @param rest what became of what it has done
 */
public record ForgottenReport(String command, String job, String rest) implements Report {

  @Override
  public ObjectNode json() {
    return Json.document(command).put("job", job).put("forgotten", true);
  }

  @Override
  public String text() {
    return "Job '%s' is forgotten. %s%n".formatted(job, rest);
  }
}
