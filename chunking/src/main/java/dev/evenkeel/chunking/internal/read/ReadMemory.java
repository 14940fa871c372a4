package dev.evenkeel.chunking.internal.read;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;

/**
 * Wait until this call may hold so many bytes of values, of all that its client may hold while
 * values are read. It takes the place of what the call held before, which is let go first: so no
 * call waits for another that waits for it. One at a time: a call must not ask while it waits.
 *
 * @param bytes 0 to hold nothing any more
 */
public record ReadMemory(long bytes) implements Request<Done> {
  /** Reads of less than what DynamoDB itself returns in one page are not worth a turn. */
  static final long BYTES_MIN = 1024L * 1024;

  public ReadMemory {
    if (bytes < 0) {
      throw new IllegalArgumentException("memory cannot be negative but is " + bytes);
    }
  }

  /** A flow that reads so many bytes of values, held until it ends. */
  public static <T> Flow<T> holding(long bytes, Flow<T> flow) {
    return bytes < BYTES_MIN
        ? flow
        : Flow.ask(new ReadMemory(bytes))
            .then(held -> flow)
            .then(result -> letGo().map(done -> result))
            .recover(failure -> letGo().then(done -> Flow.failed(failure)));
  }

  private static Flow<Done> letGo() {
    return Flow.ask(new ReadMemory(0));
  }
}
