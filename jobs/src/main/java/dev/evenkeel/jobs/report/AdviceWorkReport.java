package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.simulator.advise.SharedAdvisor.Status;
import org.jspecify.annotations.Nullable;

/**
 * The report of a worker on advice, or of {@code advise --job} that was stopped.
 *
 * @param command {@code advise --job} or {@code work}
 * @param job its name
 * @param worker the index of this process; null if it has none
 * @param status how far the job is
 */
public record AdviceWorkReport(String command, String job, @Nullable Integer worker, Status status)
    implements Report {

  @Override
  public boolean isDone() {
    return status.isDone();
  }

  @Override
  public ObjectNode json() {
    return Json.document(command)
        .put("job", job)
        .put("worker", worker)
        .put("done", status.isDone())
        .put("segments", status.segments())
        .put("segmentsDone", status.segmentsDone())
        .put("items", status.items());
  }

  @Override
  public String text() {
    return "Job '%s': %s. %s%n"
        .formatted(
            job,
            line(status),
            status.isDone()
                ? "'evenkeel advise' with --job tells the advice."
                : "Stopped before the end: repeat it to go on.");
  }

  /** How far it is, in a line. */
  public static String line(Status status) {
    return "%d of %d segments are done, %s items are read"
        .formatted(status.segmentsDone(), status.segments(), RateText.number(status.items()));
  }
}
