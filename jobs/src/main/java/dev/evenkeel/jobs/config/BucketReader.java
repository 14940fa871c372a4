package dev.evenkeel.jobs.config;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;

/** A bucket and prefix in S3. */
final class BucketReader {
  private BucketReader() {}

  static BucketSpec read(Section section) {
    return section.build(
        () -> {
          BucketSpec.Builder bucket = BucketSpec.builder(section.text("bucket"));
          section.text("prefix", bucket::prefix);
          section.text("expectedBucketOwner", bucket::expectedBucketOwner);
          section.text("kmsKeyId", key -> bucket.encryption(ObjectEncryption.kms(key)));
          return bucket.build();
        });
  }
}
