package dev.evenkeel.objects.spec;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * A general purpose bucket, the prefix below which everything happens, and how objects are written.
 * Immutable. Keys are relative to the prefix in arguments and results, so nothing outside it can be
 * read, written or deleted by mistake.
 */
public final class BucketSpec {

  /** S3 allows keys of 1,024 bytes of UTF-8. */
  public static final int KEY_BYTES_MAX = 1024;

  /** Half of a key, so that what is derived below a prefix has room. */
  public static final int PREFIX_BYTES_MAX = 512;

  /** The smallest part that S3 takes, 5 MiB; only the last may be smaller. */
  public static final int PART_BYTES_MIN = 5 * 1024 * 1024;

  /** S3 allows parts of 5 GiB; here a part is one array. */
  public static final int PART_BYTES_MAX = 1024 * 1024 * 1024;

  /** S3 allows 10,000 parts of an object. */
  public static final int PARTS_MAX = 10_000;

  private final BucketDraft draft;

  BucketSpec(BucketDraft draft) {
    this.draft = draft;
  }

  /**
   * Starts a spec.
   *
   * @param bucket the name of a general purpose bucket, or the alias of an access point
   */
  public static Builder builder(String bucket) {
    return new Builder(bucket);
  }

  public String bucket() {
    return draft.bucket;
  }

  /** Empty, or ends with a slash. */
  public String prefix() {
    return draft.prefix;
  }

  /** The account that must own the bucket; null if any may. */
  public @Nullable String expectedBucketOwner() {
    return draft.expectedBucketOwner;
  }

  public ObjectEncryption encryption() {
    return draft.encryption;
  }

  /** Null if the bucket's default holds. */
  public @Nullable StorageClass storageClass() {
    return draft.storageClass;
  }

  public ChecksumUse checksums() {
    return draft.checksums;
  }

  public int partBytes() {
    return draft.partBytes;
  }

  public int singlePutBytesMax() {
    return draft.singlePutBytesMax;
  }

  public int partsInFlightMax() {
    return draft.partsInFlightMax;
  }

  public int attemptsMax() {
    return draft.attemptsMax;
  }

  /**
   * The same with another storage class, be it one whose objects S3 restores before they are read:
   * for what is written to be kept.
   */
  public BucketSpec inClass(StorageClass storageClass) {
    BucketDraft other = new BucketDraft(draft);
    other.storageClass = storageClass;
    return new BucketSpec(other);
  }

  /**
   * The whole key of an object.
   *
   * @param below its key below the prefix
   * @throws IllegalArgumentException if it is empty, begins or ends with a slash, has a segment
   *     that is empty, {@code .} or {@code ..}, holds control characters or lone surrogates, or is
   *     longer than {@link #KEY_BYTES_MAX} with the prefix
   */
  public String fullKey(String below) {
    return KeyRules.key(prefix(), below);
  }

  /** The bucket and the prefix. */
  @Override
  public String toString() {
    return "s3://" + bucket() + "/" + prefix();
  }

  /** Collects a spec; every setting is checked at once. */
  public static final class Builder {
    private final BucketDraft draft;

    private Builder(String bucket) {
      draft = new BucketDraft(BucketNames.checked(bucket));
    }

    /**
     * The prefix of all keys; by default the root of the bucket.
     *
     * @param prefix ASCII, at most {@link #PREFIX_BYTES_MAX} bytes, without a slash at its
     *     beginning; one at its end is added if it is missing, so that {@code a} never takes in
     *     {@code ab}
     */
    public Builder prefix(String prefix) {
      draft.prefix = KeyRules.prefix(prefix);
      return this;
    }

    /**
     * The account that must own the bucket, sent with every request: S3 answers 403 if it is
     * another. Set it always; without it, data goes to another account that has taken the name over
     * after the bucket was deleted.
     *
     * @param account 12 digits
     */
    public Builder expectedBucketOwner(String account) {
      if (!account.matches("[0-9]{12}")) {
        throw new IllegalArgumentException(
            "expectedBucketOwner must be an account id of 12 digits but is '" + account + "'");
      }
      draft.expectedBucketOwner = account;
      return this;
    }

    /** The encryption by S3; by default the bucket's. */
    public Builder encryption(ObjectEncryption encryption) {
      draft.encryption = encryption;
      return this;
    }

    /**
     * The storage class of what is written; by default the bucket's.
     *
     * @throws IllegalArgumentException if objects of the class cannot be read at once
     */
    public Builder storageClass(StorageClass storageClass) {
      if (!BucketDraft.READABLE.contains(storageClass)) {
        throw new IllegalArgumentException(
            "objects of class %s cannot be read back at once from a general purpose bucket; take one of %s"
                .formatted(storageClass, BucketDraft.READABLE));
      }
      draft.storageClass = storageClass;
      return this;
    }

    /** Sets the use of checksums; {@link ChecksumUse#WHEN_SUPPORTED} by default. */
    public Builder checksums(ChecksumUse checksums) {
      draft.checksums = checksums;
      return this;
    }

    /**
     * The size of the parts in which large objects are written and read; 8 MiB by default. With
     * {@link #partsInFlightMax} it bounds the memory of a call, and a stream of unknown length ends
     * at {@link #PARTS_MAX} parts (78 GiB).
     */
    public Builder partBytes(int partBytes) {
      draft.partBytes = BucketDraft.within("partBytes", partBytes, PART_BYTES_MIN, PART_BYTES_MAX);
      return this;
    }

    /**
     * Up to which length a value in memory is written by one request; 32 MiB by default. A request
     * that fails is repeated whole.
     */
    public Builder singlePutBytesMax(int bytesMax) {
      draft.singlePutBytesMax =
          BucketDraft.within("singlePutBytesMax", bytesMax, 0, Integer.MAX_VALUE);
      return this;
    }

    /**
     * The number of parts of one object that are in memory or in flight at a time; 4 by default. An
     * upload sends one half while it reads the other.
     */
    public Builder partsInFlightMax(int partsMax) {
      draft.partsInFlightMax = BucketDraft.within("partsInFlightMax", partsMax, 1, 64);
      return this;
    }

    /**
     * The maximum number of attempts of one request when S3 answers with a conflict or an error of
     * its own, or the connection fails; 4 by default. Each attempt is a call of the client, which
     * retries by its own settings, and a pause of random length comes before the next.
     */
    public Builder attemptsMax(int attemptsMax) {
      draft.attemptsMax = BucketDraft.within("attemptsMax", attemptsMax, 1, 20);
      return this;
    }

    public BucketSpec build() {
      return new BucketSpec(new BucketDraft(draft));
    }
  }

  /**
   * Whether requests ask for checksums by themselves. The SDK's client has a setting of the same
   * names, which decides where a request says nothing: a request can add a checksum and cannot take
   * one away.
   */
  public enum ChecksumUse {
    /** Every upload carries a CRC32 that S3 verifies, and downloads are verified, by any client. */
    WHEN_SUPPORTED,

    /**
     * Requests say nothing of checksums. For S3-compatible stores that do not know them, and only
     * with a client that is built with {@code
     * requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)} and {@code
     * responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)}: left alone, the client
     * adds them.
     */
    WHEN_REQUIRED
  }

  /**
   * The encryption of written objects by S3. Reading needs no setting, only the right to use the
   * key.
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
}
