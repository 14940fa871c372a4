package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.sharding.internal.live.LayoutTable;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
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
