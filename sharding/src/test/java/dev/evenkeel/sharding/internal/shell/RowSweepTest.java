package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Looks that fail are logged once, and again when they fail anew. */
class RowSweepTest {
  private static final String TABLE = "to-be-swept";

  private final Logger logger =
      (Logger) LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final RowSweep sweep =
      new RowSweep(
          new LayoutTable("layouts", TABLE, Instant::now),
          new LayoutTimes(Duration.ofMillis(1), Duration.ofMillis(1)));

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
  }

  private long warningsAfter(Consumer<Flow<?>> send) {
    while (!sweep.run(send)) {
      Thread.onSpinWait();
    }
    return log.list.stream()
        .filter(line -> line.getFormattedMessage().contains(TABLE)) // others log here, too
        .count();
  }

  private static void fail(Flow<?> look) {
    throw new IllegalStateException("no right to send " + look);
  }

  @Test
  void run_thatFailsAgainAndAgain_isLoggedOnceUntilItSucceeds() {
    assertThat(warningsAfter(RowSweepTest::fail)).isEqualTo(1);
    assertThat(warningsAfter(RowSweepTest::fail)).isEqualTo(1);
    assertThat(warningsAfter(look -> {})).isEqualTo(1);
    assertThat(warningsAfter(RowSweepTest::fail)).isEqualTo(2);
  }
}
