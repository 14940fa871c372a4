package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Nothing physical comes through of counters either, in answers and failures. */
class CounterLeakTest {

  static Stream<PhysicalFixture> worlds() {
    return PhysicalFixture.all().filter(fixture -> fixture.isDrawn());
  }

  /** Counters with the physical keys of a fixture. */
  private static Consumer<ShardingClientBuilder<?>> counters(PhysicalFixture fixture) {
    ShardingSpec spec = fixture.spec();
    CounterSpec counters =
        CounterSpec.builder(spec.tableName())
            .partitionKey(spec.partitionKey(), spec.partitionType())
            .sortKey(spec.sortKey())
            .suffixFormat(spec.suffixFormat())
            .shards(PhysicalFixture.SHARDS)
            .summed("likes")
            .build();
    return builder -> builder.counter(counters);
  }

  private static List<DynamoDbRequest> reads(PhysicalFixture fixture) {
    Map<String, AttributeValue> key = key(fixture);
    return List.of(
        GetItemRequest.builder().tableName(PhysicalFixture.TABLE).key(key).build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    PhysicalFixture.TABLE, KeysAndAttributes.builder().keys(List.of(key)).build()))
            .build(),
        QueryRequest.builder()
            .tableName(PhysicalFixture.TABLE)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", fixture.logical()))
            .limit(1)
            .build());
  }

  private static List<DynamoDbRequest> writes(PhysicalFixture fixture) {
    Map<String, AttributeValue> key = key(fixture);
    WriteRequest delete = WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
    return List.of(
        UpdateItemRequest.builder()
            .tableName(PhysicalFixture.TABLE)
            .key(key)
            .updateExpression("ADD likes :one")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .build(),
        DeleteItemRequest.builder().tableName(PhysicalFixture.TABLE).key(key).build(),
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(PhysicalFixture.TABLE, List.of(delete)))
            .build());
  }

  private static Map<String, AttributeValue> key(PhysicalFixture fixture) {
    return Map.of("pk", fixture.logical(), "sk", AttributeValue.fromS("s1"));
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void read_everyMemberPhysical_comesLogical(PhysicalFixture fixture) {
    for (Client client : Client.values()) {
      for (boolean processed : new boolean[] {true, false}) {
        for (DynamoDbRequest request : reads(fixture)) {
          if (!processed && request instanceof GetItemRequest) {
            continue; // reads what is left unprocessed key by key, which this delegate never ends
          }
          PhysicalAnswers answers = new PhysicalAnswers(fixture, processed);
          DynamoDbResponse logical = client.call(counters(fixture), answers::answer, request);
          assertThat(LeakWalker.leaks(fixture, logical)).as("%s", request).isEmpty();
        }
      }
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("worlds")
  void failure_everyTextPhysical_comesLogicalAndOtherwiseTheSame(PhysicalFixture fixture) {
    for (Class<?> type : SdkExceptions.kinds()) {
      for (Client client : Client.values()) {
        Stream.concat(reads(fixture).stream(), writes(fixture).stream())
            .forEach(
                request ->
                    new FailingDelegate(fixture, type, false)
                        .assertLogical(request, client, counters(fixture)));
      }
    }
  }
}
