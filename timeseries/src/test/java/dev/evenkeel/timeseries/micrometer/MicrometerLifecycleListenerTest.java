package dev.evenkeel.timeseries.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class MicrometerLifecycleListenerTest {
  private static final Instant NOON = Instant.parse("2026-03-10T12:00:00Z");
  private static final Instant MIDNIGHT = Instant.parse("2026-03-11T00:00:00Z");

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private Instant now = NOON;
  private final MicrometerLifecycleListener listener =
      MicrometerLifecycleListener.of(registry, () -> now);

  private void report(Prebuilt prebuilt) {
    listener.onReport(new LifecycleReport("t", now, List.of(), List.of(), prebuilt, null));
  }

  private double gauge(String name) {
    return registry.get(name).tag("series", "t").gauge().value();
  }

  @Test
  void onReport_nobodyRunsAnyMore_theSecondsFall() {
    report(new Prebuilt(List.of(), MIDNIGHT));
    assertThat(gauge("evenkeel.overdue.tables")).isZero();
    assertThat(gauge("evenkeel.seconds.to.next.boundary.without.table")).isEqualTo(43_200);

    now = MIDNIGHT.plusSeconds(60);
    assertThat(gauge("evenkeel.seconds.to.next.boundary.without.table")).isEqualTo(-60);
  }

  @Test
  void onReport_aTableIsOverdue_isCountedUntilARunFindsItThere() {
    report(new Prebuilt(List.of("t_2026-03-11"), MIDNIGHT));
    report(Prebuilt.UNKNOWN);
    assertThat(gauge("evenkeel.overdue.tables")).isEqualTo(1);
    report(new Prebuilt(List.of(), MIDNIGHT.plusSeconds(86_400)));

    assertThat(gauge("evenkeel.overdue.tables")).isZero();
    assertThat(registry.get("evenkeel.table.runs").tag("outcome", "failed").counter().count())
        .isEqualTo(1);
    assertThat(registry.get("evenkeel.table.runs").tag("outcome", "succeeded").counter().count())
        .isEqualTo(2);
  }
}
