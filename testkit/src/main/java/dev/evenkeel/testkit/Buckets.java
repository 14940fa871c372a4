package dev.evenkeel.testkit;

import java.net.HttpURLConnection;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Deletes buckets with all that is in them, object by object: test buckets are small. */
record Buckets(S3Client client, String bucket) {
  private static final int ATTEMPTS_MAX = 5;

  /** A bucket that the test has deleted itself is fine too. */
  static void delete(S3Client client, String bucket) {
    Buckets buckets = new Buckets(client, bucket);
    try {
      for (int attempt = 1; !buckets.deleted(attempt == ATTEMPTS_MAX); attempt++) {
        buckets.abortUploads();
        buckets.deleteObjects();
      }
    } catch (NoSuchBucketException alreadyDone) {
      return;
    }
  }

  /** Uploads that broke off may show as objects for a moment, also after all were deleted. */
  private boolean deleted(boolean isLastAttempt) {
    try {
      client.deleteBucket(request -> request.bucket(bucket));
      return true;
    } catch (S3Exception e) {
      if (e.statusCode() != HttpURLConnection.HTTP_CONFLICT || isLastAttempt) {
        throw e;
      }
      return false;
    }
  }

  private void abortUploads() {
    client.listMultipartUploadsPaginator(request -> request.bucket(bucket)).uploads().stream()
        .forEach(
            upload ->
                client.abortMultipartUpload(
                    r -> r.bucket(bucket).key(upload.key()).uploadId(upload.uploadId())));
  }

  private void deleteObjects() {
    try {
      versions().forEach(this::delete);
    } catch (S3Exception e) {
      if (e.statusCode() != HttpURLConnection.HTTP_NOT_IMPLEMENTED) {
        throw e;
      }
      client.listObjectsV2Paginator(r -> r.bucket(bucket)).contents().stream()
          .map(object -> ObjectIdentifier.builder().key(object.key()).build())
          .forEach(this::delete);
    }
  }

  private Stream<ObjectIdentifier> versions() {
    return client.listObjectVersionsPaginator(r -> r.bucket(bucket)).stream()
        .flatMap(
            page ->
                Stream.concat(
                    page.versions().stream().map(v -> identifier(v.key(), v.versionId())),
                    page.deleteMarkers().stream().map(m -> identifier(m.key(), m.versionId()))));
  }

  private static ObjectIdentifier identifier(String key, String versionId) {
    return ObjectIdentifier.builder().key(key).versionId(versionId).build();
  }

  private void delete(ObjectIdentifier object) {
    client.deleteObject(r -> r.bucket(bucket).key(object.key()).versionId(object.versionId()));
  }
}
