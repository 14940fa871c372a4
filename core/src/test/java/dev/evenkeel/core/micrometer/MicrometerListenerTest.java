package dev.evenkeel.core.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.core.operation.Operation;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Events become the meters that {@code docs/metrics.md} lists. */
class MicrometerListenerTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MicrometerListener listener = MicrometerListener.of(registry);

  private static ManagedCall call(Operation operation, String... tables) {
    return new ManagedCall("sharding", 1, operation, List.of(tables));
  }

  private static CallEnd succeeded(ManagedCall call, CallWork work) {
    return new CallEnd(call, Outcome.SUCCEEDED, null, Duration.ofMillis(20), work);
  }

  private double count(String counter, String... tags) {
    return registry.get(counter).tags(tags).counter().count();
  }

  @Test
  void callEnded_aFanOut_countsAndTimesIt() {
    ManagedCall query = call(Operation.QUERY, "hits");
    ReadWriteUnits units = new ReadWriteUnits(new CapacityUnits(17), CapacityUnits.of(1));
    listener.callEnded(succeeded(query, new CallWork(18, 16, 40, 20, 0, true, units)));
    listener.callEnded(succeeded(query, new CallWork(0, 0, 0, 20, 0, true, null)));
    Timer calls =
        registry
            .get("evenkeel.calls")
            .tags("decorator", "sharding", "operation", "Query", "table", "hits")
            .tags("outcome", "succeeded", "exception", "none")
            .timer();
    assertThat(calls.count()).isEqualTo(2);
    assertThat(calls.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(40);
    assertThat(registry.get("evenkeel.fanout.width").summary().count()).isEqualTo(1);
    assertThat(registry.get("evenkeel.fanout.width").summary().max()).isEqualTo(16);
    assertThat(count("evenkeel.rows.read", "table", "hits")).isEqualTo(40);
    assertThat(count("evenkeel.rows.returned", "table", "hits")).isEqualTo(40);
    assertThat(count("evenkeel.readahead.hits", "table", "hits")).isEqualTo(2);
    assertThat(count("evenkeel.capacity.units", "kind", "read")).isEqualTo(8.5);
    assertThat(count("evenkeel.capacity.units", "kind", "write")).isEqualTo(1);
  }

  @Test
  void callEnded_whatDidNotHappen_makesNoMeter() {
    listener.callEnded(
        new CallEnd(
            call(Operation.EXECUTE_STATEMENT),
            Outcome.REFUSED,
            IllegalStateException.class,
            Duration.ZERO,
            new CallWork(0, 0, 0, 0, 0, false, null)));
    assertThat(registry.getMeters())
        .extracting(Meter::getId)
        .singleElement()
        .satisfies(
            id -> {
              assertThat(id.getName()).isEqualTo("evenkeel.calls");
              assertThat(id.getTag("table")).isEqualTo("none");
              assertThat(id.getTag("outcome")).isEqualTo("refused");
              assertThat(id.getTag("exception")).isEqualTo("IllegalStateException");
            });
  }

  @Test
  void callEnded_batchOverSeveralTables_hasOneTagForThem() {
    listener.callEnded(
        succeeded(
            call(Operation.BATCH_WRITE_ITEM, "a", "b"), new CallWork(1, 1, 0, 0, 3, false, null)));
    assertThat(count("evenkeel.rows.unprocessed", "table", "several")).isEqualTo(3);
  }

  @Test
  void hotKeyFound_countsByWhatBecameOfItAndNeverByKey() {
    AttributeValue key = AttributeValue.fromS("a secret key");
    HotKey hot = new HotKey("sharding", "hits", key, HotKey.Action.AT_CEILING, 64, 64, 12, 0);
    listener.hotKeyFound(hot);
    listener.hotKeyFound(hot);
    assertThat(count("evenkeel.hot.keys", "table", "hits", "action", "at_ceiling")).isEqualTo(2);
    assertThat(count("evenkeel.hot.throttles", "decorator", "sharding")).isEqualTo(24);
    assertThat(registry.getMeters())
        .allSatisfy(meter -> assertThat(meter.getId().toString()).doesNotContain(key.s()));
    assertThat(hot.toString()).contains("hits", "AT_CEILING").doesNotContain(key.s());
  }

  @Test
  void subRequestEnded_failed_isTimedUnderItsOwnOperation() {
    SubRequest probe =
        new SubRequest(
            call(Operation.GET_ITEM, "hits"), 1, Operation.BATCH_GET_ITEM, List.of("hits"));
    listener.subRequestEnded(
        new SubRequestEnd(
            probe, Outcome.FAILED, IllegalStateException.class, Duration.ofMillis(3), 0, null));
    assertThat(
            registry
                .get("evenkeel.subrequests")
                .tags("operation", "BatchGetItem", "outcome", "failed")
                .tags("decorator", "sharding", "table", "hits")
                .tags("exception", "IllegalStateException")
                .timer()
                .totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(3);
  }
}
