package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The report of {@code sweep --take-ownership}.
 *
 * @param tables the tables that own the values in their buckets from now on
 */
public record OwnershipReport(List<String> tables) implements Report {
  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("sweep --take-ownership");
    tables.forEach(json.putArray("tables")::add);
    return json;
  }

  @Override
  public String text() {
    return tables.isEmpty()
        ? "No table has values in a bucket.\n"
        : "The values in buckets are these tables' of this account and region, as they are now: %s.\n"
            .formatted(String.join(", ", tables));
  }
}
