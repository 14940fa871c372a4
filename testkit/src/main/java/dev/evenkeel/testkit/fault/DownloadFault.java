package dev.evenkeel.testkit.fault;

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
}
