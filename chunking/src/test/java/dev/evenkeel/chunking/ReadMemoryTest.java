package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Several callers of one client, each of which reads large values. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadMemoryTest {
  private static final int CALLERS = 8;
  private static final int VALUE_BYTES = 1024 * 1024;

  private final UnderWay underWay = new UnderWay();
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private World world;
  private AttributeValue value;
  private List<Face> faces = List.of();

  /** How many fetches of values were under way at most; each call makes one at a time. */
  private static final class UnderWay implements ExecutionInterceptor {
    private int now;
    private int most;

    @Override
    public synchronized void beforeExecution(
        Context.BeforeExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof BatchGetItemRequest) {
        most = Math.max(most, ++now);
      }
    }

    @Override
    public synchronized void afterExecution(
        Context.AfterExecution context, ExecutionAttributes attributes) {
      if (context.request() instanceof BatchGetItemRequest) {
        now--;
      }
    }

    synchronized int takeMost() {
      int taken = most;
      most = 0;
      return taken;
    }
  }

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    world = new World(local, s3, underWay);
    ChunkingSpec spec =
        world
            .spec()
            .attribute("body", AttributePolicy.chunked())
            .chunkTable(ChunkTableSpec.of(World.CHUNKS))
            .itemBytesMax(390_000)
            .build();
    faces =
        List.of(
            Face.sync(world.plain, world.s3, b -> b.table(spec).readBytesMax(3 * VALUE_BYTES)),
            Face.async(
                world.plainAsync, world.s3Async, b -> b.table(spec).readBytesMax(3 * VALUE_BYTES)));
    byte[] bytes = new byte[VALUE_BYTES];
    new Random(1).nextBytes(bytes);
    value = AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
    for (int rank = 0; rank < 2; rank++) {
      Map<String, AttributeValue> item = new HashMap<>(World.key("large", rank));
      item.put("body", value);
      faces.get(0).call(PutItemRequest.builder().tableName(World.DOCS).item(item).build());
    }
  }

  @AfterAll
  void close() {
    callers.shutdown();
    world.close();
  }

  Stream<Face> faces() {
    return faces.stream();
  }

  /** A value and its stored form are 2 MiB, and there are 3. */
  @ParameterizedTest
  @MethodSource("faces")
  void get_bySeveralCallers_holdsNoMoreThanTheClientMay(Face face) {
    GetItemRequest get =
        GetItemRequest.builder().tableName(World.DOCS).key(World.key("large", 0)).build();
    int unused = underWay.takeMost();

    List<CompletableFuture<GetItemResponse>> all =
        IntStream.range(0, CALLERS)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> face.<GetItemResponse>call(get), callers))
            .toList();

    all.forEach(one -> assertThat(one.join().item()).containsEntry("body", value));
    assertThat(underWay.takeMost()).isEqualTo(1);
  }

  /** One call alone may need more than there is. */
  @ParameterizedTest
  @MethodSource("faces")
  void query_ofMoreThanTheClientMayHold_isAloneAndComesWhole(Face face) {
    QueryRequest query =
        QueryRequest.builder()
            .tableName(World.DOCS)
            .keyConditionExpression("id = :id")
            .expressionAttributeValues(Map.of(":id", AttributeValue.fromS("large")))
            .build();

    List<CompletableFuture<QueryResponse>> all =
        IntStream.range(0, 3)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> face.<QueryResponse>call(query), callers))
            .toList();

    all.forEach(one -> assertThat(one.join().items()).hasSize(2));
  }
}
