package dev.evenkeel.jobs.config;

import dev.evenkeel.objects.spec.BucketSpec;

/** A place in S3. */
final class BucketReader {
  private BucketReader() {}

  static BucketSpec read(Section said) {
    return said.build(
        () -> {
          BucketSpec.Builder bucket = BucketSpec.builder(said.text("bucket"));
          said.text("prefix", bucket::prefix);
          said.text("expectedBucketOwner", bucket::expectedBucketOwner);
          return bucket.build();
        });
  }
}
