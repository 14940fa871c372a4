package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

class OwnPaceTest {
  private static final ScanRequest PAGE = ScanRequest.builder().tableName("t").build();

  private long nanos = 1;
  private double units = 10;
  private boolean isThrottled;

  private Object answered(Request<?> request) {
    if (request instanceof Pause pause) {
      nanos += pause.longest().toNanos();
      return Done.DONE;
    }
    if (isThrottled) {
      throw ThrottlingException.builder().message("slow down").build();
    }
    return ScanResponse.builder()
        .consumedCapacity(ConsumedCapacity.builder().capacityUnits(units).build())
        .build();
  }

  private void send(OwnPace pace) {
    Flow<Done> page =
        pace.paced()
            .paced(TableCall.scan(PAGE))
            .map(answer -> Done.DONE)
            .recover(failure -> Flow.done());
    Done unused = SyncRunner.create().run(page, this::answered, Deadline.NONE);
  }

  private void sendFor(OwnPace pace, Duration time) {
    long end = nanos + time.toNanos();
    while (nanos < end) {
      send(pace);
      nanos += Duration.ofMillis(100).toNanos();
    }
  }

  @Test
  void paced_throttles_halveTheRateAndItGrowsAgain() {
    OwnPace pace = new OwnPace(100.0, () -> nanos);
    sendFor(pace, Duration.ofSeconds(6));
    String before = pace.standing();
    isThrottled = true;
    send(pace);
    isThrottled = false;
    sendFor(pace, Duration.ofSeconds(6));
    String after = pace.with("1 of 3");
    sendFor(pace, Duration.ofMinutes(2));

    assertThat(before).isEmpty();
    assertThat(after).matches("1 of 3; throttles slow it to [45]\\d units a second");
    assertThat(pace.standing()).isEmpty();
  }

  @Test
  void paced_throttledForHours_isBackInMinutes() {
    OwnPace pace = new OwnPace(null, () -> nanos);
    sendFor(pace, Duration.ofSeconds(6));
    isThrottled = true;
    sendFor(pace, Duration.ofHours(2));
    String worst = pace.standing();
    isThrottled = false;
    long begun = nanos;
    while (!pace.standing().isEmpty()) {
      sendFor(pace, Duration.ofMinutes(1));
    }

    assertThat(worst).isEqualTo("throttles slow it to 1 units a second");
    assertThat(nanos - begun).isLessThan(Duration.ofMinutes(40).toNanos());
  }

  @Test
  void paced_owesMuchAtALowRate_growsWhileARequestWaits() {
    OwnPace pace = new OwnPace(1_000.0, () -> nanos);
    isThrottled = true;
    sendFor(pace, Duration.ofMinutes(1));
    isThrottled = false;
    units = 1_000;
    send(pace);
    send(pace);
    long begun = nanos;
    send(pace);

    assertThat(nanos - begun).isLessThan(Duration.ofSeconds(60).toNanos());
  }
}
