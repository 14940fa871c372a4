package dev.evenkeel.objects.internal.shell;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.RestoreObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Request;

/** The operation without a body that a request object belongs to. */
final class S3Operations {
  private static final Map<Class<?>, Operation<?>> OPERATIONS =
      Stream.<Operation<?>>of(
              new Operation<>(
                  AbortMultipartUploadRequest.class,
                  S3Client::abortMultipartUpload,
                  S3AsyncClient::abortMultipartUpload),
              new Operation<>(
                  CompleteMultipartUploadRequest.class,
                  S3Client::completeMultipartUpload,
                  S3AsyncClient::completeMultipartUpload),
              new Operation<>(
                  CreateMultipartUploadRequest.class,
                  S3Client::createMultipartUpload,
                  S3AsyncClient::createMultipartUpload),
              new Operation<>(
                  DeleteObjectRequest.class, S3Client::deleteObject, S3AsyncClient::deleteObject),
              new Operation<>(
                  DeleteObjectsRequest.class,
                  S3Client::deleteObjects,
                  S3AsyncClient::deleteObjects),
              new Operation<>(
                  HeadObjectRequest.class, S3Client::headObject, S3AsyncClient::headObject),
              new Operation<>(
                  ListMultipartUploadsRequest.class,
                  S3Client::listMultipartUploads,
                  S3AsyncClient::listMultipartUploads),
              new Operation<>(
                  ListObjectsV2Request.class,
                  S3Client::listObjectsV2,
                  S3AsyncClient::listObjectsV2),
              new Operation<>(
                  RestoreObjectRequest.class,
                  S3Client::restoreObject,
                  S3AsyncClient::restoreObject))
          .collect(Collectors.toUnmodifiableMap(Operation::type, Function.identity()));

  private S3Operations() {}

  static Object call(S3Client client, S3Request request) {
    return of(request).now(client, request);
  }

  static CompletableFuture<?> call(S3AsyncClient client, S3Request request) {
    return of(request).later(client, request);
  }

  private static Operation<?> of(S3Request request) {
    Operation<?> operation = OPERATIONS.get(request.getClass());
    if (operation == null) {
      throw new IllegalStateException("no flow asks " + request.getClass().getSimpleName());
    }
    return operation;
  }

  private record Operation<Q extends S3Request>(
      Class<Q> type,
      BiFunction<S3Client, Q, Object> sync,
      BiFunction<S3AsyncClient, Q, CompletableFuture<?>> async) {

    Object now(S3Client client, S3Request request) {
      return sync.apply(client, type.cast(request));
    }

    CompletableFuture<?> later(S3AsyncClient client, S3Request request) {
      return async.apply(client, type.cast(request));
    }
  }
}
