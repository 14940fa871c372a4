package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.ShardingClientBuilder;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
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

  static Stream<PhysicalWorld> worlds() {
    return PhysicalWorld.all().filter(world -> world.isDrawn());
  }

  /** Counters with the physical keys of a world. */
  private static Consumer<ShardingClientBuilder<?>> counters(PhysicalWorld world) {
    ShardingSpec spec = world.spec();
    CounterSpec counters =
        CounterSpec.builder(spec.tableName())
            .partitionKey(spec.partitionKey(), spec.partitionType())
            .sortKey(spec.sortKey())
            .suffixFormat(spec.suffixFormat())
            .shards(PhysicalWorld.SHARDS)
            .summed("likes")
            .build();
    return builder -> builder.counter(counters);
  }

  private static List<DynamoDbRequest> reads(PhysicalWorld world) {
    Map<String, AttributeValue> key = key(world);
    return List.of(
        GetItemRequest.builder().tableName(PhysicalWorld.TABLE).key(key).build(),
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(PhysicalWorld.TABLE, KeysAndAttributes.builder().keys(List.of(key)).build()))
            .build(),
        QueryRequest.builder()
            .tableName(PhysicalWorld.TABLE)
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", world.logical()))
            .limit(1)
            .build());
  }

  private static List<DynamoDbRequest> writes(PhysicalWorld world) {
    Map<String, AttributeValue> key = key(world);
    WriteRequest delete = WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
    return List.of(
        UpdateItemRequest.builder()
            .tableName(PhysicalWorld.TABLE)
            .key(key)
            .updateExpression("ADD likes :one")
            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
            .build(),
        DeleteItemRequest.builder().tableName(PhysicalWorld.TABLE).key(key).build(),
        BatchWriteItemRequest.builder()
            .requestItems(Map.of(PhysicalWorld.TABLE, List.of(delete)))
            .build());
  }

  private static Map<String, AttributeValue> key(PhysicalWorld world) {
    return Map.of("pk", world.logical(), "sk", AttributeValue.fromS("s1"));
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void read_everyMemberPhysical_comesLogical(PhysicalWorld world) {
    for (Client client : Client.values()) {
      for (boolean processed : new boolean[] {true, false}) {
        for (DynamoDbRequest request : reads(world)) {
          if (!processed && request instanceof GetItemRequest) {
            continue; // reads what is left unprocessed key by key, which this delegate never ends
          }
          PhysicalAnswers answers = new PhysicalAnswers(world, processed);
          DynamoDbResponse logical = client.call(counters(world), answers::answer, request);
          assertThat(LeakWalker.leaks(world, logical)).as("%s", request).isEmpty();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("worlds")
  void failure_everyTextPhysical_comesLogicalAndOtherwiseTheSame(PhysicalWorld world) {
    for (Class<?> type : SdkExceptions.kinds()) {
      for (Client client : Client.values()) {
        Stream.concat(reads(world).stream(), writes(world).stream())
            .forEach(
                request ->
                    new FailingDelegate(world, type, false)
                        .assertLogical(request, client, counters(world)));
      }
    }
  }
}
