package dev.evenkeel.chunking;

import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.shell.PublishedPieces;
import dev.evenkeel.chunking.internal.shell.StreamThreads;
import dev.evenkeel.chunking.internal.stream.StoredLargeValue;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.shell.ByteSources;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** The asynchronous counterpart of {@link LargeValues}: the same guarantees, costs and refusals. */
public final class LargeAsyncValues {
  private final ChunkingPlanner planner;
  private final Function<Flow<?>, CompletableFuture<Object>> run;
  private final ClientThreads threads;

  LargeAsyncValues(
      ChunkingPlanner planner,
      Function<Flow<?>, CompletableFuture<Object>> run,
      ClientThreads threads) {
    this.planner = planner;
    this.run = run;
    this.threads = threads;
  }

  /**
   * See {@link LargeValues#open}.
   *
   * @return null in the future if there is no such item, or it has no such attribute
   */
  public CompletableFuture<@Nullable LargeAsyncValue> open(
      String tableName, Map<String, AttributeValue> key, String attribute) {
    return started(() -> planner.open(tableName, key, attribute))
        .thenApply(found -> value((StoredLargeValue.Opened) found));
  }

  private @Nullable LargeAsyncValue value(StoredLargeValue.Opened found) {
    return found.value() == null ? null : of(found.value());
  }

  private LargeAsyncValue of(StoredLargeValue stored) {
    return new LargeAsyncValue(LargeValue.of(stored, flow -> ended(run.apply(flow))), threads);
  }

  /** See {@link LargeValues#open(LargeReference)}; nothing is sent, so it is no future. */
  public LargeAsyncValue open(LargeReference reference) {
    AttributeValue value = reference.value();
    return value == null
        ? of(planner.referenced(reference.toAttributeValue()))
        : new LargeAsyncValue(LargeValue.of(value), threads);
  }

  /** Waits on a thread that may: what fails, fails as it is. */
  private static Object ended(CompletableFuture<Object> end) {
    try {
      return end.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }

  /**
   * See {@link LargeValues#putBinary}.
   *
   * @param value subscribed to once; one piece is asked for at a time. Its subscription is
   *     cancelled if the write ends before it does: the write failed, or the future was cancelled
   */
  public CompletableFuture<Long> putBinary(
      PutItemRequest request, String attribute, Publisher<ByteBuffer> value) {
    return put(request, attribute, value, AttributeValue.Type.B);
  }

  /** See {@link LargeValues#putText}. */
  public CompletableFuture<Long> putText(
      PutItemRequest request, String attribute, Publisher<ByteBuffer> utf8) {
    return put(request, attribute, utf8, AttributeValue.Type.S);
  }

  private CompletableFuture<Long> put(
      PutItemRequest request,
      String attribute,
      Publisher<ByteBuffer> value,
      AttributeValue.Type type) {
    PublishedPieces pieces = new PublishedPieces(value);
    CompletableFuture<Long> put =
        started(() -> planner.put(request, attribute, ByteSources.ofPieces(pieces, -1), type))
            .thenApply(Long.class::cast);
    var unused = put.whenComplete((bytes, failure) -> pieces.close());
    return put;
  }

  private CompletableFuture<Object> started(Supplier<Flow<?>> planning) {
    try {
      return run.apply(planning.get());
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(refusal);
    }
  }

  /** The asynchronous counterpart of {@link LargeValue}. */
  public static final class LargeAsyncValue {
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
     * Its bytes, as a publisher that can be handed to other SDK clients as the body of a request.
     * For one subscriber; ask again for another. Fails as {@link LargeValue#stream()} does.
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
}
