package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.caching.spec.InvalidationSource;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A stream that fails, and one that ends: what is in memory never outlives what is told of it. */
@Timeout(120)
@ExtendWith(LocalDynamoDbExtension.class)
class StreamedWritesTest {
  private static final String TABLE = "Prices";
  private static final Map<String, AttributeValue> KEY = Map.of("Id", AttributeValue.fromS("lamp"));

  private final DynamoDbClient plain;
  private final DynamoDbStreamsClient streams;
  private final Stream stream = new Stream();
  private final ItemCache cache = ItemCache.ofBytes(1 << 20);
  private String arn;

  /** The failures of a stream. Its first page of shards is empty. */
  private static final class Stream implements ExecutionInterceptor {
    private static final ExecutionAttribute<Boolean> FIRST = new ExecutionAttribute<>("first");
    private static final String BEGIN = "begin";

    private final AtomicInteger failures = new AtomicInteger();
    private volatile @Nullable Function<SdkRequest, @Nullable SdkException> failing;

    @Override
    public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
      Function<SdkRequest, @Nullable SdkException> now = failing;
      SdkException failure = now == null ? null : now.apply(context.request());
      if (failure != null) {
        failures.incrementAndGet();
        throw failure;
      }
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
      if (!(context.request() instanceof DescribeStreamRequest describe)) {
        return context.request();
      }
      boolean isFirst = describe.exclusiveStartShardId() == null;
      attributes.putAttribute(FIRST, isFirst);
      return isFirst ? describe : describe.toBuilder().exclusiveStartShardId(null).build();
    }

    @Override
    public SdkResponse modifyResponse(
        Context.ModifyResponse context, ExecutionAttributes attributes) {
      return context.response() instanceof DescribeStreamResponse page
              && Boolean.TRUE.equals(attributes.getAttribute(FIRST))
          ? DescribeStreamResponse.builder()
              .streamDescription(
                  page.streamDescription().toBuilder()
                      .shards(List.of())
                      .lastEvaluatedShardId(BEGIN)
                      .build())
              .build()
          : context.response();
    }

    void fail(Function<SdkRequest, @Nullable SdkException> failure) {
      failures.set(0);
      failing = failure;
    }

    void awaitFailures(int count) throws InterruptedException {
      while (failures.get() < count) {
        Thread.sleep(10);
      }
    }
  }

  StreamedWritesTest(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.plain = own.client();
    this.streams =
        FreshPrices.streams(own, plain)
            .overrideConfiguration(all -> all.addExecutionInterceptor(stream))
            .build();
  }

  @BeforeEach
  void create() {
    ExampleTables.create(plain, TABLE, "Id");
    arn =
        plain
            .updateTable(
                update ->
                    update
                        .tableName(TABLE)
                        .streamSpecification(
                            s -> s.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)))
            .tableDescription()
            .latestStreamArn();
    set("1");
  }

  @AfterEach
  void close() {
    streams.close();
    plain.close();
  }

  private void set(String price) {
    plain.putItem(
        put ->
            put.tableName(TABLE)
                .item(
                    Map.of(
                        "Id", AttributeValue.fromS("lamp"), "Price", AttributeValue.fromS(price))));
  }

  private DynamoDbClient caching() {
    return CachingDynamoDbClient.builder(plain)
        .table(
            CachingSpec.builder(TABLE)
                .partitionKey("Id", ScalarAttributeType.S)
                .timeToLive(Duration.ofDays(1))
                .popular(1, Duration.ofMinutes(1))
                .build())
        .cache(cache)
        .build();
  }

  /** Reads until the price is there, which it never is if nobody tells. */
  private static void awaitPrice(DynamoDbClient client, String price) throws InterruptedException {
    while (!client
        .getItem(get -> get.tableName(TABLE).key(KEY))
        .item()
        .get("Price")
        .s()
        .equals(price)) {
      Thread.sleep(10);
    }
  }

  private void awaitHit(DynamoDbClient client) {
    long before = cache.stats().get(TABLE).hits();
    while (cache.stats().get(TABLE).hits() == before) {
      client.getItem(get -> get.tableName(TABLE).key(KEY));
    }
  }

  /** What others write is seen while the stream fails, and what they write after it, too. */
  private void requireFresh(Function<SdkRequest, @Nullable SdkException> failure)
      throws InterruptedException {
    try (StreamedWrites writes = new StreamedWrites(streams, TABLE, arn)) {
      cache.listenTo(writes);
      DynamoDbClient client = caching();
      awaitPrice(client, "1");
      awaitHit(client);
      set("2");
      awaitPrice(client, "2");

      stream.fail(failure);
      stream.awaitFailures(2);
      set("3");
      awaitPrice(client, "3");

      stream.fail(request -> null);
      awaitHit(client);
      set("4");
      awaitPrice(client, "4");
    }
  }

  @Test
  void connectionThatIsLost_isTriedAgain() throws Exception {
    requireFresh(request -> SdkClientException.create("lost"));
  }

  @Test
  void iteratorThatIsTooOld_isReplaced() throws Exception {
    requireFresh(
        request ->
            request instanceof GetRecordsRequest
                ? ExpiredIteratorException.builder().message("too old").build()
                : null);
  }

  /** The first look for new shards is ten seconds after the one at the beginning. */
  @Test
  void describeStream_isCalledSeldom_andLosesNothingIfItIsThrottled() throws Exception {
    try (StreamedWrites writes = new StreamedWrites(streams, TABLE, arn)) {
      CountDownLatch told = new CountDownLatch(1);
      AtomicInteger lost = new AtomicInteger();
      writes.begin(
          new InvalidationSource.Listener() {
            @Override
            public void written(String tableName, Map<String, AttributeValue> key) {
              told.countDown();
            }

            @Override
            public void lost() {
              lost.incrementAndGet();
            }
          });
      stream.fail(
          request ->
              request instanceof DescribeStreamRequest
                  ? DynamoDbException.builder()
                      .message("too often")
                      .awsErrorDetails(
                          AwsErrorDetails.builder().errorCode("ThrottlingException").build())
                      .build()
                  : null);
      stream.awaitFailures(1);
      set("2");
      told.await();
      assertThat(lost).hasValue(0);
      assertThat(stream.failures).as("calls of ten seconds").hasValueLessThan(4);
    }
  }

  /** Notes what is told, and fails when it is told of a write. */
  private static final class Failing implements InvalidationSource.Listener {
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final CountDownLatch lost = new CountDownLatch(1);

    @Override
    public void written(String tableName, Map<String, AttributeValue> key) {
      told.add(tableName);
      throw new IllegalStateException("a listener that cannot go on");
    }

    @Override
    public void lost() {
      lost.countDown();
    }
  }

  @Test
  void thread_thatCannotGoOn_saysThatItHasLost() throws Exception {
    Failing listener = new Failing();
    try (StreamedWrites writes = new StreamedWrites(streams, TABLE, arn)) {
      writes.begin(listener);
      set("2");
      listener.lost.await();
      assertThat(listener.told).containsExactly(TABLE);
    }
  }

  @Test
  void close_saysThatItHasLost() throws Exception {
    Failing listener = new Failing();
    StreamedWrites writes = new StreamedWrites(streams, TABLE, arn);
    writes.begin(listener);
    writes.close();
    listener.lost.await();
    assertThat(listener.told).isEmpty();
  }
}
