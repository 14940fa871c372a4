package dev.evenkeel.testkit.fault;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** See {@link Fault#uploadCut}. */
final class UploadCutFault extends S3Fault {
  private static final Set<String> UPLOADS = Set.of("PutObject", "UploadPart");

  private final Place place;

  UploadCutFault(Place place) {
    super("uploadCut(" + place + ")");
    this.place = place;
  }

  @Override
  boolean appliesTo(S3Call call) {
    return UPLOADS.contains(call.operation());
  }

  @Override
  CompletableFuture<Answer> inject(S3Call call, Injection injection) {
    long at = place.in(call.contentLength(), injection.dice());
    return injection.server().send(call.through(() -> new CutTap(at)));
  }
}
