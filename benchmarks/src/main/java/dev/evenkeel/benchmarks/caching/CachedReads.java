package dev.evenkeel.benchmarks.caching;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.caching.internal.operation.CachedCall;
import dev.evenkeel.caching.internal.operation.CachingPlanner;
import dev.evenkeel.caching.internal.shell.CallSender;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** A caching client without a server, in the time of a trace. */
final class CachedReads {
  private final CachingSpec spec = CachingFigures.spec().build();
  private final ItemStore store;
  private final CachingPlanner planner;
  private final SyncRunner runner = SyncRunner.create();
  private long nanos;

  CachedReads(long bytesMax) {
    this.store = new ItemStore(bytesMax, () -> nanos, () -> 0.5, false);
    store.add(CachedTable.of(spec));
    this.planner = new CachingPlanner(List.of(spec), new TableScope(null, null), store, false);
  }

  /**
   * Reads an item.
   *
   * @return null if it was in memory, and otherwise whether it was read consistently
   */
  @Nullable Boolean read(long at, TraceRecord read) {
    nanos = at;
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(CachingFigures.TABLE)
            .key(Map.of("path", AttributeValue.fromS(read.partitionKey())))
            .build();
    if (planner.hit(request) != null) {
      return null;
    }
    CachedCall call = new CachedCall();
    Flow<GetItemResponse> flow = planner.plan(request, call);
    if (flow == null) {
      return false;
    }
    GetItemResponse item = item(read);
    runner.run(flow, new CallSender<>(call, Sender.answering(sent -> item), null), Deadline.NONE);
    return true;
  }

  private static GetItemResponse item(TraceRecord read) {
    SdkBytes body = SdkBytes.fromByteArrayUnsafe(new byte[read.itemBytes()]);
    return GetItemResponse.builder().item(Map.of("body", AttributeValue.fromB(body))).build();
  }

  double hitRatio() {
    return requireNonNull(store.stats().get(CachingFigures.TABLE)).hitRatio();
  }
}
