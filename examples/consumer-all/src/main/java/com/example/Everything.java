package com.example;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.redis.RedisTier;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Uploads, simulated throttles, the tier in Redis, copies in Parquet and the testkit, each once, on
 * the testkit's engines.
 */
public final class Everything {
  private Everything() {}

  public static void main(String[] arguments) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        LocalS3 s3 = LocalS3.start();
        DynamoDbClient client = local.client()) {
      client.createTable(
          create ->
              create
                  .tableName("products")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      id -> id.attributeName("id").attributeType(ScalarAttributeType.S))
                  .keySchema(id -> id.attributeName("id").keyType(KeyType.HASH)));
      uploads(client);
      throttles(local, client);
      caches(client);
      ParquetDay.copy(client, s3);
    }
    System.exit(0); // threads of DynamoDB Local stay
  }

  private static void uploads(DynamoDbClient client) {
    List<Map<String, AttributeValue>> products =
        IntStream.range(0, 100).mapToObj(i -> product("product-" + i)).toList();
    UploadReport report =
        DistributedUpload.builder(client)
            .table("products", KeySchema.of(KeyAttribute.ofString("id")))
            .source(UploadSources.items("made up", products))
            .build()
            .run();
    System.out.printf("upload: %d items%n", report.progress().itemsStored());
  }

  /** What a client sees in each mode; older SDKs have a type for one of them only. */
  private static void throttles(LocalDynamoDb local, DynamoDbClient client) {
    for (Capacity capacity :
        List.of(
            Capacity.provisioned(100, 10_000),
            Capacity.onDemand(),
            Capacity.onDemand().withQuota(1_000, 1_000))) {
      System.out.println("simulator: " + throttled(partitions(capacity).wrap(client)));
    }
    try (DynamoDbAsyncClient async = local.asyncClient()) {
      System.out.println(
          "simulator, async: " + throttled(partitions(Capacity.onDemand()).wrap(async)));
    }
    ControlPlaneSimulator aws = ControlPlaneSimulator.seeded(42).build();
    aws.inject(ControlFault.throttled().into("ListTables").first(1));
    try {
      aws.client().listTables();
    } catch (DynamoDbException throttled) {
      System.out.println("control plane: " + codeOf(throttled));
    }
  }

  /** Each request stands for a thousand. */
  private static SimulatedPartitions partitions(Capacity capacity) {
    TableSpec table = TableSpec.builder("products").capacity(capacity).build();
    return SimulatedPartitions.builder().table(table).loadFactor(1_000).build();
  }

  private static String throttled(DynamoDbClient client) {
    try {
      for (int i = 0; i < 1_000; i++) {
        client.putItem(put -> put.tableName("products").item(product("hot")));
      }
      return "nothing";
    } catch (DynamoDbException throttled) {
      return codeOf(throttled);
    }
  }

  private static String throttled(DynamoDbAsyncClient client) {
    try {
      for (int i = 0; i < 1_000; i++) {
        client.putItem(put -> put.tableName("products").item(product("hot"))).join();
      }
      return "nothing";
    } catch (CompletionException failed) {
      return codeOf((DynamoDbException) failed.getCause());
    }
  }

  private static String codeOf(DynamoDbException thrown) {
    return thrown.awsErrorDetails().errorCode() + ", a throttle: " + thrown.isThrottlingException();
  }

  /** A tier whose server is not there costs misses, and no more. */
  private static void caches(DynamoDbClient plain) {
    CachingSpec spec =
        CachingSpec.builder("products")
            .partitionKey("id", ScalarAttributeType.S)
            .timeToLive(Duration.ofSeconds(10))
            .build();
    try (RedisTier tier = RedisTier.at(RedisURI.create("redis://127.0.0.1:1"), "all")) {
      DynamoDbClient client =
          CachingDynamoDbClient.builder(plain)
              .table(spec)
              .cache(ItemCache.ofBytes(1 << 20, tier))
              .build();
      Map<String, AttributeValue> key = product("product-1");
      System.out.println(
          "redis: without a server, "
              + client.getItem(get -> get.tableName("products").key(key)).item());
    }
  }

  private static Map<String, AttributeValue> product(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }
}
