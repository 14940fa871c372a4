package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.spec.ObjectStoreException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An object read piece by piece. The last piece is handed out only after all have been verified.
 */
public final class ObjectSource implements ByteSource {
  private final Store store;
  private final String key;
  private final ExpectedContent expected;
  private final Reading reading;
  private final MessageDigest sha256 = Sha256.digest();
  private boolean begun;
  private boolean ended;
  private long position;

  /** Set if the content was not what was expected: nothing that follows may look like its end. */
  private @Nullable RuntimeException corrupt;

  public ObjectSource(Store store, String key, ExpectedContent expected) {
    this.store = store;
    this.key = key;
    this.expected = expected;
    this.reading = new Reading(store, key, expected);
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMax) {
    if (bytesMax < 1) {
      throw new IllegalArgumentException("bytesMax must be at least 1 but is " + bytesMax);
    }
    Flow<ByteBuffer> piece = begin().then(done -> piece(bytesMax));
    return store.named(piece, "GetObject", key);
  }

  private Flow<Done> begin() {
    return Flow.defer(() -> begun ? Flow.done() : reading.begin()).atResult(done -> begun = true);
  }

  private Flow<ByteBuffer> piece(int bytesMax) {
    if (corrupt != null) {
      return Flow.failed(corrupt);
    }
    if (ended) {
      return Flow.of(ByteBuffer.allocate(0));
    }
    long most = Math.min(bytesMax, store.spec().partBytes());
    int bytes = (int) Math.min(most, reading.length() - position);
    return reading.range(position, bytes).map(this::took);
  }

  private ByteBuffer took(ByteBuffer piece) {
    sha256.update(piece.duplicate());
    position += piece.remaining();
    if (position == reading.length()) {
      ended = true;
      verify();
    }
    return piece;
  }

  private void verify() {
    try {
      reading.verify(SdkBytes.fromByteArrayUnsafe(sha256.digest()));
    } catch (ObjectStoreException failure) {
      corrupt = failure;
      throw failure;
    }
  }

  @Override
  public long length() {
    return expected.exact() ? expected.length() : -1;
  }
}
