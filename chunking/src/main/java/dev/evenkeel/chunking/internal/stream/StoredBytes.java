package dev.evenkeel.chunking.internal.stream;

import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.Sha256;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a value that comes piece by piece: compressed if there is a codec, counted and
 * hashed on the way. Can be taken once.
 */
public final class StoredBytes implements ByteSource {
  private static final int COMPUTED_BYTES_MIN = 64 * 1024;

  private final ByteSource original;
  private final long bytesMax;
  private final @Nullable CharacterCheck characters;
  private final MessageDigest sha256 = Sha256.digest();
  private final Sink sink = new Sink();
  private final @Nullable OutputStream compressor;
  private long originalBytes;
  private long storedBytes;
  private boolean sourceEnded;
  private boolean ended;

  /**
   * The stored form of a value.
   *
   * @param codec null if it is stored as it comes
   * @param text whether it must be UTF-8
   * @param bytesMax how many bytes it may have
   */
  public StoredBytes(ByteSource original, @Nullable ValueCodec codec, boolean text, long bytesMax) {
    this.original = original;
    this.bytesMax = bytesMax;
    this.characters = text ? new CharacterCheck() : null;
    this.compressor = codec == null ? null : opened(codec, sink);
  }

  private static OutputStream opened(ValueCodec codec, OutputStream sink) {
    try {
      return codec.compressing(sink, ValueCodec.UNKNOWN);
    } catch (IOException e) {
      throw new IllegalStateException("codec '%s' cannot begin".formatted(codec.name()), e);
    }
  }

  /** The number of bytes before compression; valid after the end of the stream. */
  public long originalBytes() {
    return originalBytes;
  }

  /** The number of bytes that were read from this stream. */
  public long storedBytes() {
    return storedBytes;
  }

  /** The SHA-256 of the value; once, when its end was handed out. */
  public Digest digest() {
    return Digest.ofDigest(sha256.digest());
  }

  @Override
  public Flow<ByteBuffer> next(int bytesMaxOfPiece) {
    if (sink.size() > 0 || ended) {
      ByteBuffer piece = sink.take(bytesMaxOfPiece);
      storedBytes += piece.remaining();
      return Flow.of(piece);
    }
    return gathered(new ArrayList<>(), 0, bytesMaxOfPiece)
        .then(pieces -> Compute.flow(() -> accept(pieces)))
        .then(done -> next(bytesMaxOfPiece));
  }

  /** Enough pieces to be worth a computation, or all that are left. */
  private Flow<List<byte[]>> gathered(List<byte[]> pieces, long bytes, int bytesMaxOfPiece) {
    return original
        .next(bytesMaxOfPiece)
        .then(
            piece -> {
              byte[] copy = new byte[piece.remaining()];
              piece.duplicate().get(copy);
              pieces.add(copy);
              sourceEnded = copy.length == 0;
              return sourceEnded || bytes + copy.length >= COMPUTED_BYTES_MIN
                  ? Flow.of(pieces)
                  : gathered(pieces, bytes + copy.length, bytesMaxOfPiece);
            });
  }

  private Done accept(List<byte[]> pieces) {
    pieces.forEach(this::accept);
    return Done.DONE;
  }

  /** Takes the next piece; an empty one is the end. */
  private void accept(byte[] bytes) {
    originalBytes += bytes.length;
    if (originalBytes > bytesMax) {
      throw new LargeValueException(
          Reason.TOO_LARGE,
          "It has more than the %d bytes that the spec allows a stream. Raise streamBytesMax."
              .formatted(bytesMax));
    }
    sha256.update(bytes);
    if (characters != null) {
      characters.accept(bytes);
    }
    try {
      feed(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("a codec failed to compress", e);
    }
  }

  private void feed(byte[] bytes) throws IOException {
    OutputStream target = compressor == null ? sink : compressor;
    target.write(bytes);
    if (bytes.length == 0) {
      ended = true;
      target.close();
    }
  }

  /** The compressed bytes that were not yet read. */
  private static final class Sink extends ByteArrayOutputStream {
    private int taken;

    @Override
    public synchronized int size() {
      return count - taken;
    }

    synchronized ByteBuffer take(int bytesMax) {
      int bytes = Math.min(size(), bytesMax);
      byte[] piece = new byte[bytes];
      System.arraycopy(buf, taken, piece, 0, bytes);
      taken += bytes;
      if (taken == count) {
        taken = 0;
        count = 0;
      }
      return ByteBuffer.wrap(piece);
    }
  }

  /** Finds out whether bytes that come piece by piece are UTF-8. */
  static final class CharacterCheck {
    private static final int CHARS = 8192;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer chars = CharBuffer.allocate(CHARS);
    private ByteBuffer begun = ByteBuffer.allocate(0);

    /**
     * Takes the next bytes; none is the end.
     *
     * @throws LargeValueException if they are not UTF-8
     */
    void accept(byte[] bytes) {
      ByteBuffer in = ByteBuffer.allocate(begun.remaining() + bytes.length);
      in.put(begun).put(bytes).flip();
      CoderResult result;
      do {
        chars.clear();
        result = decoder.decode(in, chars, bytes.length == 0);
        if (result.isError()) {
          throw new LargeValueException(
              Reason.INVALID, "It was declared as text, and is not UTF-8. Stream it as a binary.");
        }
      } while (result.isOverflow());
      begun = in.slice();
    }
  }
}
