package dev.evenkeel.jobs.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.cost.Price;
import dev.evenkeel.jobs.cost.PriceBook;
import dev.evenkeel.jobs.cost.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PricesReaderTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("ours.yaml"), text);
  }

  @Test
  void builtIn_hasADateAndASourceForEachPrice() throws IOException {
    PriceBook book = PricesReader.builtIn();
    assertThat(LocalDate.parse(book.date())).isAfter("2024-11-01");
    assertThat(book.currency()).isEqualTo("USD");
    String text =
        Files.readString(Path.of("src/main/resources/dev/evenkeel/jobs/cost/prices.yaml"));
    JsonNode regions = YamlReader.read("prices.yaml", text).root().path("regions");
    regions.forEach(region -> region.forEach(this::assertSourced));
  }

  private void assertSourced(JsonNode service) {
    for (JsonNode section : service) {
      assertThat(section.path("source").asText()).as("%s", section).startsWith("Amazon ");
    }
  }

  @Test
  void read_ofAFileWithOnePrice_goesOverThoseOfItsRegion() throws IOException {
    PriceBook book =
        PricesReader.read(
            file(
                """
                currency: USD
                date: 2026-10-01
                regions:
                  us-east-1: {dynamodb: {standard: {source: our contract, readUnitHour: 0.0001}}}
                """));

    Prices prices = book.in("us-east-1");
    assertThat(prices.of(Price.READ_UNIT_HOUR)).isEqualTo(0.0001);
    assertThat(prices.of(Price.WRITE_UNIT_HOUR)).isEqualTo(0.00065);
    assertThat(prices.origin()).isEqualTo("USD, prices of us-east-1 of 2026-10-01");
    assertThat(book.in("eu-north-1").origin())
        .isEqualTo("USD, prices of us-east-1 of 2026-10-01, as there are none of eu-north-1");
  }

  @Test
  void read_ofAnotherRegionOrCurrency_mixesNoPrices() throws IOException {
    String text =
        """
        currency: %s
        date: 2026-10-01
        regions:
          eu-central-1: {dynamodb: {standard: {readUnitHour: 0.00016}}}
          us-east-1: {dynamodb: {standard: {readUnitHour: 0.00012}}}
        """;

    Prices other = PricesReader.read(file(text.formatted("USD"))).in("eu-central-1");
    Prices euros = PricesReader.read(file(text.formatted("EUR"))).in("us-east-1");

    assertThat(other.of(Price.READ_UNIT_HOUR)).isEqualTo(0.00016);
    assertThat(other.of(Price.WRITE_UNIT_HOUR)).isNull();
    assertThat(euros.of(Price.WRITE_UNIT_HOUR)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "currency: USD|1:1: 'date' is missing. Take prices.yaml as an example.",
        "{currency: USD, date: d, regions: {}}|1:35: 'regions' must be a mapping by region, with one region at least.",
        "{currency: USD, date: d, regions: {x: {s3: {STANDARD: {putThousnd: 1}}}}}|1:55: 's3.STANDARD.putThousnd' is none of the keys of price files. Did you mean 's3.STANDARD.putThousand'?",
        "{currency: USD, date: d, regions: {x: {s3: {STANDARD: {putThousand: -1}}}}}|1:69: 's3.STANDARD.putThousand' must be a number, 0 or more.",
        "{currency: USD, date: d, regions: {x: {s3: {STANDARD: {putThousand: NaN}}}}}|1:69: 's3.STANDARD.putThousand' must be a number, 0 or more.",
        "{currency: USD, date: d, region: x, regions: {x: {}}}|1:1: 'region' is none of the keys of price files. Did you mean 'regions'?",
      })
  void read_ofAFileThatIsWrong_saysWhere(String text, String problem) throws IOException {
    Path file = file(text);

    assertThatThrownBy(() -> PricesReader.read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(file + ":" + problem);
  }

  @Test
  void read_ofNoFile_saysHowToNameOne() {
    Path none = folder.resolve("none.yaml");
    assertThatThrownBy(() -> PricesReader.read(none))
        .hasMessage(
            none
                + ": there is no such file. Name a file of prices with --prices, or 'prices' in the configuration.");
  }
}
