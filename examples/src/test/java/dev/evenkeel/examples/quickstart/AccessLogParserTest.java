package dev.evenkeel.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.evenkeel.simulator.trace.AccessLogLine.MalformedLineException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogParserTest {
  private static final String HEAD = "192.0.2.1 - - [17/May/2015:10:05:03 +0000] ";

  private final AccessLogParser parser = new AccessLogParser();

  @Test
  void parse_combinedLine_givesEveryField() throws MalformedLineException {
    String line =
        "192.0.2.1 - ann [17/May/2015:10:05:03 +0000] \"GET /a b HTTP/1.1\" 206 512"
            + " \"http://www.example/\" \"Agent/1 (x; y)\"";

    assertThat(parser.parse(7, line))
        .isEqualTo(
            new Hit(
                7,
                Instant.parse("2015-05-17T10:05:03Z"),
                "192.0.2.1",
                "ann",
                "GET /a b HTTP/1.1",
                206,
                512,
                "http://www.example/",
                "Agent/1 (x; y)"));
  }

  @Test
  void parse_commonLine_hasNeitherReferrerNorAgent() throws MalformedLineException {
    Hit hit = parser.parse(1, HEAD + "\"GET / HTTP/1.0\" 200 1");

    assertThat(hit.referrer()).isEqualTo("-");
    assertThat(hit.agent()).isEqualTo("-");
  }

  @Test
  void parse_userAgentMissing_isTaken() throws MalformedLineException {
    Hit hit = parser.parse(1, HEAD + "\"GET / HTTP/1.0\" 200 1 \"http://a.example/\"");

    assertThat(hit.referrer()).isEqualTo("http://a.example/");
    assertThat(hit.agent()).isEqualTo("-");
  }

  @Test
  void parse_escapedQuotes_stayInTheField() throws MalformedLineException {
    Hit hit = parser.parse(1, HEAD + "\"GET /?q=\\\"x\\\" HTTP/1.1\" 200 1 \"-\" \"a\\\\\"");

    assertThat(hit.request()).isEqualTo("GET /?q=\\\"x\\\" HTTP/1.1");
    assertThat(hit.agent()).isEqualTo("a\\\\");
  }

  @Test
  void parse_dashesEverywhere_areTaken() throws MalformedLineException {
    Hit hit = parser.parse(1, HEAD + "\"-\" - - \"-\" \"-\"");

    assertThat(hit.request()).isEqualTo("-");
    assertThat(hit.status()).isZero();
    assertThat(hit.sizeBytes()).isZero();
  }

  @Test
  void parse_emptyRequestAndFieldsAfterTheAgent_areTaken() throws MalformedLineException {
    Hit hit = parser.parse(1, HEAD + "\"\" 408 0 \"-\" \"-\" \"203.0.113.9\" 0.003");

    assertThat(hit.request()).isEmpty();
    assertThat(hit.status()).isEqualTo(408);
  }

  @Test
  void parse_ipv6Client_isTaken() throws MalformedLineException {
    String line = HEAD.replace("192.0.2.1", "2001:db8::1") + "\"GET / HTTP/1.0\" 200 1";

    assertThat(parser.parse(1, line).client()).isEqualTo("2001:db8::1");
  }

  @Test
  void parse_userNameWithSpaces_isTaken() throws MalformedLineException {
    String line = HEAD.replace("- - [", "- ann lee [") + "\"GET / HTTP/1.0\" 200 1";

    assertThat(parser.parse(1, line).user()).isEqualTo("ann lee");
  }

  @ParameterizedTest
  @CsvSource({
    "17/May/2015:23:30:00 -0700, 2015-05-18, 2015-05-18T06:30:00Z#000000042",
    "18/May/2015:06:30:00 +0000, 2015-05-18, 2015-05-18T06:30:00Z#000000042",
    "18/May/2015:00:15:00 +0530, 2015-05-17, 2015-05-17T18:45:00Z#000000042",
    "01/Jan/2016:00:00:00 +1400, 2015-12-31, 2015-12-31T10:00:00Z#000000042",
    "29/Feb/2016:12:00:00 +0000, 2016-02-29, 2016-02-29T12:00:00Z#000000042",
  })
  void parse_anyOffset_dayAndSortKeyAreInUtc(String time, String day, String sortKey)
      throws MalformedLineException {
    Hit hit = parser.parse(42, "h - - [" + time + "] \"GET / HTTP/1.0\" 200 1");

    assertThat(hit.day()).isEqualTo(day);
    assertThat(hit.sortKey()).isEqualTo(sortKey);
  }

  @Test
  void parse_repeatedTexts_shareOneString() throws MalformedLineException {
    String line = HEAD + "\"GET / HTTP/1.0\" 200 1 \"-\" \"Agent\"";

    assertThat(parser.parse(1, line).agent()).isSameAs(parser.parse(2, line).agent());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''                                                     | the line is empty",
        "'   '                                                  | the line is empty",
        "h                                                      | the identity is missing",
        "h - - 17/May/2015                                      | after the user, ' [' is missing",
        "h - - [17/May/2015:10:05:03                            | the closing bracket of the time is missing",
        "h - - [17/May/2015:10:05:03 +0000]\"-\" 200 1          | no space follows the time",
        "h - - [31/Feb/2015:10:05:03 +0000] \"-\" 200 1         | the time is not like 17/May/2015:10:05:03 +0000",
        "h - - [17/05/2015:10:05:03 +0000] \"-\" 200 1          | the time is not like 17/May/2015:10:05:03 +0000",
        "h - - [17/May/2015:10:05:60 +0000] \"-\" 200 1         | the time is not like 17/May/2015:10:05:03 +0000",
        "h - - [17/May/2015:10:05:03 +0000] GET 200 1           | the request does not start with \"",
        "h - - [17/May/2015:10:05:03 +0000] \"GET 200 1         | the closing quote of the request is missing",
        "h - - [17/May/2015:10:05:03 +0000] \"GET\\             | the closing quote of the request is missing",
        "h - - [17/May/2015:10:05:03 +0000] \"-\"               | the status is missing",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" OK 1          | the status is not a number of three digits",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 2000 1        | the status is not a number of three digits",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 200           | the size is missing",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 200 1k        | the size is not a number of bytes",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 200 9999999999999999999 | the size is not a number of bytes",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 200 1 x       | the referrer does not start with \"",
        "h - - [17/May/2015:10:05:03 +0000] \"-\" 200 1 \"-\" \"Agent | the closing quote of the user agent is missing",
      })
  void parse_malformedLine_saysWhy(String line, String reason) {
    assertThatExceptionOfType(MalformedLineException.class)
        .isThrownBy(() -> parser.parse(1, line))
        .withMessage(reason);
  }

  @Test
  void parse_hugeLine_isRefused() {
    assertThatExceptionOfType(MalformedLineException.class)
        .isThrownBy(() -> parser.parse(1, HEAD + "\"" + "x".repeat(70_000) + "\" 200 1"))
        .withMessage("longer than 65536 characters");
  }
}
