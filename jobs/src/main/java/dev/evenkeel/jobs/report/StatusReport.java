package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.util.List;

/**
 * The report of {@code tables status}.
 *
 * @param controlTable its name
 * @param isThere whether the control table is there
 * @param warnings of what is wrong with the control table, each with what to do
 * @param series each with its tables
 */
public record StatusReport(
    String controlTable, boolean isThere, List<String> warnings, List<SeriesStatus> series)
    implements Report {

  /** Copies the lists. */
  public StatusReport {
    warnings = List.copyOf(warnings);
    series = List.copyOf(series);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("tables status");
    json.putObject("controlTable").put("tableName", controlTable).put("exists", isThere);
    json.set("warnings", Json.texts(warnings));
    json.set("series", Json.array(series, StatusReport::json));
    return json;
  }

  private static JsonNode json(SeriesStatus status) {
    ObjectNode json =
        Json.object()
            .put("series", status.series())
            .put("at", status.plan().at().toString())
            .put("actions", status.plan().actions().size());
    json.set("tables", Json.array(TableLine.of(status), TableLine::json));
    json.set("notes", Json.texts(status.plan().notes()));
    return json;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!isThere) {
      text.append(
          "Control table '%s' is not there yet; tables apply creates it.\n"
              .formatted(controlTable));
    }
    warnings.forEach(warning -> text.append("warning: ").append(warning).append('\n'));
    series.forEach(status -> text.append(text(status)));
    return text.toString();
  }

  private static String text(SeriesStatus status) {
    StringBuilder text =
        new StringBuilder("%s at %s\n".formatted(status.series(), TimeText.of(status.plan().at())));
    TextTable table =
        new TextTable("TABLE", "STATE", "STATUS", "CAPACITY", "CLASS", "OWNER", "ARCHIVED", "DUE");
    TableLine.of(status).forEach(line -> line.addTo(table));
    text.append(table);
    status.plan().notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    return text.append('\n').toString();
  }
}
