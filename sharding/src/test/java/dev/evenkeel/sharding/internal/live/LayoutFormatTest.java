package dev.evenkeel.sharding.internal.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.LayoutRecord.State;
import dev.evenkeel.sharding.spec.LayoutFormatException;
import dev.evenkeel.sharding.spec.Pieces;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a stored layout record looks like for ever, and what is none. */
class LayoutFormatTest {
  private static final AttributeValue KEY = AttributeValue.fromS("größer");
  private static final AttributeValue FROM = AttributeValue.fromN("1764547200.5");

  private static final OtherTable OTHER = new OtherTable("others", null);
  private static final OtherTable SERIES =
      new OtherTable("clicks_by_day", "since 2026-11-01T00:00:00Z, period DAY");

  /** The life of a record from its first change on. */
  private static final List<LayoutRecord> LIFE = life();

  private static List<LayoutRecord> life() {
    List<LayoutRecord> life = new ArrayList<>();
    life.add(LayoutRecord.first("spec").ready("control"));
    life.add(life.get(0).readyAndDrained());
    life.add(life.get(1).paused(new Change(KEY, Pieces.shards(1), 16)));
    life.add(life.get(2).published(FROM));
    life.add(life.get(3).settled());
    life.add(life.get(4).raised("items", new Raise(List.of(2, 8), 2)));
    life.add(life.get(5).raised("items", new Raise(List.of(2, 8), 8)));
    life.add(life.get(6).announced(new Change(null, Pieces.shards(2), 50, true), "control"));
    life.add(life.get(7).checked());
    life.add(life.get(8).paused(new Change(null, Pieces.shards(2), 50, true)));
    life.add(life.get(9).moving());
    life.add(life.get(10).moved("clicks"));
    life.add(life.get(11).ready("control"));
    life.add(life.get(12).readyAndDrained());
    life.add(life.get(13).paused(new Change(KEY, Pieces.shards(1), 1, true)));
    life.add(life.get(14).moving());
    life.add(life.get(15).moved("clicks"));
    life.add(life.get(16).announced(new Change(null, Pieces.shards(2), 1, true), "control"));
    life.add(life.get(17).checked());
    life.add(life.get(18).paused(new Change(null, Pieces.shards(2), 1, true)));
    life.add(life.get(19).moving());
    life.add(life.get(20).moved("clicks"));
    life.add(life.get(21).announced(new Change(null, Pieces.shards(1), 4, true, OTHER), "control"));
    life.add(life.get(22).checked());
    life.add(life.get(23).paused(new Change(null, Pieces.shards(1), 4, true, OTHER)));
    life.add(life.get(24).moving());
    life.add(life.get(25).moved("clicks"));
    life.add(
        life.get(26).announced(new Change(null, Pieces.shards(4), 1, true, SERIES), "control"));
    life.add(life.get(27).checked());
    life.add(life.get(28).paused(new Change(null, Pieces.shards(4), 1, true, SERIES)));
    life.add(life.get(29).moving());
    life.add(life.get(30).moved("clicks"));
    return life;
  }

  private static Map<String, AttributeValue> item(String json) {
    try {
      return map(new ObjectMapper().readTree(json));
    } catch (IOException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  private static Map<String, AttributeValue> map(JsonNode json) {
    Map<String, AttributeValue> entries = new LinkedHashMap<>();
    json.properties().forEach(at -> entries.put(at.getKey(), attribute(at.getValue())));
    return entries;
  }

  private static AttributeValue attribute(JsonNode json) {
    if (json.has("M")) {
      return AttributeValue.fromM(map(json.get("M")));
    }
    if (json.has("L")) {
      List<AttributeValue> list = new ArrayList<>();
      json.get("L").forEach(each -> list.add(attribute(each)));
      return AttributeValue.fromL(list);
    }
    if (json.has("BOOL")) {
      return AttributeValue.fromBool(json.get("BOOL").booleanValue());
    }
    return json.has("S")
        ? AttributeValue.fromS(json.get("S").textValue())
        : AttributeValue.fromN(json.get("N").textValue());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/layout-records.csv", delimiter = '|', numLinesToSkip = 1)
  void record_isFrozen(String what, int version, State state, boolean drained, String json) {
    LayoutRecord record = LIFE.get(version - 2);

    assertThat(record.state()).as(what).isEqualTo(state);
    assertThat(record.drained()).as(what).isEqualTo(drained);
    assertThat(LayoutFormat.item(record)).as(what).isEqualTo(item(json));
    assertThat(LayoutFormat.record("clicks", item(json))).as(what).isEqualTo(record);
  }

  /** As versions of before wrote it: the next change has clients register anew. */
  @ParameterizedTest
  @CsvFileSource(resources = "/vectors/v1/layout-records.csv", delimiter = '|', numLinesToSkip = 1)
  void record_thatNamesNoControlTable_isDrainedInNone(
      String what, int version, State state, boolean drained, String json) {
    Map<String, AttributeValue> item = item(json);
    item.remove("control");
    LayoutRecord read = LayoutFormat.record("clicks", item);
    assertThat(LayoutFormat.item(read)).as(what).isEqualTo(item);
    assertThat(read.state()).as(what).isEqualTo(state);
    assertThat(read.drained()).as(what).isEqualTo(drained);
    assertThat(read.isDrainedIn("control")).as(what).isFalse();
    assertThat(LIFE.get(version - 2).isDrainedIn("control")).as(what).isEqualTo(drained);
  }

  /** A write whose answer is lost is told by the record that is there, so both have to be equal. */
  @Test
  void record_ofATableThatWasMovedBack_isAsIfItHadNeverLeft() {
    OtherTable own = new OtherTable("clicks", null);
    Change back = new Change(null, Pieces.shards(4), 1, true, own);
    LayoutRecord moving = LIFE.get(26).announced(back, "control").checked().paused(back).moving();
    LayoutRecord home = moving.moved("clicks");
    assertThat(LayoutFormat.record("clicks", LayoutFormat.item(moving))).isEqualTo(moving);
    assertThat(home.base().table()).isNull();

    Map<String, AttributeValue> item = LayoutFormat.item(home);
    assertThat(item).doesNotContainKey("table");
    assertThat(LayoutFormat.record("clicks", item)).isEqualTo(home);
    item.put("table", AttributeValue.fromS("clicks")); // as libraries of before wrote it
    item.put("format", AttributeValue.fromN("3"));
    assertThat(LayoutFormat.record("clicks", item)).isEqualTo(home);
  }

  /** Readers from before it know it as little as one that nobody knows. */
  @ParameterizedTest
  @CsvSource({
    "1764547200123, 2025-12-01T00:00:00.123Z",
    "-1,",
    "1.5,",
    "99999999999999999,",
  })
  void record_withATime_isTheSameRecord(String since, @Nullable Instant time) {
    LayoutRecord record = LIFE.get(2);
    Map<String, AttributeValue> item = LayoutFormat.item(record);
    item.put("since", AttributeValue.fromN(since));
    item.put("later", AttributeValue.fromS("not known yet"));

    assertThat(LayoutFormat.record("clicks", item)).isEqualTo(record);
    assertThat(LayoutFormat.since(item)).isEqualTo(time);
  }

  @Test
  void item_thatIsWritten_saysWhen() {
    Map<String, AttributeValue> item =
        LayoutFormat.item(LIFE.get(2), Instant.parse("2025-12-01T00:00:00.123456Z"));

    assertThat(item).containsEntry("since", AttributeValue.fromN("1764547200123"));
    assertThat(item.remove("since")).isNotNull();
    assertThat(item).as("as older readers know it").isEqualTo(LayoutFormat.item(LIFE.get(2)));
    assertThat(LayoutFormat.since(item)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'format':{'N':'5'},'secret':{'S':'secret'}} | format 5",
        "{'version':{'N':'2'}} | lacks 'format'",
        "{'format':{'N':'1'},'version':{'S':'2'},'keys':{'L':[]}} | 'version' is no whole number",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'secret'},'state':{'S':'secret'},'keys':{'L':[]}} | state is not known",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':'secret'},'pieces':{'L':[]}}}]}} | pieces are not in order",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':'secret'},'pieces':{'L':[{'M':{'shards':{'N':'0'}}}]}}}]}} | 'shards' is not from 1 to 1024",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':'secret'},'pieces':{'L':[{'M':{'shards':{'N':'5000'}}}]}}}]}} | 'shards' is not from 1 to 1024",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':'secret'},'pieces':{'L':[{'M':{'shards':{'N':'8'}}}]}}},{'M':{'key':{'S':'secret'},'pieces':{'L':[{'M':{'shards':{'N':'1'}}}]}}}]}} | pieces of a key twice",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[]},'raises':{'L':[{'M':{'of':{'S':'items'},'counts':{'L':[{'N':'8'},{'N':'2'}]},'writers':{'N':'2'}}}]}} | raised counts are not in order",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':''},'pieces':{'L':[{'M':{'shards':{'N':'8'}}}]}}}]}} | 'key' is no value of a key",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'L':[]},'pieces':{'L':[{'M':{'shards':{'N':'8'}}}]}}}]}} | 'key' is no value of a key",
        "{'format':{'N':'1'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[{'M':{'key':{'S':'secret'},'pieces':{'L':[{'M':{'from':{'L':[]},'shards':{'N':'8'}}}]}}}]}} | 'from' is no value of a key",
        "{'format':{'N':'3'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[]}} | lacks 'table', which its format has",
        "{'format':{'N':'4'},'version':{'N':'2'},'spec':{'S':'s'},'state':{'S':'READY'},'keys':{'L':[]},'table':{'S':'secret'}} | lacks 'periods', which its format has",
      })
  void record_ofAnythingElse_isRefusedWithoutValues(String json, String reason) {
    Map<String, AttributeValue> item = item(json.replace('\'', '"'));

    assertThatThrownBy(() -> LayoutFormat.record("clicks", item))
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageContainingAll("clicks", reason)
        .hasMessageNotContaining("secret");
  }

  @Test
  void row_isFrozen_andMayLackAllButItsKey() {
    String row =
        """
        {"pk":{"S":"clicks#clients#7"},"sk":{"S":"6f1c"},"beat":{"N":"12"},"ack":{"N":"4"},
         "host":{"S":"pid 1"},"library":{"S":"1.0"}}
        """;

    assertThat(LayoutFormat.row("clicks", item(row)))
        .isEqualTo(new Registration("6f1c", 12, 4, "pid 1", "1.0"));
    assertThat(LayoutFormat.row("clicks", item(row.replace("pid 1", "pid\\u001b[2J"))).host())
        .as("as terminals may show it")
        .isEqualTo("pid?[2J");
    Change held = new Change(AttributeValue.fromS("hot"), Pieces.shards(1), 4);
    assertThat(
            LayoutFormat.row(
                "clicks",
                item(
                    row.replace(
                        "\"host\"",
                        """
                        "held":{"M":{"key":{"S":"hot"},"pieces":{"L":[{"M":{"shards":{"N":"1"}}}]},
                         "shards":{"N":"4"}}},"host\"\
                        """))))
        .isEqualTo(new Registration("6f1c", 12, 4, held, "pid 1", "1.0"));
    assertThat(LayoutFormat.row("clicks", item("{\"sk\":{\"S\":\"6f1c\"},\"ack\":{\"N\":\"4\"}}")))
        .isEqualTo(new Registration("6f1c", 0, 4, "", ""));
  }

  @Test
  void rowThatIsDamaged_isNamedByItsKeyAndHost() {
    String row =
        """
        {"pk":{"S":"clicks#clients#7"},"sk":{"S":"6f1c"},"beat":{"S":"secret"},
         "host":{"S":"pid 1 on web-1"}}
        """;

    assertThatThrownBy(() -> LayoutFormat.row("clicks", item(row)))
        .isInstanceOf(LayoutFormatException.class)
        .hasMessageStartingWith(
            "The layout record of table 'clicks' has the row of a client that cannot be read: its 'beat' is no whole number. ")
        .hasMessageContaining("end that client, on pid 1 on web-1.")
        .hasMessageEndingWith(
            "delete the item with pk 'clicks#clients#7' and sk '6f1c' from the control table.")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(
            () ->
                LayoutFormat.row(
                    "clicks", item(row.replace("{\"S\":\"pid 1 on web-1\"}", "{\"N\":\"1\"}"))))
        .hasMessageContaining("end that client, on an unknown host.");
  }
}
