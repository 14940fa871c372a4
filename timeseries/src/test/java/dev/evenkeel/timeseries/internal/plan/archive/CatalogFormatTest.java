package dev.evenkeel.timeseries.internal.plan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The permanent form of the catalogue, and rows that are refused. */
class CatalogFormatTest {
  @ParameterizedTest
  @CsvFileSource(
      resources = "/vectors/v1/archived.csv",
      delimiter = '|',
      quoteCharacter = '~',
      numLinesToSkip = 1)
  void archive_isFrozen(ArgumentsAccessor row) {
    ArchivedTable archive =
        new ArchivedTable(
            row.getString(0),
            new TimeSpan(
                Instant.parse("2026-03-10T00:00:00Z"), Instant.parse("2026-03-11T00:00:00Z")),
            row.getString(1),
            row.getString(2) == null ? null : Instant.parse(row.getString(2)),
            ArchiveMethod.valueOf(row.getString(3)),
            "b",
            "old/",
            "01773191401000-66b12414",
            2,
            345,
            row.getString(4),
            "d949",
            Instant.parse("2026-03-11T01:10:03.775Z"),
            row.getBoolean(6),
            row.getString(5));
    Map<String, AttributeValue> item = item(row.getString(7));
    Map<String, AttributeValue> written = new HashMap<>(CatalogFormat.write(archive));
    written.putAll(CatalogFormat.key("readings", archive.tableName()));

    assertThat(written).isEqualTo(item);
    assertThat(CatalogFormat.read(item)).isEqualTo(archive);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "format | 2 | format 2",
        "method | COPY | COPY",
        "items | -1 | items",
        "verified | soon | verified",
        "bucket | | bucket",
        "until | 2026-03-01T00:00:00Z | start"
      })
  void read_whatSaysMoreThanIsKnown_isRefused(String name, String becomes, String why) {
    Map<String, AttributeValue> item =
        item(
            """
            {"sk":"t","format":1,"from":"2026-03-10T00:00:00Z","until":"2026-03-11T00:00:00Z",
            "method":"SCAN","bucket":"b","prefix":"","export":"e","items":2,"bytes":3,
            "manifest":"d9","verified":"2026-03-11T01:10:03Z"}""");
    if (becomes == null) {
      item.remove(name);
    } else {
      item.put(
          name,
          becomes.matches("-?[0-9]+")
              ? AttributeValue.fromN(becomes)
              : AttributeValue.fromS(becomes));
    }
    assertThatThrownBy(() -> CatalogFormat.read(item))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  /** Texts and numbers, as the attributes of an item. */
  private static Map<String, AttributeValue> item(String json) {
    try {
      Map<String, AttributeValue> item = new HashMap<>();
      new ObjectMapper()
          .readTree(json)
          .properties()
          .forEach(field -> item.put(field.getKey(), value(field.getValue())));
      return item;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static AttributeValue value(JsonNode value) {
    if (value.isBoolean()) {
      return AttributeValue.fromBool(value.asBoolean());
    }
    return value.isNumber()
        ? AttributeValue.fromN(value.asText())
        : AttributeValue.fromS(value.asText());
  }
}
