package dev.evenkeel.examples;

import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.spark.SparkPass;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The clicks of one page move to four shards. Four workers on Spark move them, here in one JVM;
 * {@code docs/spark.md} says how to do it on a cluster.
 */
public final class ReshardOnSpark {
  private static final String TABLE = "clicks";
  private static final AttributeValue HOME = AttributeValue.fromS("/home");
  private static final int CLICKS = 400;

  private ReshardOnSpark() {}

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    SparkConf conf =
        new SparkConf()
            .setAppName("reshard")
            .setMaster("local[4]")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1");
    try (LocalDynamoDb local = LocalDynamoDb.start();
        DynamoDbClient plain = local.client();
        JavaSparkContext spark = new JavaSparkContext(conf)) {
      fill(plain);
      out.println("before: " + places(plain));
      move(spark, local.endpoint(), out);
      out.println("after: " + places(plain));
    }
  }

  private static void fill(DynamoDbClient plain) {
    Tables.create(plain, TABLE, "page", "at");
    IntStream.range(0, CLICKS)
        .mapToObj("2026-11-23T%06d"::formatted)
        .map(at -> Map.of("page", HOME, "at", AttributeValue.fromS(at)))
        .forEach(click -> plain.putItem(put -> put.tableName(TABLE).item(click)));
  }

  private static void move(JavaSparkContext spark, URI endpoint, PrintStream out) {
    try (DynamoDbClient control = client(endpoint).build();
        LayoutStore layouts = layouts(control);
        DynamoDbClient guarded = guarded(endpoint)) {
      layouts.createTable();
      Resharder resharder = Resharder.of(spec(layouts), guarded);
      // [docs:driver]
      resharder.start(AttributeValue.fromS("/home"), 4);
      List<Long> moved = SparkPass.run(spark, 4, () -> work(endpoint));
      resharder.verify();
      resharder.finish();
      // [docs]
      out.println("moved by 4 workers: " + moved);
    }
  }

  // [docs:worker]
  private static long work(URI endpoint) {
    try (DynamoDbClient control = client(endpoint).build();
        LayoutStore layouts = layouts(control);
        DynamoDbClient guarded = guarded(endpoint)) {
      return Resharder.of(spec(layouts), guarded).run();
    }
  }

  private static DynamoDbClient guarded(URI endpoint) {
    return client(endpoint)
        .overrideConfiguration(all -> all.addExecutionInterceptor(LayoutGuard.create()))
        .build();
  }

  private static ShardingSpec spec(LayoutStore layouts) {
    return ShardingSpec.builder("clicks")
        .partitionKey("page")
        .sortKey("at")
        .shards(1)
        .layoutFrom(layouts)
        .build();
  }

  /** On a cluster: {@code DynamoDbClient.builder()}. */
  private static DynamoDbClientBuilder client(URI endpoint) {
    return LocalDynamoDb.at(endpoint).clientBuilder();
  }

  /** Its times are short, for no request is late here. On a cluster they stay as they are. */
  private static LayoutStore layouts(DynamoDbClient control) {
    return LayoutStore.builder(control).times(Duration.ofSeconds(3), Duration.ofSeconds(1)).build();
  }

  // [docs]
  /** The number of clicks under each stored partition key. */
  private static Map<String, Long> places(DynamoDbClient plain) {
    return plain.scanPaginator(scan -> scan.tableName(TABLE)).items().stream()
        .map(item -> item.getOrDefault("page", HOME).s())
        .collect(Collectors.groupingBy(page -> page, TreeMap::new, Collectors.counting()));
  }
}
