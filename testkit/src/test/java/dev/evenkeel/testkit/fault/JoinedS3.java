package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.core.async.AsyncResponseTransformer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.AbortMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListBucketsRequest;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;
import software.amazon.awssdk.services.s3.model.UploadPartResponse;

/** The operations that the tests use, of an async client, waited for. */
record JoinedS3(S3AsyncClient async) implements S3Client {

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SdkException failure) {
        throw failure;
      }
      throw e;
    }
  }

  private static AsyncRequestBody body(RequestBody body) {
    try (InputStream stream = body.contentStreamProvider().newStream()) {
      return AsyncRequestBody.fromBytes(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
    return join(async.putObject(request, body(body)));
  }

  @Override
  public UploadPartResponse uploadPart(UploadPartRequest request, RequestBody body) {
    return join(async.uploadPart(request, body(body)));
  }

  @Override
  public ResponseBytes<GetObjectResponse> getObjectAsBytes(GetObjectRequest request) {
    return join(async.getObject(request, AsyncResponseTransformer.toBytes()));
  }

  @Override
  public HeadObjectResponse headObject(HeadObjectRequest request) {
    return join(async.headObject(request));
  }

  @Override
  public CopyObjectResponse copyObject(CopyObjectRequest request) {
    return join(async.copyObject(request));
  }

  @Override
  public DeleteObjectResponse deleteObject(DeleteObjectRequest request) {
    return join(async.deleteObject(request));
  }

  @Override
  public DeleteObjectsResponse deleteObjects(DeleteObjectsRequest request) {
    return join(async.deleteObjects(request));
  }

  @Override
  public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
    return join(async.listObjectsV2(request));
  }

  @Override
  public ListBucketsResponse listBuckets(ListBucketsRequest request) {
    return join(async.listBuckets(request));
  }

  @Override
  public CreateMultipartUploadResponse createMultipartUpload(CreateMultipartUploadRequest request) {
    return join(async.createMultipartUpload(request));
  }

  @Override
  public ListPartsResponse listParts(ListPartsRequest request) {
    return join(async.listParts(request));
  }

  @Override
  public CompleteMultipartUploadResponse completeMultipartUpload(
      CompleteMultipartUploadRequest request) {
    return join(async.completeMultipartUpload(request));
  }

  @Override
  public AbortMultipartUploadResponse abortMultipartUpload(AbortMultipartUploadRequest request) {
    return join(async.abortMultipartUpload(request));
  }

  @Override
  public String serviceName() {
    return async.serviceName();
  }

  @Override
  public void close() {
    async.close();
  }
}
