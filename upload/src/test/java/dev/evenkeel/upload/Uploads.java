package dev.evenkeel.upload;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sync or the async upload over a plain or a sharding client, so that one test runs on all. */
enum Uploads {
  SYNC {
    @Override
    UploadReport run(
        LocalDynamoDb local,
        FaultInjector faults,
        List<ShardingSpec> specs,
        Consumer<UploadBuilder<?>> settings) {
      try (DynamoDbClient plain =
          local.clientBuilder().httpClientBuilder(faults.httpClientBuilder()).build()) {
        ShardingDynamoDbClient.Builder sharding = ShardingDynamoDbClient.builder(plain);
        specs.forEach(sharding::table);
        DistributedUpload.Builder upload =
            DistributedUpload.builder(specs.isEmpty() ? plain : sharding.build());
        settings.accept(upload);
        return upload.build().run();
      }
    }
  },
  ASYNC {
    @Override
    UploadReport run(
        LocalDynamoDb local,
        FaultInjector faults,
        List<ShardingSpec> specs,
        Consumer<UploadBuilder<?>> settings) {
      try (DynamoDbAsyncClient plain =
          local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder()).build()) {
        ShardingDynamoDbAsyncClient.Builder sharding = ShardingDynamoDbAsyncClient.builder(plain);
        specs.forEach(sharding::table);
        DistributedAsyncUpload.Builder upload =
            DistributedAsyncUpload.builder(specs.isEmpty() ? plain : sharding.build());
        settings.accept(upload);
        return ClientUnderTest.join(upload.build().start());
      }
    }
  };

  static final KeySchema KEY =
      KeySchema.of(KeyAttribute.ofString("pk"), KeyAttribute.ofNumber("sk"));

  /** Runs an upload whose client retries as clients do. */
  abstract UploadReport run(
      LocalDynamoDb local,
      FaultInjector faults,
      List<ShardingSpec> specs,
      Consumer<UploadBuilder<?>> settings);

  /** Items sorted by partition key. */
  static List<Map<String, AttributeValue>> sorted(String prefix, int partitions, int itemsEach) {
    return IntStream.range(0, partitions * itemsEach)
        .mapToObj(i -> item(prefix + i / itemsEach, Integer.toString(i % itemsEach), "v" + i))
        .toList();
  }

  static FaultInjector noFaults() {
    return FaultPlan.none().injector();
  }

  /** The values {@code v} of all items whose partition key begins so. */
  static List<String> storedValues(DynamoDbClient plain, String table, String prefix) {
    return plain.scanPaginator(scan -> scan.tableName(table)).items().stream()
        .filter(item -> item.get("pk").s().startsWith(prefix))
        .map(item -> item.get("v").s())
        .toList();
  }

  static Map<String, AttributeValue> item(String pk, String sk, String v) {
    return Map.of(
        "pk", AttributeValue.fromS(pk),
        "sk", AttributeValue.fromN(sk),
        "v", AttributeValue.fromS(v));
  }
}
