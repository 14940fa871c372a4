package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.chunking.internal.store.Payloads;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Payloads of a chunk table, and objects in memory, with a hook before each read that gets the
 * number of earlier reads.
 */
final class HookedPayloads implements Payloads {
  private final Payloads chunks;
  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
  private final AtomicInteger reads = new AtomicInteger();
  private IntConsumer beforeRead = number -> {};

  HookedPayloads(Payloads chunks) {
    this.chunks = chunks;
  }

  /** Is called before each read with its number, counted from 1. */
  void beforeRead(IntConsumer hook) {
    reads.set(0);
    beforeRead = hook;
  }

  @Override
  public Flow<Done> write(Parent parent, Marker marker, byte[] stored) {
    if (marker.placement() != Placement.OBJECT) {
      return chunks.write(parent, marker, stored);
    }
    objects.put(name(parent, marker), stored);
    return Flow.done();
  }

  @Override
  public Flow<byte[]> read(Parent parent, Marker marker) {
    return Flow.defer(
        () -> {
          beforeRead.accept(reads.incrementAndGet());
          if (marker.placement() != Placement.OBJECT) {
            return chunks.read(parent, marker);
          }
          byte[] stored = objects.get(name(parent, marker));
          return stored == null
              ? Flow.failed(new LargeValueException(Reason.PAYLOAD_MISSING, "It is not there."))
              : Flow.of(stored);
        });
  }

  private static String name(Parent parent, Marker marker) {
    return parent + " " + marker.outside().writeId();
  }

  @Override
  public Flow<List<AttributeValue>> readSeed(Parent parent, PayloadRef payload, long bytesMax) {
    return Flow.defer(
        () -> {
          beforeRead.accept(reads.incrementAndGet());
          return chunks.readSeed(parent, payload, bytesMax);
        });
  }

  @Override
  public Flow<Integer> write(Parent parent, PayloadRef payload, ByteSource stored) {
    return chunks.write(parent, payload, stored);
  }

  @Override
  public ByteSource open(Parent parent, Marker marker) {
    return chunks.open(parent, marker);
  }

  @Override
  public Flow<Boolean> isThere(Parent parent, PayloadRef payload) {
    return chunks.isThere(parent, payload);
  }

  @Override
  public Flow<Done> remove(Parent parent, PayloadRef payload) {
    return chunks.remove(parent, payload);
  }
}
