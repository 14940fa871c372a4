package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ByteSource;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** What a stream holds. */
public record StreamSource(InputStream stream, long length) implements ByteSource {
  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    return Flow.ask(new SourceAsk.ReadStream(stream, bytesMax));
  }
}
