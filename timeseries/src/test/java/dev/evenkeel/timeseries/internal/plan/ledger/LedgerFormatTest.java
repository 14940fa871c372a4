package dev.evenkeel.timeseries.internal.plan.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The permanent form of the ledger, and rows that are refused. */
class LedgerFormatTest {
  private static final String SERVING =
      "{'format':{'N':'1'},'from':{'S':'2026-03-10T00:00:00Z'},'until':{'S':'2026-03-11T00:00:00Z'},"
          + "'state':{'S':'SERVING'},'announced':{'BOOL':true},'archived':{'BOOL':false},'fence':{'N':'7'}}";

  @ParameterizedTest
  @CsvFileSource(
      resources = "/vectors/v1/ledger.csv",
      delimiter = '|',
      quoteCharacter = '~',
      numLinesToSkip = 1)
  void entry_isFrozen(ArgumentsAccessor row) {
    LedgerEntry entry =
        new LedgerEntry(
            row.getString(0),
            new TimeSpan(Instant.parse(row.getString(1)), Instant.parse(row.getString(2))),
            State.valueOf(row.getString(3)),
            row.getString(4),
            row.getString(5) == null ? null : Instant.parse(row.getString(5)),
            row.getBoolean(6),
            row.getBoolean(7),
            false,
            settings(row.getString(8)),
            row.getLong(9));
    Map<String, AttributeValue> item = item(row.getString(10), null);

    assertThat(LedgerFormat.write(entry)).isEqualTo(item);
    assertThat(LedgerFormat.read(item(row.getString(10), row.getString(0)))).isEqualTo(entry);
  }

  /** Vectors are of before there was such an attribute. */
  @Test
  void entry_ofATableWhoseArchiveBegan_saysSoAndOthersDoNot() {
    LedgerEntry serving = LedgerFormat.read(item(SERVING.replace('\'', '"'), "t_2026-03-10"));
    assertThat(serving.isFrozen()).isFalse();
    Map<String, AttributeValue> frozen = new HashMap<>(LedgerFormat.write(serving.frozen()));

    assertThat(frozen).containsEntry("frozen", AttributeValue.fromBool(true));
    frozen.put("sk", AttributeValue.fromS("table#t_2026-03-10"));
    assertThat(LedgerFormat.read(frozen)).isEqualTo(serving.frozen());
    assertThat(LedgerFormat.write(serving.frozen().reopened(true)))
        .isEqualTo(LedgerFormat.write(serving.in(State.SERVING).reopened(true)))
        .doesNotContainKey("frozen");
  }

  @Test
  void clock_isFrozen() {
    Map<String, AttributeValue> item =
        item("{'format':{'N':'1'},'seen':{'S':'2026-03-10T23:00:00Z'}}".replace('\'', '"'), null);

    assertThat(LedgerFormat.write(Instant.parse("2026-03-10T23:00:00Z"))).isEqualTo(item);
    assertThat(LedgerFormat.readClock(item)).isEqualTo(Instant.parse("2026-03-10T23:00:00Z"));
  }

  @Test
  void read_attributesOfALaterMinorVersion_areLeftAlone() {
    String more = SERVING.replace("'fence'", "'manifest':{'S':'s3://b/k'},'fence'");

    assertThat(LedgerFormat.read(item(more.replace('\'', '"'), "a_2026-03-10")).state())
        .isEqualTo(State.SERVING);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "'format':{'N':'1'} | 'format':{'N':'2'} | format 2",
        "'format':{'N':'1'} | 'format':{'S':'1'} | 'format'",
        "'SERVING' | 'FROZEN' | FROZEN",
        "2026-03-11T00:00:00Z | soon | time",
        "2026-03-11T00:00:00Z | 2026-03-10T00:00:00Z | start",
        "{'BOOL':true} | {'S':'yes'} | announced",
        "'N':'7' | 'N':'-7' | fence",
        "'fence' | 'lacking':{'SS':['PLAN_B']},'fence' | PLAN_B"
      })
  void read_whatSaysMoreThanIsKnown_isRefused(String is, String becomes, String why) {
    String json = SERVING.replace(is, becomes).replace('\'', '"');

    assertThatThrownBy(() -> LedgerFormat.read(item(json, "a_2026-03-10")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  private static Set<TableSetting> settings(@Nullable String names) {
    return names == null
        ? Set.of()
        : Stream.of(names.split(" ", -1)).map(TableSetting::valueOf).collect(Collectors.toSet());
  }

  private static Map<String, AttributeValue> item(String json, @Nullable String table) {
    Map<String, AttributeValue> item = new HashMap<>();
    try {
      new ObjectMapper()
          .readTree(json)
          .properties()
          .forEach(entry -> item.put(entry.getKey(), value(entry.getValue())));
    } catch (IOException e) {
      throw new IllegalArgumentException(json, e);
    }
    if (table != null) {
      item.put("sk", AttributeValue.fromS("table#" + table));
    }
    return item;
  }

  private static AttributeValue value(JsonNode json) {
    if (json.has("S")) {
      return AttributeValue.fromS(json.get("S").textValue());
    } else if (json.has("N")) {
      return AttributeValue.fromN(json.get("N").textValue());
    } else if (json.has("BOOL")) {
      return AttributeValue.fromBool(json.get("BOOL").booleanValue());
    }
    List<String> members = new ArrayList<>();
    json.get("SS").forEach(member -> members.add(member.textValue()));
    return AttributeValue.fromSs(members);
  }
}
