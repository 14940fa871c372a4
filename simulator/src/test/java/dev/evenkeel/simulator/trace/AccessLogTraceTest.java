package dev.evenkeel.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.trace.TraceFormat.LogKey;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTraceTest {
  private static final Path REAL = Path.of("../../shared/data/apache_access.log");
  private static final String LINE =
      "192.0.2.1 - - [17/May/2015:23:05:03 -0200] \"GET /a/b?c=d HTTP/1.1\" 200 5120";

  @ParameterizedTest
  @CsvSource({"PATH, /a/b", "HOST, 192.0.2.1", "DAY, 2015-05-18"})
  void next_ofAHit_isAnItemUnderTheChosenKey(LogKey key, String partitionKey) {
    TraceRecord hit = Reading.all(log(LINE, TraceFormat.accessLog(key))).get(0);

    assertThat(hit)
        .isEqualTo(
            new TraceRecord(
                1_431_911_103_000L,
                partitionKey,
                "2015-05-18T01:05:03Z#1",
                Access.INSERT,
                LINE.length(),
                List.of()));
  }

  @Test
  void next_ofAHitThatReads_hasTheSizeOfTheAnswer() {
    TraceFormat format = new TraceFormat.AccessLog(LogKey.PATH, Access.EVENTUAL_READ);

    assertThat(Reading.all(log(LINE, format)))
        .extracting(TraceRecord::bytes)
        .containsExactly(5_120L);
  }

  @Test
  void next_ofARequestWithoutPath_isSkippedByPathOnly() {
    String broken = LINE.replace("GET /a/b?c=d HTTP/1.1", "-");
    TraceReader paths = log(LINE + "\n" + broken, TraceFormat.accessLog(LogKey.PATH));

    assertThat(Reading.all(paths)).hasSize(1);
    assertThat(paths.tally().firstMalformed()).hasToString("[line 2: the request has no path]");
    assertThat(Reading.all(log(broken, TraceFormat.accessLog(LogKey.HOST)))).hasSize(1);
  }

  @Test
  void next_ofAYearThatNoClockHas_isSkipped() {
    String far = LINE.replace("/2015:", "/+999999999:");
    TraceReader hits = log(LINE + "\n" + far, TraceFormat.accessLog(LogKey.HOST));

    assertThat(far).isNotEqualTo(LINE);
    assertThat(Reading.all(hits)).hasSize(1);
    assertThat(hits.tally().firstMalformed().toString()).contains("line 2: the time is not in");
  }

  /** Counted in the file with other tools; one line of it is cut off. */
  @Test
  void next_ofARealLog_isEveryHitInOrder() {
    assumeTrue(Files.exists(REAL), () -> "there is no " + REAL);
    try (TraceReader reader = TraceReader.open(REAL, TraceFormat.accessLog(LogKey.DAY))) {
      List<TraceRecord> hits = Reading.all(reader);

      assertThat(reader.tally())
          .hasToString(
              "TraceTally[lines=10000, records=9999, malformed=1, firstMalformed=[line 8899:"
                  + " the closing quote of the user agent is missing], late=0]");
      assertThat(hits).extracting(TraceRecord::atMillis).isSorted();
      assertThat(
              hits.stream()
                  .collect(Collectors.groupingBy(TraceRecord::partitionKey, Collectors.counting())))
          .containsOnlyKeys("2015-05-17", "2015-05-18", "2015-05-19", "2015-05-20")
          .containsEntry("2015-05-17", 1_632L);
    }
  }

  private static TraceReader log(String text, TraceFormat format) {
    return TraceReader.of("access.log", new StringReader(text), format);
  }
}
