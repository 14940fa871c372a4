package dev.evenkeel.testkit.fault;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/** See {@link Fault#downloadCut} and {@link Fault#corruptDownload}. */
final class DownloadFault extends S3Fault {
  private final Place place;
  private final LongFunction<Tap> tap;

  private DownloadFault(String description, Place place, LongFunction<Tap> tap) {
    super(description);
    this.place = place;
    this.tap = tap;
  }

  static DownloadFault cut(Place place) {
    return new DownloadFault("downloadCut(" + place + ")", place, CutTap::new);
  }

  static DownloadFault corrupt(Place place) {
    return new DownloadFault("corruptDownload(" + place + ")", place, CorruptTap::new);
  }

  @Override
  boolean appliesTo(S3Call call) {
    return call.operation().equals("GetObject");
  }

  /** Errors, such as a missing object, arrive as they are. */
  @Override
  CompletableFuture<Answer> inject(S3Call call, Injection injection) {
    return injection
        .server()
        .send(call)
        .thenApply(
            answer ->
                answer.isSuccess() && answer.payload() instanceof StreamedPayload body
                    ? Answer.of(answer.http(), tapped(body, answer, injection))
                    : answer);
  }

  private Payload tapped(StreamedPayload body, Answer answer, Injection injection) {
    long length = answer.http().firstMatchingHeader("Content-Length").map(Long::valueOf).orElse(0L);
    long at = place.in(length, injection.dice());
    return body.through(() -> tap.apply(at));
  }

  /** Turns over the lowest bit of one byte. */
  static final class CorruptTap implements Tap {
    private long left;

    CorruptTap(long offset) {
      this.left = offset;
    }

    @Override
    public ByteBuffer pass(ByteBuffer piece) {
      long place = left;
      left -= piece.remaining();
      return place >= 0 && place < piece.remaining() ? changed(piece, (int) place) : piece;
    }

    /** A copy: the piece may be read-only, or somebody else's. */
    private static ByteBuffer changed(ByteBuffer piece, int place) {
      byte[] copy = new byte[piece.remaining()];
      piece.get(copy);
      copy[place] ^= 1;
      return ByteBuffer.wrap(copy);
    }

    @Override
    public void end() {}
  }
}
