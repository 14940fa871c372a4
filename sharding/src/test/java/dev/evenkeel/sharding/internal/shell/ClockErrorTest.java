package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.internal.live.LiveCall;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** What clients do whose clock is wrong. */
class ClockErrorTest {
  private static final Instant THERE = Instant.parse("2026-11-26T12:00:00Z");
  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;

  private Instant here = THERE;
  private long nanos;
  private long jump;
  private final ClockError error = new ClockError(() -> here, TIMES.aheadMax());
  private final Renewal renewal =
      new Renewal(
          new LayoutTable("control", "clicks", Instant::now),
          "spec",
          TIMES,
          new ElapsedTime(() -> nanos, () -> nanos + jump),
          Sender.answering(
              request -> {
                error.look(answer(THERE));
                return answer(THERE);
              }),
          error);

  private static GetItemResponse answer(Instant date) {
    String text = DateTimeFormatter.RFC_1123_DATE_TIME.format(date.atOffset(ZoneOffset.UTC));
    return answer(text);
  }

  private static GetItemResponse answer(String date) {
    return (GetItemResponse)
        GetItemResponse.builder()
            .sdkHttpResponse(SdkHttpResponse.builder().putHeader("Date", date).build())
            .build();
  }

  private boolean isBoundedAt(Duration ahead) {
    here = THERE.plus(ahead);
    error.look(answer(THERE));
    return error.isBounded();
  }

  @Test
  void isBounded_clockThatEatsTheReserve_isNot() {
    assertThat(TIMES.aheadMax()).isEqualTo(Duration.ofSeconds(280));
    assertThat(isBoundedAt(Duration.ofSeconds(280))).isTrue();
    assertThat(isBoundedAt(Duration.ofSeconds(281))).isFalse();
    assertThat(error.failure()).hasMessageContainingAll("4m 41s ahead of", "Synchronize it");
    assertThat(isBoundedAt(Duration.ofHours(-1))).as("it signs what ends sooner").isTrue();
  }

  @Test
  void isBounded_answersThatTellNoTime_leaveItAsItWas() {
    assertThat(isBoundedAt(Duration.ofMinutes(6))).isFalse();
    error.look("no answer of the SDK");
    error.look(GetItemResponse.builder().build());
    error.look(answer("some day"));
    assertThat(error.isBounded()).isFalse();
  }

  @Test
  void isBounded_timesOfTests_isAlways() {
    assertThat(new LayoutTimes(Duration.ofSeconds(1), Duration.ofSeconds(1)).aheadMax()).isNull();
    assertThat(new ClockError(() -> here, null).isBounded()).isTrue();
  }

  @Test
  void look_clockThatIsMinutesOff_warnsOnce() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger logger = (Logger) LoggerFactory.getLogger("dev.evenkeel.sharding.LayoutStore");
    log.start();
    logger.addAppender(log);
    try {
      assertThat(isBoundedAt(Duration.ofMinutes(-1))).isTrue();
      assertThat(warnings(log)).isEmpty();
      assertThat(isBoundedAt(Duration.ofMinutes(-2))).isTrue();
      assertThat(isBoundedAt(Duration.ofMinutes(-2))).isTrue();
      assertThat(isBoundedAt(Duration.ofMinutes(3))).isTrue();
      assertThat(warnings(log))
          .containsExactly(
              "The clock of this machine is 2m behind that of DynamoDB. Synchronize it.");
    } finally {
      logger.detachAppender(log);
    }
  }

  private static List<String> warnings(ListAppender<ILoggingEvent> log) {
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.startsWith("The clock of"))
        .toList();
  }

  @Test
  void call_whereTheClockLetsNoLeaseBeTaken_saysByHowMuchItIsOff() {
    here = THERE.plus(Duration.ofMinutes(6));
    renewal.renew();
    LongSupplier hasty = () -> nanos += Duration.ofSeconds(11).toNanos();
    LiveCall.Scope scope = new LiveCall.Scope("clicks", renewal.session(), Set::of, false);
    Flow<String> call =
        new LiveCall(List.of(scope), false, hasty).run(lease -> Flow.of("what no lease allows"));
    Sender<Object> nobody = Sender.answering(Sender.nothingElse());

    assertThatThrownBy(() -> SyncRunner.create().run(call, nobody, Deadline.NONE))
        .isInstanceOf(LayoutUnknownException.class)
        .hasMessageContaining("that the clock is right")
        .cause()
        .hasMessageContaining("The clock of this machine is 6m ahead of that of DynamoDB.");
  }

  @Test
  void renew_clockAhead_takesNoLeaseUntilItIsRight() {
    here = THERE.plus(Duration.ofMinutes(6));
    renewal.renew();
    assertThat(renewal.session().record()).isNotNull();
    assertThat(renewal.session().view()).as("what it may act on").isNull();

    here = THERE.plus(Duration.ofMinutes(4));
    nanos += TIMES.lease().toNanos() / 2;
    renewal.renew();
    assertThat(renewal.session().view()).isNotNull();
  }

  @Test
  void renew_clockThatIsSetAhead_letsNoLeaseGoOn() {
    renewal.renew();
    assertThat(renewal.session().view()).isNotNull();

    here = THERE.plus(Duration.ofMinutes(6));
    jump += Duration.ofMinutes(6).toNanos();
    assertThat(renewal.session().view()).as("the lease is over").isNull();
    renewal.renew();
    assertThat(renewal.session().view()).as("and no other is taken").isNull();
  }
}
