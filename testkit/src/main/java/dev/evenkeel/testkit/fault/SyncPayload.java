package dev.evenkeel.testkit.fault;

import dev.evenkeel.testkit.fault.Payload.StreamedPayload;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
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
  public SyncPayload through(Supplier<BodyObserver> observers) {
    return new SyncPayload(() -> TappedStream.of(open(), observers.get()));
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

  /** An input stream that goes by a tap. Where the tap fails, the connection is given up. */
  static final class TappedStream extends InputStream {
    private final AbortableInputStream source;
    private final BodyObserver observer;
    private boolean broken;

    private TappedStream(AbortableInputStream source, BodyObserver observer) {
      this.source = source;
      this.observer = observer;
    }

    static AbortableInputStream of(AbortableInputStream source, BodyObserver observer) {
      return AbortableInputStream.create(new TappedStream(source, observer), source);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = source.read(target, offset, length);
      if (count == 0) {
        return 0;
      }
      try {
        if (count < 0) {
          observer.end();
          return count;
        }
        ByteBuffer passed = observer.pass(ByteBuffer.wrap(target, offset, count));
        int passedCount = passed.remaining();
        passed.get(target, offset, passedCount);
        return passedCount;
      } catch (IOException e) {
        broken = true;
        source.abort();
        throw e;
      }
    }

    /**
     * Closes the body. To close a response that is not read to its end may mean to read it to its
     * end.
     */
    @Override
    public void close() throws IOException {
      if (!broken) {
        source.close();
      }
    }
  }
}
