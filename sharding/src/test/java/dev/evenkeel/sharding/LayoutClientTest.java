package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.sharding.internal.live.Registration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Which clients are said to have an older Evenkeel. */
class LayoutClientTest {

  @ParameterizedTest
  @CsvSource({
    "0.2.0 0.2.0,           0.2.0,   ''",
    "0.2.0 0.3.0,           unknown, 0.2.0",
    "0.2.0 0.2.0,           0.10.0,  0.2.0 0.2.0",
    "0.2.0-SNAPSHOT 0.2.0,  0.1.0,   0.2.0-SNAPSHOT",
    "unknown 0.2.0,         0.2.0,   ''",
    "'|0.2.0',              0.1.0,   ''",
    "unknown,               unknown, ''"
  })
  void behind_oldestOfSeveral_isNamed(String libraries, String own, String behind) {
    List<Registration> rows =
        Arrays.stream(libraries.split("[ |]"))
            .map(library -> new Registration(library, 1, 0, "pid of " + library, library))
            .toList();

    assertThat(LayoutClient.of(rows, own))
        .filteredOn(LayoutClient::behind)
        .extracting(LayoutClient::library)
        .containsExactly(behind.isEmpty() ? new String[0] : behind.split(" "));
  }

  @Test
  void warning_ofThoseBehind_namesThemAndNoOthers() {
    Logger logger = (Logger) LoggerFactory.getLogger(LayoutEditor.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      Registration newer = new Registration("a", 1, 0, "pid 1 on web-1", "0.3.0");
      Registration older = new Registration("b", 1, 0, "pid 1 on web-2", "0.2.0");

      LayoutClient.warnOfThoseBehind("clicks", List.of(newer));
      assertThat(log.list).isEmpty();
      LayoutClient.warnOfThoseBehind("clicks", List.of(newer, older));

      assertThat(log.list)
          .extracting(ILoggingEvent::getFormattedMessage)
          .singleElement()
          .asString()
          .contains("table 'clicks'", "pid 1 on web-2 (0.2.0)")
          .doesNotContain("web-1");
    } finally {
      logger.detachAppender(log);
    }
  }
}
