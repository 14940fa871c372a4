package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.AbortableInputStream;

/**
 * A body as an input stream.
 *
 * @param source opens it: a request's any number of times, a response's once; null if there is none
 */
record SyncPayload(@Nullable Supplier<AbortableInputStream> source) implements StreamedPayload {

  @Override
  public SyncPayload through(Supplier<Tap> taps) {
    return new SyncPayload(() -> TappedStream.of(open(), taps.get()));
  }

  AbortableInputStream open() {
    return source == null
        ? AbortableInputStream.create(InputStream.nullInputStream())
        : source.get();
  }

  @Override
  public CompletableFuture<Void> drain() {
    try (InputStream stream = open()) {
      stream.transferTo(OutputStream.nullOutputStream());
      return CompletableFuture.completedFuture(null);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
