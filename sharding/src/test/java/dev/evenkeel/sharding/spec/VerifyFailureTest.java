package dev.evenkeel.sharding.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Descriptions that do not come. */
class VerifyFailureTest {
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("orders").partitionKey("customer").sortKey("order").shards(4).build();

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
  void verifyAgainst_cancelled_cancelsTheCall() {
    CompletableFuture<DescribeTableResponse> call = new CompletableFuture<>();
    SPEC.verifyAgainst(new Answering(call)).cancel(true);
    assertThat(call).isCancelled();
  }
}
