package dev.evenkeel.benchmarks.caching;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.figure.Comparison;
import dev.evenkeel.benchmarks.figure.Comparison.Plan;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** The cost of a hit and of a miss, beside a loading cache written by hand. */
final class CallFigures {
  private static final int ITEMS_MAX = 10_000;
  private static final int HITS_PER_CALL = 100;
  private static final String ANSWER =
      "{\"Item\":{\"path\":{\"S\":\"/a\"},\"body\":{\"S\":\"%s\"}}}".formatted("x".repeat(200));

  private final DynamoDbClient plain;
  private final DynamoDbClient caching;
  private final Cache<String, GetItemResponse> loading =
      Caffeine.newBuilder().maximumSize(ITEMS_MAX).expireAfterWrite(Duration.ofMinutes(10)).build();
  private int missed;

  private CallFigures(DynamoDbClient plain) {
    this.plain = plain;
    this.caching =
        CachingDynamoDbClient.builder(plain)
            .table(
                CachingFigures.spec()
                    .timeToLive(Duration.ofMinutes(10))
                    .popular(1, Duration.ofMinutes(1))
                    .build())
            .cache(ItemCache.ofBytes(16L << 20))
            .build();
  }

  static void measure(Scale scale, FigureReport report) {
    CannedAnswers answers = CannedAnswers.with(ANSWER.getBytes(StandardCharsets.US_ASCII));
    try (DynamoDbClient plain = CannedClients.sync(answers, Duration.ZERO)) {
      CallFigures calls = new CallFigures(plain);
      calls.hits(scale, report);
      calls.misses(scale, report);
    }
  }

  private static GetItemRequest get(String path) {
    return GetItemRequest.builder()
        .tableName(CachingFigures.TABLE)
        .key(Map.of("path", AttributeValue.fromS(path)))
        .build();
  }

  private GetItemResponse byHand(String path) {
    return loading.get(path, this::load);
  }

  private GetItemResponse load(String path) {
    return plain.getItem(get(path).toBuilder().consistentRead(true).build());
  }

  /** A block is of many hits: the thread's clock is coarse. */
  private void hits(Scale scale, FigureReport report) {
    report.note("hit_ns ...");
    Plan plan = Plan.of(scale);
    List<String> paths = IntStream.range(0, plan.callsPerBlock()).mapToObj(i -> "/" + i).toList();
    List<GetItemRequest> gets = paths.stream().map(CallFigures::get).toList();
    gets.forEach(caching::getItem);
    Comparison comparison =
        Comparison.of(
            plan,
            i -> repeat(() -> byHand(paths.get(i))),
            i -> repeat(() -> caching.getItem(gets.get(i))));
    report.put("hit_ns", (comparison.plainNanos() + comparison.extraNanos()) / HITS_PER_CALL);
    report.put("hit_ns_by_hand", comparison.plainNanos() / HITS_PER_CALL);
    report.put("hit_extra_bytes", comparison.extraBytes() / HITS_PER_CALL);
  }

  private static void repeat(Runnable hit) {
    for (int i = 0; i < HITS_PER_CALL; i++) {
      hit.run();
    }
  }

  /** Each call asks for an item that nobody has asked for. */
  private void misses(Scale scale, FigureReport report) {
    report.note("miss_overhead ...");
    Comparison comparison =
        Comparison.of(
            Plan.of(scale),
            i -> byHand("/missed/" + missed++),
            i -> caching.getItem(get("/missed/" + missed++)));
    report.put("miss_overhead", comparison.ratio());
    report.put("miss_overhead_extra_ns", comparison.extraNanos());
    report.put("miss_overhead_extra_bytes", comparison.extraBytes());
  }
}
