package dev.evenkeel.jobs.config;

import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectEncryption;

/** A place in S3. */
final class BucketReader {
  private BucketReader() {}

  static BucketSpec read(Section said) {
    return said.build(
        () -> {
          BucketSpec.Builder bucket = BucketSpec.builder(said.text("bucket"));
          said.text("prefix", bucket::prefix);
          said.text("expectedBucketOwner", bucket::expectedBucketOwner);
          said.text("kmsKeyId", key -> bucket.encryption(ObjectEncryption.kms(key)));
          return bucket.build();
        });
  }
}
