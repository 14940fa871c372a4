package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import java.util.List;

/**
 * The report of {@code tables catalogue rebuild}.
 *
 * @param dryRun whether nothing was written
 * @param archives that were found in the buckets
 */
public record CatalogueReport(boolean dryRun, List<FoundArchive> archives) implements Report {
  /** Copies the list. */
  public CatalogueReport {
    archives = List.copyOf(archives);
  }

  /** Whether no archive is damaged. */
  @Override
  public boolean isDone() {
    return count(Standing.DAMAGED) == 0;
  }

  private long count(Standing standing) {
    return archives.stream().filter(archive -> archive.standing() == standing).count();
  }

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("tables catalogue rebuild").put("dryRun", dryRun);
    json.set("archives", Json.array(archives, CatalogueReport::json));
    return json;
  }

  private static JsonNode json(FoundArchive archive) {
    return Json.object()
        .put("series", archive.series())
        .put("tableName", archive.tableName())
        .put("manifest", archive.manifest())
        .put("standing", standing(archive))
        .put("detail", archive.detail());
  }

  private static String standing(FoundArchive archive) {
    return ReportText.word(archive.standing());
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!archives.isEmpty()) {
      TextTable table = new TextTable("STANDING", "TABLE", "MANIFEST", "DETAIL");
      for (FoundArchive archive : archives) {
        String name = archive.tableName() == null ? "?" : archive.tableName();
        table.row(standing(archive), name, archive.manifest(), archive.detail());
      }
      text.append(table);
    }
    text.append(
        "%d %s found: %d known, %d %s, %d left, %d damaged.\n"
            .formatted(
                archives.size(),
                archives.size() == 1 ? "archive" : "archives",
                count(Standing.KNOWN),
                count(dryRun ? Standing.LOST : Standing.WRITTEN),
                dryRun ? "lost" : "written",
                count(Standing.LEFT),
                count(Standing.DAMAGED)));
    if (dryRun && count(Standing.LOST) > 0) {
      text.append("A dry run: nothing was written. Add --apply to write down what is lost.\n");
    }
    return text.toString();
  }
}
