package dev.evenkeel.objects.spec;

import dev.evenkeel.objects.spec.BucketSpec.ChecksumUse;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** The settings of a builder. A spec keeps an immutable copy. */
final class BucketDraft {
  /** The classes whose objects a general purpose bucket gives back without a restore. */
  static final Set<StorageClass> READABLE =
      EnumSet.of(
          StorageClass.STANDARD,
          StorageClass.STANDARD_IA,
          StorageClass.ONEZONE_IA,
          StorageClass.INTELLIGENT_TIERING,
          StorageClass.GLACIER_IR,
          StorageClass.REDUCED_REDUNDANCY);

  final String bucket;
  String prefix = "";
  @Nullable String expectedBucketOwner;
  ObjectEncryption encryption = ObjectEncryption.bucketDefault();
  @Nullable StorageClass storageClass;
  ChecksumUse checksums = ChecksumUse.WHEN_SUPPORTED;
  int partBytes = 8 * 1024 * 1024;
  int singlePutBytesMax = 32 * 1024 * 1024;
  int partsInFlightMax = 4;
  int attemptsMax = 4;

  BucketDraft(String bucket) {
    this.bucket = bucket;
  }

  BucketDraft(BucketDraft other) {
    this(other.bucket);
    prefix = other.prefix;
    expectedBucketOwner = other.expectedBucketOwner;
    encryption = other.encryption;
    storageClass = other.storageClass;
    checksums = other.checksums;
    partBytes = other.partBytes;
    singlePutBytesMax = other.singlePutBytesMax;
    partsInFlightMax = other.partsInFlightMax;
    attemptsMax = other.attemptsMax;
  }

  static int within(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s must be between %d and %d but is %d".formatted(what, min, max, value));
    }
    return value;
  }
}
