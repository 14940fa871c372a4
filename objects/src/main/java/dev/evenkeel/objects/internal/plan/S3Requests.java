package dev.evenkeel.objects.internal.plan;

import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.internal.spec.OpenUploadPage;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ChecksumUse;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.OptionalObjectAttributes;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.RestoreObjectRequest;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.Tier;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/**
 * The requests of one spec; keys are whole keys here. Each names the bucket and the expected owner,
 * and whatever creates an object does so only where there is none.
 */
final class S3Requests {
  /** The name, in an object's metadata, of the id that its writer drew. */
  static final String ID = ObjectMetadata.RESERVED + "id";

  private static final String WHERE_NONE_IS = "*";

  private final BucketSpec spec;
  private final ObjectEncryption.@Nullable Kms kms;

  S3Requests(BucketSpec spec) {
    this.spec = spec;
    this.kms = spec.encryption() instanceof ObjectEncryption.Kms its ? its : null;
  }

  PutObjectRequest put(String key, String id, ObjectMetadata metadata) {
    return PutObjectRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .ifNoneMatch(WHERE_NONE_IS)
        .storageClass(spec.storageClass())
        .checksumAlgorithm(uploadChecksum())
        .metadata(with(id, metadata))
        .serverSideEncryption(encryption())
        .ssekmsKeyId(kms == null ? null : kms.keyId())
        .bucketKeyEnabled(kms == null ? null : kms.bucketKey())
        .build();
  }

  CreateMultipartUploadRequest create(String key, String id, ObjectMetadata metadata) {
    return CreateMultipartUploadRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .storageClass(spec.storageClass())
        .checksumAlgorithm(uploadChecksum())
        .metadata(with(id, metadata))
        .serverSideEncryption(encryption())
        .ssekmsKeyId(kms == null ? null : kms.keyId())
        .bucketKeyEnabled(kms == null ? null : kms.bucketKey())
        .build();
  }

  UploadPartRequest part(String key, String uploadId, int number) {
    return UploadPartRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .uploadId(uploadId)
        .partNumber(number)
        .checksumAlgorithm(uploadChecksum())
        .build();
  }

  CompleteMultipartUploadRequest complete(String key, String uploadId, List<CompletedPart> parts) {
    return CompleteMultipartUploadRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .uploadId(uploadId)
        .ifNoneMatch(WHERE_NONE_IS)
        .multipartUpload(upload -> upload.parts(parts))
        .build();
  }

  AbortMultipartUploadRequest abort(String key, String uploadId) {
    return AbortMultipartUploadRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .uploadId(uploadId)
        .build();
  }

  HeadObjectRequest head(String key) {
    return HeadObjectRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .build();
  }

  /**
   * @param range from the header; null for the whole object
   * @param etag of the content that is meant; null if any will do
   */
  GetObjectRequest get(String key, @Nullable String range, @Nullable String etag) {
    return GetObjectRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .range(range)
        .ifMatch(etag)
        .checksumMode(spec.checksums() == ChecksumUse.WHEN_SUPPORTED ? ChecksumMode.ENABLED : null)
        .build();
  }

  RestoreObjectRequest restore(String key, int days, Tier tier) {
    return RestoreObjectRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .restoreRequest(restore -> restore.days(days).glacierJobParameters(job -> job.tier(tier)))
        .build();
  }

  DeleteObjectRequest delete(String key) {
    return DeleteObjectRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .key(key)
        .build();
  }

  DeleteObjectsRequest delete(List<String> keys) {
    List<ObjectIdentifier> named =
        keys.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
    return DeleteObjectsRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .delete(delete -> delete.objects(named).quiet(true))
        .build();
  }

  ListObjectsV2Request list(String prefix, @Nullable String token, boolean withRestores) {
    ListObjectsV2Request.Builder list =
        ListObjectsV2Request.builder()
            .bucket(spec.bucket())
            .expectedBucketOwner(spec.expectedBucketOwner())
            .prefix(prefix)
            .continuationToken(token);
    return withRestores
        ? list.optionalObjectAttributes(OptionalObjectAttributes.RESTORE_STATUS).build()
        : list.build();
  }

  ListMultipartUploadsRequest uploads(String prefix, OpenUploadPage.@Nullable Marker from) {
    return ListMultipartUploadsRequest.builder()
        .bucket(spec.bucket())
        .expectedBucketOwner(spec.expectedBucketOwner())
        .prefix(prefix)
        .keyMarker(from == null ? null : from.key())
        .uploadIdMarker(from == null ? null : from.uploadId())
        .build();
  }

  private @Nullable ServerSideEncryption encryption() {
    if (kms != null) {
      return ServerSideEncryption.AWS_KMS;
    }
    return spec.encryption() instanceof ObjectEncryption.S3Managed
        ? ServerSideEncryption.AES256
        : null;
  }

  private @Nullable ChecksumAlgorithm uploadChecksum() {
    return spec.checksums() == ChecksumUse.WHEN_SUPPORTED ? ChecksumAlgorithm.CRC32 : null;
  }

  private static Map<String, String> with(String id, ObjectMetadata metadata) {
    Map<String, String> all = new HashMap<>(metadata.encoded());
    all.put(ID, id);
    return all;
  }
}
