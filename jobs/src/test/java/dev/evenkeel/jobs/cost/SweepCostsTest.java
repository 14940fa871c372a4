package dev.evenkeel.jobs.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.config.PricesReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class SweepCostsTest {
  private static final DeepSweepReport FOUND =
      new DeepSweepReport(true, null, 9, 0, 4, 0, 0, 5, 0, 0, 0, 0);

  private final Map<String, TableDescription> tables = new HashMap<>();

  private static List<ChunkingSpec> specs(String... names) {
    StringBuilder yaml = new StringBuilder("chunking:\n");
    for (String name : names) {
      yaml.append(
          """
            - tableName: NAME
              partitionKey: {name: Id}
              attributes: {Message: CHUNKS}
              chunkTable: {tableName: NAME-chunks}
              intentTable: {tableName: NAME-intents}
          """
              .replace("NAME", name));
    }
    return ConfigurationReader.parse("c.yaml", yaml.toString()).chunking();
  }

  private List<CostLine> lines(String... names) {
    return new SweepCosts(
            specs(names),
            tables::get,
            "days-chunks"::equals,
            new Costs(PricesReader.builtIn().in("us-east-1")))
        .reading()
        .removing(FOUND)
        .sum()
        .lines();
  }

  private void table(String name, TableClass of, boolean provisioned) {
    TableDescription.Builder table =
        TableDescription.builder()
            .tableName(name)
            .tableSizeBytes(3_600L * 8_192)
            .tableClassSummary(summary -> summary.tableClass(of));
    if (provisioned) {
      table.provisionedThroughput(units -> units.readCapacityUnits(5L).writeCapacityUnits(5L));
    } else {
      table.billingModeSummary(mode -> mode.billingMode(BillingMode.PAY_PER_REQUEST));
    }
    tables.put(name, table.build());
  }

  @Test
  void costs_areThoseOfTheClassOfEachTable() {
    table("replies-chunks", TableClass.STANDARD_INFREQUENT_ACCESS, false);
    table("replies-intents", TableClass.STANDARD, false);

    assertThat(lines("replies"))
        .extracting(CostLine::what, CostLine::quantity, CostLine::price, CostLine::amount)
        .contains(
            tuple(
                "replies-chunks, scan",
                3_600.0,
                Price.readRequests(TableClass.STANDARD_INFREQUENT_ACCESS),
                3_600 * 0.155 / 1e6),
            tuple(
                "notes of what goes, and their removal",
                10.0,
                Price.WRITE_REQUESTS,
                10 * 0.625 / 1e6));
  }

  @Test
  void costs_ofProvisionedTables_areTheHoursOfTheirUnits() {
    table("replies-chunks", TableClass.STANDARD_INFREQUENT_ACCESS, true);
    table("replies-intents", TableClass.STANDARD, true);

    assertThat(lines("replies"))
        .extracting(CostLine::what, CostLine::quantity, CostLine::price)
        .contains(
            tuple(
                "replies-chunks, scan in hours of units at most",
                1.0,
                Price.readUnitHour(TableClass.STANDARD_INFREQUENT_ACCESS)),
            tuple(
                "notes of what goes, and their removal in hours of units at most",
                10.0 / 3_600,
                Price.WRITE_UNIT_HOUR));
  }

  /** Its name is that of no table, so it is not looked up. */
  @Test
  void costs_ofASeries_areUnknown() {
    table("days-chunks", TableClass.STANDARD, false);
    assertThat(lines("days"))
        .extracting(CostLine::what, CostLine::price, CostLine::unknown)
        .contains(
            tuple(
                "days-chunks, scan",
                null,
                "it has a table for each period, and nobody has listed them"));
  }

  /** What is not known is no price of requests on demand either. */
  @Test
  void costs_ofTablesThatAreNotSeenOrAreSeveral_areUnknown() {
    assertThat(lines("replies"))
        .extracting(CostLine::what, CostLine::price, CostLine::unknown)
        .contains(
            tuple("replies-chunks, scan", null, "the table may not be described, or is not there"),
            tuple(
                "notes of what goes, and their removal",
                null,
                "the table may not be described, or is not there"));
    assertThat(lines("replies", "topics"))
        .extracting(CostLine::what, CostLine::unknown)
        .contains(
            tuple(
                "notes of what goes, and their removal",
                "they are 10 writes to 2 tables, and which is not known"));
  }
}
