package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.SpecMismatchException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;

/** Asks for the description of a table and holds a spec against it. */
final class TableVerification {
  private TableVerification() {}

  static void of(ShardingSpec spec, DynamoDbClient client) {
    require(spec, client.describeTable(describe(spec)));
  }

  static CompletableFuture<Void> of(ShardingSpec spec, DynamoDbAsyncClient client) {
    CompletableFuture<DescribeTableResponse> call = client.describeTable(describe(spec));
    CompletableFuture<Void> verified = call.thenAccept(described -> require(spec, described));
    // Cancelling what depends on a call does not reach the call by itself.
    var unused = verified.whenComplete((done, failure) -> call.cancel(true));
    return verified;
  }

  private static DescribeTableRequest describe(ShardingSpec spec) {
    return DescribeTableRequest.builder().tableName(spec.tableName()).build();
  }

  private static void require(ShardingSpec spec, DescribeTableResponse described) {
    List<String> mismatches = TableMismatches.of(spec, described.table());
    if (!mismatches.isEmpty()) {
      throw new SpecMismatchException(spec.tableName(), mismatches);
    }
  }
}
