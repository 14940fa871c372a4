package dev.evenkeel.testkit.fault;

import java.util.concurrent.CompletableFuture;

/** A fault that only S3 has. */
abstract sealed class S3Fault extends Fault permits DownloadFault, S3ErrorFault, UploadCutFault {
  S3Fault(String description) {
    super(description);
  }

  @Override
  final boolean appliesTo(Call call) {
    return call instanceof S3Call s3 && appliesTo(s3);
  }

  @Override
  final CompletableFuture<Answer> inject(Call call, Injection injection) {
    return inject((S3Call) call, injection);
  }

  abstract boolean appliesTo(S3Call call);

  abstract CompletableFuture<Answer> inject(S3Call call, Injection injection);
}
