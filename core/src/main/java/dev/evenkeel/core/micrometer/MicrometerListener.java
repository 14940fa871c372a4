package dev.evenkeel.core.micrometer;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times managed calls in a Micrometer registry. {@code docs/metrics.md} lists the
 * meters.
 *
 * <p>Tags are {@code decorator}, {@code operation}, {@code table}, {@code outcome}, {@code
 * exception} and {@code action}: few values each, and never a key. A request that names several
 * tables has the table {@code several}, one that names none {@code none}. Safe for use by many
 * threads; one listener serves any number of clients.
 */
@SuppressWarnings("exports") // the library is optional, so no module is made to read it
public final class MicrometerListener implements DecoratorListener {
  private final MeterProvider<Timer> calls;
  private final MeterProvider<Timer> subRequests;
  private final MeterProvider<DistributionSummary> fanOutWidth;
  private final MeterProvider<Counter> rowsRead;
  private final MeterProvider<Counter> rowsReturned;
  private final MeterProvider<Counter> rowsUnprocessed;
  private final MeterProvider<Counter> readAheadHits;
  private final MeterProvider<Counter> capacityUnits;
  private final MeterProvider<Counter> hotKeys;
  private final MeterProvider<Counter> hotKeyThrottles;

  private MicrometerListener(MeterRegistry registry) {
    this.calls =
        Timer.builder("evenkeel.calls").description("Managed calls").withRegistry(registry);
    this.subRequests =
        Timer.builder("evenkeel.subrequests")
            .description("Requests sent for managed calls")
            .withRegistry(registry);
    this.fanOutWidth =
        DistributionSummary.builder("evenkeel.fanout.width")
            .description("The most sub-requests that a call wanted at one time")
            .withRegistry(registry);
    this.rowsRead = counter(registry, "evenkeel.rows.read", "Rows found or evaluated");
    this.rowsReturned = counter(registry, "evenkeel.rows.returned", "Rows in responses");
    this.rowsUnprocessed =
        counter(registry, "evenkeel.rows.unprocessed", "Batch entries not processed");
    this.readAheadHits =
        counter(registry, "evenkeel.readahead.hits", "Pages served by rows read ahead");
    this.capacityUnits =
        counter(registry, "evenkeel.capacity.units", "Capacity reported as consumed");
    this.hotKeys = counter(registry, "evenkeel.hot.keys", "Hot keys found, by what became of them");
    this.hotKeyThrottles =
        counter(registry, "evenkeel.hot.throttles", "Writes of hot keys that were throttled");
  }

  /** A listener that registers its meters with {@code registry} when they are first needed. */
  public static MicrometerListener of(MeterRegistry registry) {
    return new MicrometerListener(registry);
  }

  private static MeterProvider<Counter> counter(
      MeterRegistry registry, String name, String description) {
    return Counter.builder(name).description(description).withRegistry(registry);
  }

  @Override
  public void subRequestEnded(SubRequestEnd end) {
    SubRequest sent = end.subRequest();
    Tags tags = tags(sent.call().decorator(), sent.operation().sdkName(), sent.tables());
    subRequests.withTags(tags.and(ending(end.outcome(), end.failure()))).record(end.duration());
  }

  @Override
  public void callEnded(CallEnd end) {
    ManagedCall call = end.call();
    Tags tags = tags(call.decorator(), call.operation().sdkName(), call.tables());
    calls.withTags(tags.and(ending(end.outcome(), end.failure()))).record(end.duration());
    work(end.work(), tags);
  }

  @Override
  public void hotKeyFound(HotKey found) {
    Tags tags =
        Tags.of(
            "decorator", found.decorator(),
            "table", found.table(),
            "action", found.action().name().toLowerCase(Locale.ROOT));
    add(hotKeys, tags, 1);
    add(hotKeyThrottles, tags, (double) found.throttles());
  }

  private void work(CallWork work, Tags tags) {
    if (work.fanOutWidth() > 0) {
      fanOutWidth.withTags(tags).record(work.fanOutWidth());
    }
    add(rowsRead, tags, (double) work.rowsRead());
    add(rowsReturned, tags, (double) work.rowsReturned());
    add(rowsUnprocessed, tags, work.rowsUnprocessed());
    add(readAheadHits, tags, work.servedAhead() ? 1 : 0);
    ReadWriteUnits units = work.units();
    if (units != null) {
      add(units.read(), "read", tags);
      add(units.write(), "write", tags);
    }
  }

  private void add(CapacityUnits units, String kind, Tags tags) {
    add(capacityUnits, tags.and("kind", kind), units.asDouble());
  }

  /** An event that never happens creates no meter. */
  private static void add(MeterProvider<Counter> counter, Tags tags, double amount) {
    if (amount > 0) {
      counter.withTags(tags).increment(amount);
    }
  }

  private static Tags tags(String decorator, String operation, List<String> tables) {
    return Tags.of("decorator", decorator, "operation", operation, "table", table(tables));
  }

  private static String table(List<String> tables) {
    return switch (tables.size()) {
      case 0 -> "none";
      case 1 -> tables.get(0);
      default -> "several";
    };
  }

  private static Tags ending(Outcome outcome, @Nullable Class<? extends Throwable> failure) {
    return Tags.of(
        "outcome",
        outcome.name().toLowerCase(Locale.ROOT),
        "exception",
        failure == null ? "none" : failure.getSimpleName());
  }
}
