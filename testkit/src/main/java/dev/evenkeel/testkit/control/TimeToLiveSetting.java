package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Time to live of one table as it is set; no item goes because of it. */
final class TimeToLiveSetting {
  /** A second change within it is refused (API reference, UpdateTimeToLive). */
  private static final Duration CHANGE_INTERVAL = Duration.ofHours(1);

  private @Nullable String attribute;
  private boolean enabled;
  private @Nullable Instant changed;
  private @Nullable Instant settled;

  void update(TimeToLiveSpecification asked, Instant now, Duration takes) {
    boolean enable = Boolean.TRUE.equals(asked.enabled());
    if (enable == enabled) {
      throw Errors.invalid("TimeToLive is already " + (enable ? "enabled" : "disabled"));
    }
    if (changed != null && now.isBefore(changed.plus(CHANGE_INTERVAL))) {
      throw Errors.invalid("Time to live has been modified multiple times within a fixed interval");
    }
    enabled = enable;
    attribute = asked.attributeName();
    changed = now;
    settled = now.plus(takes);
  }

  TimeToLiveDescription describe(Instant now) {
    boolean pending = settled != null && now.isBefore(settled);
    if (enabled) {
      return TimeToLiveDescription.builder()
          .timeToLiveStatus(pending ? TimeToLiveStatus.ENABLING : TimeToLiveStatus.ENABLED)
          .attributeName(attribute)
          .build();
    }
    TimeToLiveDescription.Builder off = TimeToLiveDescription.builder();
    return pending
        ? off.timeToLiveStatus(TimeToLiveStatus.DISABLING).attributeName(attribute).build()
        : off.timeToLiveStatus(TimeToLiveStatus.DISABLED).build();
  }
}
