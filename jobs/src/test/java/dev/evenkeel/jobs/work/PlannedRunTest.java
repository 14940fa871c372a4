package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Calls;
import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.PlanReport;
import dev.evenkeel.jobs.report.RunReport;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.GetResourcePolicyResponse;
import software.amazon.awssdk.services.dynamodb.model.PolicyNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyRequest;
import software.amazon.awssdk.services.dynamodb.model.PutResourcePolicyResponse;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A run does what a plan of the same instant shows, neither less nor more, whether the plan was
 * saved or not: random lives on a control plane that takes its time.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class PlannedRunTest {
  private static final Instant START = Instant.parse("2026-03-10T12:07:00Z");
  private static final int STEPS = 12;

  /** Far from every moment at which something becomes due: plan and run are of one instant. */
  private static final List<LocalTime> TIMES =
      List.of(
          LocalTime.of(2, 37),
          LocalTime.of(8, 43),
          LocalTime.of(12, 11),
          LocalTime.of(16, 23),
          LocalTime.of(20, 21),
          LocalTime.of(23, 11));

  private static final String CONFIGURATION =
      """
      controlTable: control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-03-09
          prebuild: 2h
          template:
            partitionKey: {name: page}
            sortKey: {name: at}
            provisioned: {readUnits: 20, writeUnits: 100}
            globalIndexes:
              - {indexName: by-user, partitionKey: {name: user}, provisioned: {readUnits: 5, writeUnits: 50}}
            deletionProtection: true
          tiers:
            - {age: 0s, provisioned: {readUnits: 5, writeUnits: 1}}
            - {age: 1d, provisioned: {readUnits: 2, writeUnits: 1}, tableClass: STANDARD_INFREQUENT_ACCESS}
          retention: {age: 2d}
          archive: {bucket: {bucket: %s, prefix: old}, segments: 2, readUnitsPerSecond: 50}
        - tableName: visits
          time: {attribute: at}
          period: day
          since: 2026-03-09
          lateness: 30h
          template: {partitionKey: {name: user}, sortKey: {name: at}}
          retention: {age: 1d, withoutArchive: true}
      lifecycle: {deletes: 2, budget: 40m, clockJumpMax: 30d}
      """;

  private final ObjectMapper mapper = new ObjectMapper();
  private final Calls calls = new Calls();
  private final Set<String> kinds = new TreeSet<>();

  /** The tables with targets of Application Auto Scaling. */
  private final Set<String> scaled = new HashSet<>();

  private ControlPlaneSimulator aws;
  private DynamoDbClient client;

  /** Refuses what the policy does not grant. */
  private DynamoDbClient granted() {
    return new DelegatingDynamoDbClient(client) {
      @Override
      protected <T extends DynamoDbRequest, R> R invokeOperation(
          T request, Function<T, R> operation) {
        calls.asked(request);
        return operation.apply(request);
      }
    };
  }

  /** Each look at the clock takes ten seconds; what waits looks again. */
  private SeriesJob job(
      Configuration configuration, S3Client s3, boolean deleting, boolean reconciling) {
    RehearsalClock clock =
        new RehearsalClock(
            aws.now(),
            RehearsalClock.SPEED_MAX,
            () -> {
              aws.advance(Duration.ofSeconds(10));
              return Duration.between(START, aws.now()).toNanos() / RehearsalClock.SPEED_MAX;
            });
    return new SeriesJob(configuration, configuration.lifecycle(), granted(), s3, clock, deleting)
        .reconciling(reconciling)
        .scaledBy(tables -> CompletableFuture.completedFuture(Set.copyOf(scaled)));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {1, 9})
  void apply_atAnyTimeOfAnyLife_doesWhatPlanShows(long seed, LocalDynamoDb server, LocalS3 objects)
      throws IOException {
    LocalDynamoDb own = server.isolated();
    aws = ControlPlaneSimulator.seeded(seed).startingAt(START).over(own.client()).build();
    client = new WithPolicies(aws.client());
    S3Client s3 =
        objects
            .clientBuilder()
            .overrideConfiguration(all -> all.addExecutionInterceptor(calls))
            .build();
    Configuration configuration =
        ConfigurationReader.parse("c.yaml", CONFIGURATION.formatted(objects.newBucket()));
    calls.under(configuration);
    Random random = new Random(seed);
    job(configuration, s3, false, false).prepare();
    for (int step = 0; step < STEPS; step++) {
      disturb(random);
      advance(1 + random.nextInt(8));
      if (random.nextBoolean()) {
        unprotect("clicks_" + LocalDate.ofInstant(aws.now(), ZoneOffset.UTC));
      }
      boolean deleting = random.nextInt(3) > 0;
      boolean saving = random.nextBoolean();
      boolean reconciling = random.nextBoolean();
      PlanReport plan = job(configuration, s3, deleting, reconciling).plan();
      SeriesJob job = job(configuration, s3, deleting, reconciling);
      RunReport run =
          saving ? job.apply("plan", mapper.readTree(Json.text(plan.json()))) : job.run();
      for (int i = 0; i < plan.plans().size(); i++) {
        does(run.reports().get(i), plan.plans().get(i));
      }
    }
    assertThat(calls.refused()).isEmpty();
    assertThat(kinds).contains("Build", "Resize", "Mend", "Retire", "Archive", "Delete", "Forget");
  }

  private void does(LifecycleReport report, LifecyclePlan plan) {
    plan.actions().forEach(action -> kinds.add(action.getClass().getSimpleName()));
    assertThat(report.failure()).isNull();
    assertThat(report.outcomes())
        .as("%s\nand %s", plan, report)
        .extracting(Outcome::action)
        .containsExactlyElementsOf(plan.actions());
  }

  /** Advances to one of the next times of the day, beyond the next few minutes. */
  private void advance(int times) {
    LocalDateTime now = LocalDateTime.ofInstant(aws.now(), ZoneOffset.UTC);
    List<LocalDateTime> next =
        IntStream.range(0, 4)
            .mapToObj(day -> now.toLocalDate().plusDays(day))
            .flatMap(day -> TIMES.stream().map(day::atTime))
            .filter(time -> time.isAfter(now.plusHours(2)))
            .toList();
    aws.advance(Duration.between(now, next.get(times - 1)));
  }

  /** Takes the protection off a table that serves, minutes ago. */
  private void unprotect(String name) {
    if (client.listTables().tableNames().contains(name)
        && client.describeTable(r -> r.tableName(name)).table().deletionProtectionEnabled()) {
      client.updateTable(r -> r.tableName(name).deletionProtectionEnabled(false));
      aws.advance(Duration.ofMinutes(5));
    }
  }

  /** Interferes: raises a table, adds or removes its scaling, or deletes one. */
  private void disturb(Random random) {
    List<String> days =
        client.listTables().tableNames().stream().filter(name -> name.contains("_")).toList();
    if (days.isEmpty() || random.nextInt(3) > 0) {
      return;
    }
    String name = days.get(random.nextInt(days.size()));
    boolean isSettled =
        client.describeTable(r -> r.tableName(name)).table().tableStatusAsString().equals("ACTIVE");
    if (random.nextInt(4) == 0 && !scaled.remove(name)) {
      scaled.add(name);
    } else if (isSettled && name.startsWith("clicks")) {
      client.updateTable(
          r ->
              r.tableName(name)
                  .provisionedThroughput(u -> u.readCapacityUnits(77L).writeCapacityUnits(177L)));
    } else if (isSettled) {
      client.deleteTable(r -> r.tableName(name));
    }
  }

  /** The simulator knows no resource policies. */
  private static final class WithPolicies extends DelegatingDynamoDbClient {
    private final Map<String, String> policies = new ConcurrentHashMap<>();

    WithPolicies(DynamoDbClient aws) {
      super(aws);
    }

    @Override
    public GetResourcePolicyResponse getResourcePolicy(GetResourcePolicyRequest request) {
      String policy = policies.get(request.resourceArn());
      if (policy == null) {
        throw PolicyNotFoundException.builder().message("none").build();
      }
      return GetResourcePolicyResponse.builder().policy(policy).build();
    }

    @Override
    public PutResourcePolicyResponse putResourcePolicy(PutResourcePolicyRequest request) {
      policies.put(request.resourceArn(), request.policy());
      return PutResourcePolicyResponse.builder().build();
    }

    @Override
    public DeleteResourcePolicyResponse deleteResourcePolicy(DeleteResourcePolicyRequest request) {
      policies.remove(request.resourceArn());
      return DeleteResourcePolicyResponse.builder().build();
    }
  }
}
