package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * An item is read ahead of time when its caller has the answer, and maybe uses the array of the key
 * for something else. What is read then is what was asked.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ReadAheadBytesTest {
  private static final String TABLE = "Digests";
  private static final byte RIGHT = 1;
  private static final byte OTHER = 2;

  private static final CachingSpec SPEC =
      CachingSpec.builder(TABLE)
          .partitionKey("digest", ScalarAttributeType.B)
          .sortKey("nr", ScalarAttributeType.N)
          .timeToLive(Duration.ofSeconds(10))
          .popular(1, Duration.ofMinutes(1))
          .refreshAhead()
          .pages()
          .build();

  private final AtomicLong nanos = new AtomicLong(1L << 40);
  private final ItemCache cache = ItemCache.ofBytes(1L << 20, nanos::get);
  private final AtomicReference<CountDownLatch> gate = new AtomicReference<>();

  @BeforeAll
  static void createTable(DynamoDbClient plain) {
    plain.createTable(
        TableFixture.named(TABLE)
            .partitionKey("digest", ScalarAttributeType.B)
            .sortKey("nr", ScalarAttributeType.N)
            .request());
  }

  private static AttributeValue bytes(byte... array) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(array));
  }

  private static void put(DynamoDbClient plain, byte digest, String text) {
    plain.putItem(
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(
                Map.of(
                    "digest", bytes(digest),
                    "nr", AttributeValue.fromN("1"),
                    "text", AttributeValue.fromS(text)))
            .build());
  }

  /** Holds up what is read beside a call, before the SDK looks at the request's values. */
  private void hold(SdkRequest request) {
    CountDownLatch closed = gate.get();
    if (closed == null) {
      return;
    }
    try {
      assertThat(closed.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Tag("deep")
  @Test
  void getItem_whoseKeyIsWrittenToAfterItsAnswer_isReadAheadByTheKeyThatWasAsked(
      LocalDynamoDb local, DynamoDbClient plain) throws Exception {
    readAhead(
        local,
        plain,
        array ->
            GetItemRequest.builder()
                .tableName(TABLE)
                .key(Map.of("digest", bytes(array), "nr", AttributeValue.fromN("1")))
                .build(),
        answer -> List.of(((GetItemResponse) answer).item()));
  }

  @Test
  void query_whoseValuesAreWrittenToAfterItsAnswer_isReadAheadByWhatWasAsked(
      LocalDynamoDb local, DynamoDbClient plain) throws Exception {
    readAhead(
        local,
        plain,
        array ->
            QueryRequest.builder()
                .tableName(TABLE)
                .keyConditionExpression("digest = :digest")
                .expressionAttributeValues(Map.of(":digest", bytes(array)))
                .build(),
        answer -> ((QueryResponse) answer).items());
  }

  private void readAhead(
      LocalDynamoDb local,
      DynamoDbClient plain,
      Function<byte[], DynamoDbRequest> request,
      Function<Object, List<Map<String, AttributeValue>>> items)
      throws InterruptedException {
    put(plain, RIGHT, "old");
    put(plain, OTHER, "another's");
    try (ClientUnderTest client =
        Kind.SYNC.open(local, this::hold, CacheUnderTest.decoration(cache, SPEC))) {
      Function<byte[], String> text =
          array -> items.apply(call(client, request.apply(array))).get(0).get("text").s();
      assertThat(text.apply(new byte[] {RIGHT})).isEqualTo("old");
      put(plain, RIGHT, "new");
      nanos.addAndGet(Duration.ofSeconds(9).toNanos());

      CountDownLatch closed = new CountDownLatch(1);
      gate.set(closed);
      byte[] array = {RIGHT};
      assertThat(text.apply(array)).isEqualTo("old");
      array[0] = OTHER;
      gate.set(null);
      closed.countDown();

      long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      String seen = "old";
      while (seen.equals("old") && System.nanoTime() < until) {
        seen = text.apply(new byte[] {RIGHT});
        Thread.sleep(1); // it is read beside this call
      }
      assertThat(seen).isEqualTo("new");
    }
  }

  private static Object call(ClientUnderTest client, DynamoDbRequest request) {
    return request instanceof GetItemRequest get
        ? client.call(get)
        : client.call((QueryRequest) request);
  }
}
