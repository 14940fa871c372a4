package dev.evenkeel.caching.internal.store;

import java.util.List;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * A statement empties a table when a read has found the stamp of its item unchanged and has not yet
 * stored it. Tells whether the item is out of memory in the end, as it has to be.
 */
public final class EmptiedWhileStored implements BooleanSupplier {
  private static final ItemKey KEY = new ItemKey("t", AttributeValue.fromS("k"), null);

  private final Memory memory = new Memory(1 << 20, () -> 0, (key, item) -> {});

  private static Answer<GetItemResponse> answer() {
    GetItemResponse response = GetItemResponse.builder().build();
    return new Answer<>(response, 1, 1, 0, 10, 10);
  }

  @Override
  public boolean getAsBoolean() {
    Thread emptying = new Thread(() -> memory.removeAll(List.of("t")));
    memory.change(
        KEY,
        known -> {
          emptying.start();
          awaitTurn(emptying);
          return KnownItem.with(null, Projection.WHOLE, answer(), 1000, gone -> {});
        });
    try {
      emptying.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return memory.get(KEY) == null;
  }

  /** Waits until the thread has ended, or waits for the one that stores. */
  private static void awaitTurn(Thread thread) {
    while (thread.getState() != Thread.State.TERMINATED
        && thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }
}
