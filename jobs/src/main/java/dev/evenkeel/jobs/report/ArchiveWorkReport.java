package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The report of a worker on archives.
 *
 * @param job its name
 * @param worker the index of this process
 * @param items that this process has written or read to verify
 * @param isDone whether no archive and no restore of the job is under way; otherwise it was stopped
 */
public record ArchiveWorkReport(String job, int worker, long items, boolean isDone)
    implements Report {

  @Override
  public ObjectNode json() {
    return Json.document("work")
        .put("job", job)
        .put("worker", worker)
        .put("done", isDone)
        .put("items", items);
  }

  @Override
  public String text() {
    return "Worker %d wrote or verified %s items. %s%n"
        .formatted(
            worker,
            RateText.number(items),
            isDone
                ? "No archive and no restore of job '%s' is under way.".formatted(job)
                : "Stopped before the end: repeat it to go on.");
  }
}
