package dev.evenkeel.sharding.internal.operation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponseMetadata;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class GetItemTest {
  private static final ShardedTable TABLE =
      new ShardedTable(
          ShardingSpec.builder("t").partitionKey("pk").sortKey("sk").shards(2).build());

  @Test
  @SuppressWarnings("unchecked") // one request, of the type that was planned
  void get_answerWithEverything_losesNothingButTheSuffix() {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName("t")
            .key(Map.of("pk", fromS("a"), "sk", fromS("1")))
            .build();
    var stepper = FlowStepper.of(GetItem.of(TABLE, request).flow());
    var ask = requireNonNull(stepper.next());
    var sent = (GetItemRequest) ((TableCall<?>) ask.request()).request();
    GetItemResponse.Builder answer = GetItemResponse.builder();
    answer.item(sent.key()).consumedCapacity(c -> c.capacityUnits(0.5));
    answer.responseMetadata(
        DynamoDbResponseMetadata.create(
            DefaultAwsResponseMetadata.create(Map.of("AWS_REQUEST_ID", "1"))));
    answer.sdkHttpResponse(SdkHttpResponse.builder().statusCode(200).build());
    stepper.answer(ask.ticket(), answer.build());

    assertThat(stepper.next()).isNull();
    GetItemResponse logical = stepper.result();
    assertThat(sent.key().get("pk").s()).matches("a\\.[01]");
    assertThat(logical.item()).isEqualTo(request.key());
    assertThat(logical.consumedCapacity().capacityUnits()).isEqualTo(0.5);
    assertThat(logical.responseMetadata().requestId()).isEqualTo("1");
    assertThat(logical.sdkHttpResponse().statusCode()).isEqualTo(200);
  }

  /** A member that a new SDK adds has to be copied in GetItem too. */
  @Test
  void getItemResponse_hasNoMemberThatIsNotCopied() {
    assertThat(GetItemResponse.builder().build().sdkFields())
        .extracting(SdkField::memberName)
        .containsExactlyInAnyOrder("Item", "ConsumedCapacity");
  }
}
