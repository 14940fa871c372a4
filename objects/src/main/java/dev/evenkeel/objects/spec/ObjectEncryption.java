package dev.evenkeel.objects.spec;

/**
 * The encryption of written objects by S3. Reading needs no setting, only the right to use the key.
 */
public sealed interface ObjectEncryption {

  /** The default of the bucket. S3 itself encrypts with keys of its own (SSE-S3) by default. */
  record BucketDefault() implements ObjectEncryption {}

  /** SSE-S3, whatever the bucket's default. */
  record S3Managed() implements ObjectEncryption {}

  /**
   * SSE-KMS, whatever the bucket's default. Writing needs {@code kms:GenerateDataKey}, and for
   * objects in parts also {@code kms:Decrypt}; reading needs {@code kms:Decrypt}.
   *
   * @param keyId a key's id, ARN or alias ARN. Give the ARN if the key is another account's
   * @param bucketKey whether S3 asks KMS once in a while instead of for each object, which costs
   *     less and shows the bucket instead of the object in KMS's log
   */
  record Kms(String keyId, boolean bucketKey) implements ObjectEncryption {
    public Kms {
      if (keyId.isBlank()) {
        throw new IllegalArgumentException("the id of the KMS key is blank");
      }
    }
  }

  static ObjectEncryption bucketDefault() {
    return new BucketDefault();
  }

  static ObjectEncryption s3Managed() {
    return new S3Managed();
  }

  /** SSE-KMS with a bucket key. */
  static ObjectEncryption kms(String keyId) {
    return new Kms(keyId, true);
  }
}
