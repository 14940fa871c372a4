package dev.evenkeel.caching.internal.operation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.Flight;
import dev.evenkeel.caching.internal.store.ItemStore;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Callers of one cache, whose requests a test answers one by one, from a table of values by id. */
final class StepByStep {
  static final String TABLE = "t";
  static final Duration TIME_TO_LIVE = Duration.ofSeconds(1);

  final AtomicLong nanos = new AtomicLong();
  final Map<String, String> values = new HashMap<>();
  final ItemStore store = new ItemStore(1L << 20, nanos::get, () -> 0, false);
  private final CachingPlanner planner;

  StepByStep() {
    CachingSpec spec =
        CachingSpec.builder(TABLE)
            .partitionKey("id", ScalarAttributeType.S)
            .timeToLive(TIME_TO_LIVE)
            .popular(1, Duration.ofMinutes(1))
            .build();
    store.add(CachedTable.of(spec));
    this.planner = new CachingPlanner(List.of(spec), new TableScope(null, null), store, false);
  }

  static Map<String, AttributeValue> key(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  static GetItemRequest get(String id) {
    return GetItemRequest.builder().tableName(TABLE).key(key(id)).build();
  }

  static BatchGetItemRequest batch(String... ids) {
    return BatchGetItemRequest.builder().requestItems(Map.of(TABLE, keys(ids))).build();
  }

  static BatchGetItemRequest batchOf(Map<String, KeysAndAttributes> tables) {
    return BatchGetItemRequest.builder().requestItems(tables).build();
  }

  static KeysAndAttributes keys(String... ids) {
    return KeysAndAttributes.builder()
        .keys(Arrays.stream(ids).map(StepByStep::key).toList())
        .build();
  }

  static DynamoDbException failure(int status, String code) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(status)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .message(code)
            .build();
  }

  static DynamoDbException throttled() {
    return failure(400, "ProvisionedThroughputExceededException");
  }

  /** Whether the request is sent as it is. */
  boolean isPassedOn(DynamoDbRequest request) {
    return planner.plan(request, new CachedCall()) == null;
  }

  boolean isInMemory(String id) {
    return planner.hit(get(id)) != null;
  }

  /** A write from its beginning to its end. */
  void put(String id, String value) {
    Caller writer = begin(PutItemRequest.builder().tableName(TABLE).item(item(id, value)).build());
    values.put(id, value);
    writer.answerWith(PutItemResponse.builder().build());
  }

  private static Map<String, AttributeValue> item(String id, String value) {
    return Map.of("id", AttributeValue.fromS(id), "v", AttributeValue.fromS(value));
  }

  Caller begin(DynamoDbRequest request) {
    Caller caller = new Caller(request);
    caller.go();
    return caller;
  }

  /** A call under way. */
  final class Caller {
    private final CachedCall call = new CachedCall();
    private final FlowStepper<?> flow;
    private final Deque<Ask> sent = new ArrayDeque<>();

    private Caller(DynamoDbRequest request) {
      this.flow = FlowStepper.of(requireNonNull(planner.plan(request, call)));
    }

    private void go() {
      for (Ask ask : flow.asks()) {
        if (ask.request() instanceof Flight<?> flight) {
          flight.whenLanded(
              landing -> {
                flow.answer(ask.ticket(), landing);
                go();
              });
        } else {
          sent.add(ask);
        }
      }
      if (flow.isOver()) {
        call.ended();
      }
    }

    /** The ids that it has asked DynamoDB for and has no answer of. */
    List<String> asks() {
      return sent.stream().flatMap(ask -> ids(request(ask)).stream()).sorted().toList();
    }

    private static DynamoDbRequest request(Ask ask) {
      return ((TableCall<?>) ask.request()).request();
    }

    private static List<String> ids(DynamoDbRequest request) {
      return request instanceof GetItemRequest get
          ? List.of(get.key().get("id").s())
          : ((BatchGetItemRequest) request)
              .requestItems().get(TABLE).keys().stream().map(key -> key.get("id").s()).toList();
    }

    /** DynamoDB answers from the values that are there now, and leaves some ids unprocessed. */
    void answer(String... unprocessed) {
      DynamoDbRequest request = request(requireNonNull(sent.peek()));
      if (request instanceof GetItemRequest get) {
        answerWith(GetItemResponse.builder().item(found(ids(get).get(0))).build());
        return;
      }
      List<String> left = List.of(unprocessed);
      BatchGetItemResponse.Builder answer =
          BatchGetItemResponse.builder()
              .responses(
                  Map.of(
                      TABLE,
                      ids(request).stream()
                          .filter(id -> !left.contains(id) && values.containsKey(id))
                          .map(id -> item(id, requireNonNull(values.get(id))))
                          .toList()));
      answer.unprocessedKeys(left.isEmpty() ? Map.of() : Map.of(TABLE, keys(unprocessed)));
      answerWith(answer.build());
    }

    private @Nullable Map<String, AttributeValue> found(String id) {
      String value = values.get(id);
      return value == null ? null : item(id, value);
    }

    void answerWith(Object answer) {
      flow.answer(requireNonNull(sent.poll()).ticket(), answer);
      go();
    }

    void fail(Throwable failure) {
      flow.fail(requireNonNull(sent.poll()).ticket(), failure);
      go();
    }

    void giveUp() {
      call.ended();
    }

    boolean isWaiting() {
      return !flow.isOver() && sent.isEmpty();
    }

    @Nullable Throwable failure() {
      return flow.failure();
    }

    /** What its caller is shown, by id. */
    Map<String, String> shown() {
      assertThat(flow.isOver()).isTrue();
      assertThat(flow.failure()).isNull();
      Map<String, String> shown = new TreeMap<>();
      if (flow.result() instanceof GetItemResponse get) {
        show(get.item(), shown);
      } else {
        batch().responses().get(TABLE).forEach(item -> show(item, shown));
      }
      return shown;
    }

    private static void show(Map<String, AttributeValue> item, Map<String, String> shown) {
      if (!item.isEmpty()) {
        shown.put(item.get("id").s(), item.get("v").s());
      }
    }

    /** The ids that its caller is told to ask for again. */
    List<String> unprocessed() {
      KeysAndAttributes left = batch().unprocessedKeys().get(TABLE);
      return left == null ? List.of() : left.keys().stream().map(key -> key.get("id").s()).toList();
    }

    BatchGetItemResponse batch() {
      return (BatchGetItemResponse) flow.result();
    }
  }
}
