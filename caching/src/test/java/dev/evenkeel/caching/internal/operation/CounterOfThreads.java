package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.shell.CallSender;
import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.strategy.stress.StressOptions;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Threads raise and read one counter through a cache, in runs that Lincheck draws: no read shows
 * less than a raise that ended before it began. Stress runs: Lincheck's model checker cannot look
 * into records.
 */
public class CounterOfThreads {
  private static final CachingSpec SPEC =
      CachingSpec.builder(ModelTable.NAME)
          .partitionKey("p", ScalarAttributeType.S)
          .sortKey("id", ScalarAttributeType.S)
          .pages()
          .timeToLive(Duration.ofDays(1))
          .popular(1, Duration.ofDays(1))
          .build();
  private static final SyncRunner RUNNER = SyncRunner.create();

  private final ItemStore store = new ItemStore(1L << 20, () -> 0, () -> 0, false);
  private final CachingPlanner planner =
      new CachingPlanner(List.of(SPEC), new TableScope(null, null), store, false);
  private final AtomicInteger counter = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger(); // the last value that a writer knows of

  public CounterOfThreads() {
    store.add(CachedTable.of(SPEC));
  }

  private static Map<String, AttributeValue> item(int value) {
    return Map.of("v", AttributeValue.fromN(Integer.toString(value)));
  }

  private Object answer(Request<?> request, AtomicInteger raised) {
    DynamoDbRequest sent = ((TableCall<?>) request).request();
    if (sent instanceof GetItemRequest) {
      GetItemResponse.Builder read = GetItemResponse.builder().item(item(counter.get()));
      ResponseMetadata.copy(null, read);
      return read.build();
    }
    if (sent instanceof QueryRequest) {
      QueryResponse.Builder read = QueryResponse.builder().items(List.of(item(counter.get())));
      ResponseMetadata.copy(null, read);
      return read.build();
    }
    raised.set(counter.incrementAndGet());
    if (sent instanceof UpdateItemRequest) {
      UpdateItemResponse.Builder updated =
          UpdateItemResponse.builder().attributes(item(raised.get()));
      ResponseMetadata.copy(null, updated);
      return updated.build();
    }
    return sent instanceof PutItemRequest
        ? PutItemResponse.builder().build()
        : ExecuteStatementResponse.builder().build();
  }

  private Object call(DynamoDbRequest request, AtomicInteger raised) {
    CachedCall call = new CachedCall();
    Flow<Object> flow = planner.plan(request, call);
    Sender<Object> sender = Sender.answering(sent -> answer(sent, raised));
    return RUNNER.run(flow, new CallSender<>(call, sender, null), Deadline.NONE);
  }

  private void raise(DynamoDbRequest request) {
    AtomicInteger raised = new AtomicInteger();
    call(request, raised);
    ended.accumulateAndGet(raised.get(), Math::max);
  }

  @Operation
  public void put() {
    raise(PutItemRequest.builder().tableName(ModelTable.NAME).item(ModelTable.key("k")).build());
  }

  @Operation
  public void update() {
    raise(
        UpdateItemRequest.builder()
            .tableName(ModelTable.NAME)
            .key(ModelTable.key("k"))
            .returnValues(ReturnValue.ALL_NEW)
            .build());
  }

  @Operation
  public void statement() {
    raise(
        ExecuteStatementRequest.builder()
            .statement("UPDATE \"%s\" SET v = v + 1 WHERE id = 'k'".formatted(ModelTable.NAME))
            .build());
  }

  @Operation
  public boolean read() {
    int floor = ended.get();
    GetItemRequest get =
        GetItemRequest.builder().tableName(ModelTable.NAME).key(ModelTable.key("k")).build();
    return value(((GetItemResponse) read(get)).item()) >= floor;
  }

  @Operation
  public boolean page() {
    int floor = ended.get();
    return value(((QueryResponse) read(ModelRequests.query())).items().get(0)) >= floor;
  }

  private Object read(DynamoDbRequest request) {
    Object hit = planner.hit(request);
    return hit != null ? hit : call(request, new AtomicInteger());
  }

  private static int value(Map<String, AttributeValue> item) {
    return Integer.parseInt(item.get("v").n());
  }

  /** What callers see, in whatever order: reads that are right. */
  public static final class AlwaysRight {
    public void put() {}

    public void update() {}

    public void statement() {}

    public boolean read() {
      return true;
    }

    public boolean page() {
      return true;
    }
  }

  /**
   * Ends with 0 if all is right. In a JVM of its own: Lincheck changes classes as they are loaded.
   *
   * @param arguments how many scenarios there are, and how often each is run
   */
  public static void main(String[] arguments) {
    LinChecker.check(
        CounterOfThreads.class,
        new StressOptions()
            .iterations(Integer.parseInt(arguments[0]))
            .invocationsPerIteration(Integer.parseInt(arguments[1]))
            .threads(3)
            .actorsPerThread(3)
            .minimizeFailedScenario(false)
            .sequentialSpecification(AlwaysRight.class));
    System.exit(0);
  }
}
