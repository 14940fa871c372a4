package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.List;

/**
 * The report of {@code tables archives}.
 *
 * @param archives the verified ones of all series
 */
public record ArchivesReport(List<ArchivedTable> archives) implements Report {

  /** Copies the list. */
  public ArchivesReport {
    archives = List.copyOf(archives);
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("tables archives");
    json.set("archives", Json.array(archives, ArchivesReport::json));
    return json;
  }

  private static JsonNode json(ArchivedTable archive) {
    ObjectNode json = Json.object().put("tableName", archive.tableName());
    Actions.period(json, archive.period());
    return json.put("method", ReportText.word(archive.method()))
        .put("location", location(archive))
        .put("items", archive.items())
        .put("bytes", archive.bytes())
        .put("digest", archive.digest())
        .put("verified", archive.verified().toString())
        .put("restoredAs", archive.restoredAs());
  }

  private static String location(ArchivedTable archive) {
    return "s3://%s/%sAWSDynamoDB/%s/"
        .formatted(archive.bucket(), archive.prefix(), archive.exportId());
  }

  @Override
  public String text() {
    if (archives.isEmpty()) {
      return "There are no archives.\n";
    }
    TextTable table = new TextTable("TABLE", "ITEMS", "BYTES", "VERIFIED", "RESTORED AS", "IN");
    for (ArchivedTable archive : archives) {
      table.row(
          archive.tableName(),
          Long.toString(archive.items()),
          Long.toString(archive.bytes()),
          TimeText.of(archive.verified()),
          archive.restoredAs() == null ? "" : archive.restoredAs(),
          location(archive));
    }
    return table.toString();
  }
}
