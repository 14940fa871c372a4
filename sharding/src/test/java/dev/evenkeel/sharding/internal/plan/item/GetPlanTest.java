package dev.evenkeel.sharding.internal.plan.item;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.sharding.internal.plan.layout.ShardedTable;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.DefaultAwsResponseMetadata;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponseMetadata;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

class GetPlanTest {
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
    var machine =
        (Machine<GetItemRequest, GetItemResponse, GetItemResponse>) GetPlan.of(TABLE, request);
    var ask = (Step.Ask<GetItemRequest, GetItemResponse>) machine.next();
    GetItemResponse.Builder answer = GetItemResponse.builder();
    answer.item(ask.request().key()).consumedCapacity(c -> c.capacityUnits(0.5));
    answer.responseMetadata(
        DynamoDbResponseMetadata.create(
            DefaultAwsResponseMetadata.create(Map.of("AWS_REQUEST_ID", "1"))));
    answer.sdkHttpResponse(SdkHttpResponse.builder().statusCode(200).build());
    machine.onAnswer(ask.ticket(), answer.build());

    GetItemResponse logical =
        ((Step.Finish<GetItemRequest, GetItemResponse>) machine.next()).result();
    assertThat(ask.request().key().get("pk").s()).matches("a\\.[01]");
    assertThat(logical.item()).isEqualTo(request.key());
    assertThat(logical.consumedCapacity().capacityUnits()).isEqualTo(0.5);
    assertThat(logical.responseMetadata().requestId()).isEqualTo("1");
    assertThat(logical.sdkHttpResponse().statusCode()).isEqualTo(200);
  }

  /** A member that a new SDK adds has to be copied in GetPlan too. */
  @Test
  void getItemResponse_hasNoMemberThatIsNotCopied() {
    assertThat(GetItemResponse.builder().build().sdkFields())
        .extracting(SdkField::memberName)
        .containsExactlyInAnyOrder("Item", "ConsumedCapacity");
  }
}
