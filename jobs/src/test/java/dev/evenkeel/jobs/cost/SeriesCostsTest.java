package dev.evenkeel.jobs.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.config.PricesReader;
import dev.evenkeel.jobs.cost.CostLine.Per;
import dev.evenkeel.timeseries.spec.Tier.OnDemand;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class SeriesCostsTest {
  private static final long GIB = 1L << 30;
  private static final String DAY = "clicks_2026-11-20";
  private static final TimeSpan SPAN =
      new TimeSpan(Instant.parse("2026-11-20T00:00:00Z"), Instant.parse("2026-11-21T00:00:00Z"));

  private final Costs costs = new Costs(PricesReader.builtIn().in("us-east-1"));

  private void cost(String template, TableAction action, @Nullable TableDescription table) {
    new SeriesCosts(costs).action(spec(template), action, table);
  }

  private static TimeSeriesSpec spec(String more) {
    return ConfigurationReader.parse(
            "c.yaml",
            """
            controlTable: control
            tables:
              - tableName: clicks
                time: {attribute: at}
                period: day
                since: 2026-11-20
            """
                + more.indent(4))
        .tables()
        .get(0);
  }

  private static final String ON_DEMAND =
      "template: {partitionKey: {name: page}, sortKey: {name: at}}";
  private static final String PROVISIONED =
      """
      template:
        partitionKey: {name: page}
        sortKey: {name: at}
        provisioned: {readUnits: 5, writeUnits: 1000}
        globalIndexes:
          - {indexName: by-user, partitionKey: {name: user}, provisioned: {readUnits: 5, writeUnits: 1000}}
      """;

  private static TableDescription.Builder described(long reads, long writes) {
    return TableDescription.builder()
        .tableName(DAY)
        .tableStatus("ACTIVE")
        .tableSizeBytes(10 * GIB)
        .provisionedThroughput(p -> p.readCapacityUnits(reads).writeCapacityUnits(writes));
  }

  private static TableDescription onDemand() {
    return described(0, 0)
        .billingModeSummary(b -> b.billingMode(BillingMode.PAY_PER_REQUEST))
        .build();
  }

  @Test
  void build_ofAProvisionedTable_costsItsUnitsAndThoseOfItsIndexes() {
    cost(PROVISIONED, new TableAction.Build(DAY, SPAN, ""), null);

    assertThat(costs.known(Per.HOUR)).isCloseTo(10 * 0.00013 + 2_000 * 0.00065, within(1e-12));
    assertThat(costs.isPartial()).isFalse();
  }

  @Test
  void build_ofATableOnDemand_isUnknown() {
    cost(ON_DEMAND, new TableAction.Build(DAY, SPAN, ""), null);

    assertThat(costs.lines())
        .extracting(CostLine::unknown)
        .containsExactly("it is billed by request");
  }

  /** The guide: as soon as nothing is written any more, 1 write unit is enough. */
  @Test
  void resize_toOneWriteUnit_savesTheOthers() {
    TableAction resize = new TableAction.Resize(DAY, new Provisioned(5, 1), Map.of(), "");

    cost(PROVISIONED, resize, described(5, 1_000).build());

    assertThat(costs.known(Per.HOUR)).isCloseTo(-999 * 0.00065, within(1e-12));
  }

  @Test
  void resize_ofWhatCannotBeSeenOrIsOnDemandThen_saysSo() {
    cost(PROVISIONED, new TableAction.Resize(DAY, new Provisioned(5, 1), Map.of(), ""), null);
    cost(
        PROVISIONED,
        new TableAction.Resize(DAY, new OnDemand(), Map.of("by-user", new OnDemand()), ""),
        described(5, 100).build());

    assertThat(costs.known(Per.HOUR)).isCloseTo(-5 * 0.00013 - 100 * 0.00065, within(1e-12));
    assertThat(costs.lines())
        .extracting(CostLine::unknown)
        .contains(
            "the table may not be described, or is not there", "it is billed by request then");
  }

  @Test
  void reclassAndDelete_changeWhatStorageCosts() {
    TableAction reclass =
        new TableAction.Reclass(DAY, TableClass.STANDARD_INFREQUENT_ACCESS, "it is old");
    cost(ON_DEMAND, reclass, onDemand());
    assertThat(costs.known(Per.MONTH)).isCloseTo(10 * (0.10 - 0.25), within(1e-12));

    cost(ON_DEMAND, new TableAction.Delete(DAY, SPAN, ""), onDemand());
    assertThat(costs.known(Per.MONTH)).isCloseTo(10 * (0.10 - 0.50), within(1e-12));
  }

  /** The class changes after the capacity. */
  @Test
  void resizeAndReclass_ofOneTable_areReckonedOneAfterTheOther() {
    SeriesCosts both = new SeriesCosts(costs);
    TimeSeriesSpec spec = spec(PROVISIONED);
    TableDescription table = described(5, 1_000).build();

    both.action(spec, new TableAction.Resize(DAY, new Provisioned(5, 1), Map.of(), ""), table);
    both.action(
        spec, new TableAction.Reclass(DAY, TableClass.STANDARD_INFREQUENT_ACCESS, ""), table);

    double before = 5 * 0.00013 + 1_000 * 0.00065;
    double after = 5 * 0.00016 + 0.00081;
    assertThat(costs.known(Per.HOUR)).isCloseTo(after - before, within(1e-12));
  }

  @Test
  void archive_byScan_readsTheTableTwice() {
    String archived =
        ON_DEMAND + "\narchive: {bucket: {bucket: archives}, dataClass: DEEP_ARCHIVE}";

    cost(archived, new TableAction.Archive(DAY, SPAN, ""), onDemand());

    double units = 2 * 10 * GIB / 8_192.0;
    double files = 10 * GIB / (8.0 * 1024 * 1024) + 11 + 3;
    assertThat(costs.known(Per.ONCE))
        .isCloseTo(units / 1e6 * 0.125 + files / 1e3 * 0.05, within(1e-9));
    assertThat(costs.known(Per.MONTH)).isCloseTo(10 * 0.00099, within(1e-12));
  }

  @Test
  void archive_byScanOfAProvisionedTable_paysHoursOfUnits() {
    String archived = PROVISIONED + "archive: {bucket: {bucket: archives}, segments: 8}";

    cost(archived, new TableAction.Archive(DAY, SPAN, ""), described(5, 1).build());

    double hours = 2 * 10 * GIB / 8_192.0 / 3_600;
    assertThat(costs.lines().get(0).amount()).isCloseTo(hours * 0.00013, within(1e-12));
  }

  @Test
  void archive_byExport_isPaidBySize() {
    String archived =
        """
        template: {partitionKey: {name: page}, sortKey: {name: at}, pointInTimeRecovery: true}
        archive: {bucket: {bucket: archives}, method: EXPORT, verifyExportByScan: true}
        """;

    cost(archived, new TableAction.Archive(DAY, SPAN, ""), onDemand());

    assertThat(costs.known(Per.ONCE))
        .isCloseTo(10 * 0.10 + 10 * GIB / 8_192.0 / 1e6 * 0.125, within(1e-9));
    assertThat(costs.isPartial()).isTrue();
  }
}
