package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetReport.ColumnTally;
import java.util.List;

/**
 * The report of {@code tables parquet}.
 *
 * @param copies all that are there, whether they were made now or before
 */
public record ParquetRunReport(List<ParquetReport> copies) implements Report {

  /** Copies the list. */
  public ParquetRunReport {
    copies = List.copyOf(copies);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("tables parquet");
    json.set("copies", Json.array(copies, ParquetRunReport::json));
    return json;
  }

  private static JsonNode json(ParquetReport copy) {
    ObjectNode json =
        Json.object()
            .put("tableName", copy.tableName())
            .put("state", ReportText.word(copy.state()))
            .put("items", copy.items())
            .put("digest", copy.digest())
            .put("files", copy.files())
            .put("bytes", copy.bytes())
            .put("location", copy.folder());
    json.set("columns", Json.array(copy.tallies(), ParquetRunReport::json));
    return json;
  }

  private static JsonNode json(ColumnTally tally) {
    return Json.object()
        .put("name", tally.column())
        .put("misfits", tally.misfits())
        .put("rounded", tally.rounded());
  }

  @Override
  public String text() {
    if (copies.isEmpty()) {
      return "There are no archives to copy.\n";
    }
    TextTable table = new TextTable("TABLE", "COPY", "ITEMS", "FILES", "BYTES", "IN");
    StringBuilder notes = new StringBuilder();
    for (ParquetReport copy : copies) {
      table.row(
          copy.tableName(),
          ReportText.word(copy.state()),
          Long.toString(copy.items()),
          Integer.toString(copy.files()),
          Long.toString(copy.bytes()),
          copy.folder());
      for (ColumnTally tally : copy.tallies()) {
        notes.append(note(copy, tally));
      }
    }
    return table.toString() + notes;
  }

  private static String note(ParquetReport copy, ColumnTally tally) {
    return "%s: column '%s' is null for %d items whose value does not fit, and rounded for %d. Column 'item' has them whole.\n"
        .formatted(copy.tableName(), tally.column(), tally.misfits(), tally.rounded());
  }
}
