package dev.evenkeel.timeseries.life;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.DelegatingS3AsyncClient;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.InvalidObjectStateException;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.OptionalObjectAttributes;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.RestoreObjectRequest;
import software.amazon.awssdk.services.s3.model.RestoreObjectResponse;
import software.amazon.awssdk.services.s3.model.RestoreStatus;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * The storage classes that the local S3 server does not know: what is put into GLACIER is listed as
 * such, cannot be read, and is restored when a test says so. Everything else is the server's.
 */
final class Glacier {
  private final Map<String, StorageClass> classes = new TreeMap<>();

  /** Copies, and the time that they are removed at; MAX while S3 is at work. */
  private final Map<String, Instant> restores = new TreeMap<>();

  /** All requests for restores, answered or not. */
  final List<RestoreObjectRequest> asked = new ArrayList<>();

  int readsRefused;
  int listings;
  int listingsOfRestores;

  /** The number of requests for restores that are answered. */
  int restoresMax = Integer.MAX_VALUE;

  synchronized List<String> frozen() {
    return List.copyOf(classes.keySet());
  }

  /** Moves an object to an archive class, as a lifecycle rule of the bucket does. */
  synchronized void freeze(String key) {
    classes.put(key, StorageClass.DEEP_ARCHIVE);
  }

  /** Ends the restores of some files. */
  synchronized void restore(List<String> keys, Instant until) {
    keys.forEach(key -> restores.put(key, until));
  }

  /** Removes copies. */
  synchronized void refreeze(List<String> keys) {
    restores.keySet().removeAll(keys);
  }

  S3Client over(S3Client client) {
    return new DelegatingS3Client(client) {
      @Override
      @SuppressWarnings("unchecked") // of the same types as what it stands for
      protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
        return request instanceof RestoreObjectRequest restore
            ? (R) restored(restore)
            : (R) described(request, operation.apply((T) before(request)));
      }
    };
  }

  S3AsyncClient over(S3AsyncClient client) {
    return new DelegatingS3AsyncClient(client) {
      @Override
      @SuppressWarnings("unchecked") // of the same types as what it stands for
      protected <T extends S3Request, R> CompletableFuture<R> invokeOperation(
          T request, Function<T, CompletableFuture<R>> operation) {
        try {
          return request instanceof RestoreObjectRequest restore
              ? CompletableFuture.completedFuture((R) restored(restore))
              : operation
                  .apply((T) before(request))
                  .thenApply(answer -> (R) described(request, answer));
        } catch (S3Exception e) {
          return CompletableFuture.failedFuture(new CompletionException(e));
        }
      }
    };
  }

  private synchronized S3Request before(S3Request request) {
    if (request instanceof PutObjectRequest put && put.storageClass() == StorageClass.GLACIER) {
      classes.put(put.key(), put.storageClass());
      return put.toBuilder().storageClass((StorageClass) null).build();
    }
    if (request instanceof GetObjectRequest get && isFrozen(get.key())) {
      readsRefused++;
      throw InvalidObjectStateException.builder()
          .statusCode(403)
          .awsErrorDetails(AwsErrorDetails.builder().errorCode("InvalidObjectState").build())
          .build();
    }
    return request;
  }

  private boolean isFrozen(String key) {
    return classes.containsKey(key) && restores.getOrDefault(key, Instant.MAX).equals(Instant.MAX);
  }

  private synchronized RestoreObjectResponse restored(RestoreObjectRequest request) {
    asked.add(request);
    if (asked.size() > restoresMax) {
      throw refused(403, "AccessDenied");
    }
    Instant before = restores.putIfAbsent(request.key(), Instant.MAX);
    if (Instant.MAX.equals(before)) {
      throw refused(409, "RestoreAlreadyInProgress");
    }
    return RestoreObjectResponse.builder().build();
  }

  private static RuntimeException refused(int status, String code) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .build();
  }

  private synchronized Object described(S3Request request, Object answer) {
    if (!(request instanceof ListObjectsV2Request list)) {
      return answer;
    }
    boolean withRestores =
        list.optionalObjectAttributes().contains(OptionalObjectAttributes.RESTORE_STATUS);
    listings++;
    listingsOfRestores += withRestores ? 1 : 0;
    ListObjectsV2Response listing = (ListObjectsV2Response) answer;
    List<S3Object> objects =
        listing.contents().stream().map(object -> described(object, withRestores)).toList();
    return listing.toBuilder().contents(objects).build();
  }

  private S3Object described(S3Object object, boolean withRestore) {
    StorageClass its = classes.get(object.key());
    S3Object.Builder described = object.toBuilder();
    if (its != null) {
      described.storageClass(its.toString());
    }
    Instant until = withRestore ? restores.get(object.key()) : null;
    if (until != null) {
      boolean isUnderWay = until.equals(Instant.MAX);
      described.restoreStatus(
          RestoreStatus.builder()
              .isRestoreInProgress(isUnderWay)
              .restoreExpiryDate(isUnderWay ? null : until)
              .build());
    }
    return described.build();
  }
}
