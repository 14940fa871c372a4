package dev.evenkeel.chunking.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.SpecMismatchException;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Descriptions that do not come. */
class VerifyFailureTest {
  private static final ChunkingSpec SPEC =
      ChunkingSpec.builder("docs")
          .partitionKey("id")
          .attribute("image", AttributePolicy.offloaded())
          .intentTable("intents")
          .bucket(
              BucketSpec.builder("their-bucket")
                  .expectedBucketOwner("111122223333")
                  .attemptsMax(1)
                  .build())
          .build();

  static List<RuntimeException> failures() {
    return List.of(refused("AccessDeniedException"), refused("ThrottlingException"), offline());
  }

  private static DynamoDbException refused(String code) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(400)
            .message("no")
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  private static SdkClientException offline() {
    return SdkClientException.create("offline", new ConnectException("offline"));
  }

  private record Failing(RuntimeException failure) implements DynamoDbClient {
    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
      throw failure;
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
      throw failure;
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  private record Answering(CompletableFuture<DescribeTableResponse> answer)
      implements DynamoDbAsyncClient {
    @Override
    public CompletableFuture<DescribeTableResponse> describeTable(DescribeTableRequest request) {
      return answer;
    }

    @Override
    public CompletableFuture<DescribeTimeToLiveResponse> describeTimeToLive(
        DescribeTimeToLiveRequest request) {
      return answer.thenApply(table -> DescribeTimeToLiveResponse.builder().build());
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** An S3 client that answers every listing with a failure. */
  private record FailingS3(int status, String code) implements S3Client {
    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
      assertThat(request.expectedBucketOwner()).isEqualTo("111122223333");
      throw S3Exception.builder()
          .statusCode(status)
          .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @ParameterizedTest
  @MethodSource("failures")
  void verifyAgainst_describeFails_failsWithTheSame(RuntimeException failure) {
    assertThatThrownBy(() -> SPEC.verifyAgainst(new Failing(failure))).isSameAs(failure);
    Answering failing = new Answering(CompletableFuture.failedFuture(failure));
    assertThatThrownBy(() -> SPEC.verifyAgainst(failing).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isSameAs(failure);
  }

  /** A cancelled call must not hold a connection. */
  @Test
  void verifyAgainst_cancelled_cancelsTheCalls() {
    CompletableFuture<DescribeTableResponse> call = new CompletableFuture<>();
    SPEC.verifyAgainst(new Answering(call)).cancel(true);
    assertThat(call).isCancelled();
  }

  /** S3 says so whether the bucket is another account's or the caller may not list it. */
  @Test
  void verifyAgainst_bucketDenied_isListedWithTheRest() {
    Failing missing = new Failing(ResourceNotFoundException.builder().build());
    SpecMismatchException mismatch =
        catchThrowableOfType(
            SpecMismatchException.class,
            () -> SPEC.verifyAgainst(missing, new FailingS3(403, "AccessDenied")));
    assertThat(mismatch.table()).isEqualTo("docs");
    assertThat(mismatch.mismatches())
        .hasSize(3)
        .last()
        .asString()
        .contains("their-bucket", "account 111122223333's");
  }

  @Test
  void verifyAgainst_bucketFailsOtherwise_failsWithThat() {
    Failing missing = new Failing(ResourceNotFoundException.builder().build());
    assertThatThrownBy(() -> SPEC.verifyAgainst(missing, new FailingS3(500, "InternalError")))
        .isInstanceOf(ObjectStoreException.class);
  }
}
