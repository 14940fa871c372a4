package dev.evenkeel.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceReader.TraceException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTraceTest {
  private static final TraceRecord INSERT = TraceRecord.of(1_500, "U1", Access.INSERT, 900);

  @Test
  void next_ofPlainColumns_areInserts() {
    assertThat(Reading.allCsv("1.5,U1,900", "2,U2,1"))
        .containsExactly(INSERT, TraceRecord.of(2_000, "U2", Access.INSERT, 1));
  }

  @Test
  void next_underAHeader_takesColumnsByName() {
    assertThat(
            Reading.allCsv(
                "\uFEFFBytes, note ,attributes,operation,KEY,sortKey,time",
                "900,x,,,U1,,1.5",
                "10,y,;a b;c;,read,U1,s,2"))
        .containsExactly(
            INSERT,
            new TraceRecord(2_000, "U1", "s", Access.EVENTUAL_READ, 10, List.of("a", "b", "c")));
  }

  @Test
  void next_ofATraceOfSeveralTables_namesThem() {
    assertThat(Reading.allCsv("time,key,bytes,table", "1,k,1,prices", "2,k,1,"))
        .extracting(TraceRecord::table)
        .containsExactly("prices", null);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-22T10:00:00.250Z, 1795341600250",
    "2026-11-22T11:00:00.250+01:00, 1795341600250",
    "1795341600, 1795341600000",
    "1795341600.25, 1795341600250",
    "1795341600250, 1795341600250",
    "1795341600250.9, 1795341600250",
    "99999999999, 99999999999000",
    "100000000000, 100000000000",
    "0, 0",
    "9999-12-31T23:59:59.999Z, 253402300799999",
  })
  void next_ofEachFormOfTime_isMilliseconds(String time, long millis) {
    assertThat(Reading.allCsv(time + ",k,1"))
        .extracting(TraceRecord::atMillis)
        .containsOnly(millis);
  }

  @ParameterizedTest
  @CsvSource({
    "read, EVENTUAL_READ",
    "Strong-Read, STRONG_READ",
    "write, INSERT",
    "update, REPLACE",
    "delete, REPLACE",
    "'', INSERT"
  })
  void next_ofEachOperation_isItsAccess(String operation, Access access) {
    assertThat(Reading.allCsv("time,key,bytes,operation", "1,k,1," + operation))
        .extracting(TraceRecord::access)
        .containsOnly(access);
  }

  @Test
  void next_ofQuotedFields_hasWhatIsBetweenQuotes() {
    assertThat(Reading.allCsv("1,\"a,b \"\"c\"\"\",1", "1, caf\u00e9 ,1"))
        .extracting(TraceRecord::partitionKey)
        .containsExactly("a,b \"c\"", "caf\u00e9");
  }

  @Test
  void next_ofAKeyThatIsCalledAsAColumn_isARecord() {
    assertThat(Reading.allCsv("1,time,1"))
        .extracting(TraceRecord::partitionKey)
        .containsOnly("time");
  }

  @Test
  void next_ofMoreThanAnItemHolds_keepsTheSize() {
    TraceRecord large = Reading.allCsv("1,k,5000000").get(0);

    assertThat(large.bytes()).isEqualTo(5_000_000);
    assertThat(large.itemBytes()).isEqualTo(ItemSize.ITEM_BYTES_MAX);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''               | the line is empty",
        "yesterday,k,1    | the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds since 1970",
        "1e9,k,1          | the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds since 1970",
        "-5,k,1           | the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds since 1970",
        "1..2,k,1         | the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds since 1970",
        "99999999999999999999,k,1 | the time is neither like 2026-11-22T10:00:00Z nor a number of seconds or milliseconds since 1970",
        "1795341600250000,k,1 | the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970",
        "253402300800000,k,1 | the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970",
        "+10000-01-01T00:00:00Z,k,1 | the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970",
        "1969-12-31T23:59:59Z,k,1 | the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970",
        "-0001-01-01T00:00:00Z,k,1 | the time is not in the years 1970 to 9999; numbers are seconds or milliseconds since 1970",
        "1,,1             | the key is empty",
        "1,k              | it has 2 fields where there are 3 columns (time, key, bytes)",
        "1,k,1,2          | it has 4 fields where there are 3 columns (time, key, bytes)",
        "1,k,-1           | the bytes are not a whole number",
        "1,k,1.5          | the bytes are not a whole number",
        "1,k,0            | what is written has at least 1 byte",
        "1,\"k,1          | a quoted field does not end, or goes on behind its quote",
        "1,\"k\"k,1       | a quoted field does not end, or goes on behind its quote",
      })
  void next_ofAMalformedLine_skipsItAndSaysWhy(String line, String reason) {
    TraceReader reader = Reading.csv("1.5,U1,900", line, "1.5,U1,900");

    assertThat(Reading.all(reader)).containsExactly(INSERT, INSERT);
    assertThat(reader.tally().firstMalformed()).hasToString("[line 2: " + reason + "]");
  }

  /** Line ends of old Macs make one line of all, which was taken for a header. */
  @Test
  void next_ofLinesThatEndWithCarriageReturns_saysSo() {
    assertThatThrownBy(() -> Reading.allCsv("time,key,bytes\r1,a,1\r2,b,1"))
        .hasMessageContaining("line 1: it has a carriage return");
  }

  @Test
  void next_ofKeysLongerThanDynamoDbTakes_skipsThem() {
    TraceReader reader =
        Reading.csv(
            "time,key,bytes,sortKey",
            "1," + "k".repeat(2_048) + ",1," + "s".repeat(1_024),
            "1," + "k".repeat(2_049) + ",1,s",
            "1," + "\u00e9".repeat(1_025) + ",1,s",
            "1,k,1," + "s".repeat(1_025));

    assertThat(Reading.all(reader)).hasSize(1);
    assertThat(reader.tally().malformed()).isEqualTo(3);
  }

  @Test
  void next_underAHeaderThatLacksAColumn_saysWhich() {
    assertThatThrownBy(() -> Reading.allCsv("time,bytes", "1,1"))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "cannot use the trace 'test.csv': the header has no column 'key'."
                + " Columns are time, key and bytes, in any order.");
    assertThatThrownBy(() -> Reading.allCsv("time,key,bytes,KEY", "1,k,1,k"))
        .hasMessageContaining("the header has the column 'key' twice");
  }
}
