package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.shell.StreamThreads;
import dev.evenkeel.core.ClientThreads;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The asynchronous counterpart of {@link LargeValue}. */
public final class LargeAsyncValue {
  private final LargeValue value;
  private final ClientThreads threads;

  LargeAsyncValue(LargeValue value, ClientThreads threads) {
    this.value = value;
    this.threads = threads;
  }

  /** See {@link LargeValue#length()}. */
  public long length() {
    return value.length();
  }

  public AttributeValue.Type type() {
    return value.type();
  }

  /** See {@link LargeValue#isOutside()}. */
  public boolean isOutside() {
    return value.isOutside();
  }

  /**
   * Its bytes, as a publisher that can be handed to other SDK clients as the body of a request. For
   * one subscriber; ask again for another. Fails as {@link LargeValue#stream()} does.
   *
   * <p>Unpacking is work that blocks: it is done by a thread of a pool that all clients of the
   * process share, whose threads appear when needed and idle out, in the context of the caller of
   * this method. No thread of the SDK is blocked.
   */
  public AsyncRequestBody publisher() {
    return AsyncRequestBody.fromInputStream(
        value.stream(), value.length(), StreamThreads.carrying(threads));
  }
}
