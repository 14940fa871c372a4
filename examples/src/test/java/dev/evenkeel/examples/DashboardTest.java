package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.micrometer.CacheMeters;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.CallEnd.CallWork;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.Outcome;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.core.micrometer.MicrometerListener;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.timeseries.micrometer.MicrometerLifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Prebuilt;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What the dashboard asks of Prometheus, the meters that the code registers are scraped as. */
class DashboardTest {
  private static final File DASHBOARD = new File("deploy/grafana/evenkeel.json");
  private static final Pattern SELECTOR = Pattern.compile("(evenkeel_\\w+)(?:\\{([^}]*)})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~?)\"([^\"]*)\"");
  private static final Pattern GROUPING = Pattern.compile("by \\(([^)]*)\\)");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  @Test
  void dashboard_asksForMetersThatTheCodeRegisters() throws IOException {
    call();
    cache();
    run();
    List<String> scraped =
        registry.scrape().lines().filter(line -> line.startsWith("evenkeel_")).toList();

    JsonNode dashboard = new ObjectMapper().readTree(DASHBOARD);
    Set<Integer> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).as("%s", panel).isTrue();
      assertThat(places.add(panel.at("/gridPos/x") + "/" + panel.at("/gridPos/y"))).isTrue();
      assertThat(panel.path("targets")).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        check(target.path("expr").asText(), scraped);
      }
    }
    assertThat(ids).hasSizeGreaterThan(10);
    check(dashboard.at("/templating/list/1/query/query").asText(), scraped);
  }

  /** Each selector finds a sample, which has the labels of the groupings. */
  private static void check(String query, List<String> scraped) {
    Set<String> groupings = new TreeSet<>();
    for (MatchResult found : GROUPING.matcher(query).results().toList()) {
      groupings.addAll(List.of(found.group(1).split(", ", -1)));
    }
    groupings.remove("instance"); // Prometheus adds it
    List<MatchResult> selectors = SELECTOR.matcher(query).results().toList();
    assertThat(selectors).as(query).isNotEmpty();
    for (MatchResult selector : selectors) {
      assertThat(scraped)
          .as(query)
          .anyMatch(
              sample ->
                  sample.matches(selector.group(1) + "[{ ].*") && has(sample, selector.group(2)))
          .filteredOn(sample -> sample.startsWith(selector.group(1) + "{"))
          .allSatisfy(
              sample -> groupings.forEach(label -> assertThat(sample).contains(label + "=\"")));
    }
  }

  private static boolean has(String sample, String matchers) {
    return matchers == null
        || MATCHER
            .matcher(matchers)
            .results()
            .allMatch(
                one ->
                    Pattern.compile(
                            "[{,]%s=\"(%s)\""
                                .formatted(one.group(1), one.group(3).replace("$table", ".*")))
                        .matcher(sample)
                        .find());
  }

  private void call() {
    MicrometerListener listener = MicrometerListener.of(registry);
    ManagedCall call = new ManagedCall("sharding", 1, Operation.QUERY, List.of("hits"));
    ReadWriteUnits units = new ReadWriteUnits(CapacityUnits.of(1), CapacityUnits.of(1));
    CallWork work = new CallWork(1, 1, 1, 1, 1, true, units);
    listener.subRequestEnded(
        new SubRequestEnd(
            new SubRequest(call, 1, Operation.QUERY, List.of("hits")),
            Outcome.SUCCEEDED,
            null,
            Duration.ofMillis(1),
            1,
            null));
    for (Outcome outcome : Outcome.values()) {
      listener.callEnded(new CallEnd(call, outcome, null, Duration.ofMillis(2), work));
    }
    AttributeValue key = AttributeValue.fromS("home");
    listener.hotKeyFound(
        new HotKey("sharding", "hits", key, HotKey.Action.AT_CEILING, 64, 64, 12, 0));
  }

  /** Nothing is sent. */
  private void cache() {
    ItemCache cache = ItemCache.ofBytes(1L << 20);
    CachingSpec spec =
        CachingSpec.builder("hits").partitionKey("id", ScalarAttributeType.S).pages().build();
    try (DynamoDbClient plain =
            DynamoDbClient.builder()
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .build();
        DynamoDbClient client =
            CachingDynamoDbClient.builder(plain).table(spec).cache(cache).build()) {
      assertThat(client.serviceName()).isEqualTo("dynamodb");
      new CacheMeters(cache).bindTo(registry);
    }
  }

  private void run() {
    Instant noon = Instant.parse("2026-03-10T12:00:00Z");
    Prebuilt prebuilt = new Prebuilt(List.of(), Instant.parse("2026-03-11T00:00:00Z"));
    MicrometerLifecycleListener.of(registry, () -> noon)
        .onReport(new LifecycleReport("clicks", noon, List.of(), List.of(), prebuilt, null));
  }
}
