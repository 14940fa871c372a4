package dev.evenkeel.simulator.junit;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Fails a test in which a partition goes hot, and says which one, in which second, for which keys,
 * and what to do. Register it in a field:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final HotPartitionExtension HOT =
 *     HotPartitionExtension.over(
 *         SimulatedPartitions.builder().table(orders).clock(clock).loadFactor(100).build())
 *       .build();
 *
 * DynamoDbClient client = HOT.wrap(local);
 * }</pre>
 *
 * <ul>
 *   <li>A test fails if a request was throttled by the limit of a partition, whether or not the
 *       test, a retry or a decorator swallowed the exception. {@link Builder#failOnThrottle} and
 *       {@link Builder#failAboveHeat} say what else, or what instead.
 *   <li>The partitions are reset before each test, and before its {@code @BeforeEach} methods;
 *       wrapped clients stay valid. Load initial data through the unwrapped client, or it counts.
 *   <li>{@link AllowHotPartitions} at a test or class, or {@link Builder#allowHot}, names tables
 *       and indexes that may be hot; {@link ExpectHotPartitions} those that have to be, so that a
 *       test fails in which they stay cool.
 *   <li>If the test fails for another reason, the report is added as a suppressed failure.
 * </ul>
 *
 * <p>In a static field it is shared by the tests of the class, which then must not run at the same
 * time: one that begins while another is under way fails. In an instance field each test has its
 * own.
 */
@SuppressWarnings("exports") // the library is optional, so no module is made to read it
public final class HotPartitionExtension implements BeforeEachCallback, AfterEachCallback {
  private final SimulatedPartitions partitions;
  private final Set<LimitType> limits;
  private final double heatMax;
  private final Set<String> allowed;
  private @Nullable String running;

  private HotPartitionExtension(Builder builder) {
    this.partitions = builder.partitions;
    this.limits = EnumSet.copyOf(builder.limits);
    this.heatMax = builder.heatMax;
    this.allowed = Set.copyOf(builder.allowed);
  }

  /** Starts an extension that watches these partitions. */
  public static Builder over(SimulatedPartitions partitions) {
    return new Builder(partitions);
  }

  /** The watched partitions. */
  public SimulatedPartitions partitions() {
    return partitions;
  }

  /** See {@link SimulatedPartitions#wrap(DynamoDbClient)}. */
  public DynamoDbClient wrap(DynamoDbClient client) {
    return partitions.wrap(client);
  }

  /** See {@link SimulatedPartitions#wrap(DynamoDbAsyncClient)}. */
  public DynamoDbAsyncClient wrap(DynamoDbAsyncClient client) {
    return partitions.wrap(client);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    begin(context.getUniqueId());
    partitions.reset();
  }

  private synchronized void begin(String test) {
    if (running != null && !running.equals(test)) {
      throw new IllegalStateException(
          "%s cannot begin while %s is under way: the partitions begin anew for each, and what the other met would be lost. Let these tests run in one thread (@Execution(SAME_THREAD)), or register the extension in an instance field."
              .formatted(test, running));
    }
    running = test;
  }

  private synchronized boolean end(String test) {
    boolean isRunning = test.equals(running);
    running = isRunning ? null : running;
    return isRunning;
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!end(context.getUniqueId())) {
      return; // it was not let begin
    }
    List<PartitionLoad> hot = hot();
    Expectations expectations = Expectations.of(context, allowed);
    List<PartitionLoad> refused = hot.stream().filter(load -> !expectations.cover(load)).toList();
    if (!refused.isEmpty()) {
      throw new AssertionError(HotPartitionReport.of(refused, Math.min(1, heatMax)));
    }
    List<String> missed = expectations.missed(hot);
    if (!missed.isEmpty() && context.getExecutionException().isEmpty()) {
      throw new AssertionError(
          HotPartitionReport.missed(missed, partitions.hottest(), limits, heatMax));
    }
  }

  /** The hot partitions, with one load for each: that of its throttles rather than of its heat. */
  private List<PartitionLoad> hot() {
    Map<List<Object>, PartitionLoad> hot = new LinkedHashMap<>();
    Stream.concat(
            partitions.throttled().stream().filter(this::isThrottled),
            partitions.hottest().stream().filter(load -> load.heat() > heatMax))
        .forEach(load -> hot.putIfAbsent(place(load), load));
    return List.copyOf(hot.values());
  }

  private static List<Object> place(PartitionLoad load) {
    return List.of(load.table(), load.resource(), load.partition(), load.operation());
  }

  private boolean isThrottled(PartitionLoad load) {
    ThrottleReason reason = load.reason();
    return reason != null && limits.contains(reason.limit());
  }

  /** Collects what a test fails for. */
  public static final class Builder {
    private final SimulatedPartitions partitions;
    private EnumSet<LimitType> limits = EnumSet.of(LimitType.KEY_RANGE_THROUGHPUT);
    private double heatMax = Double.POSITIVE_INFINITY;
    private final Set<String> allowed = new HashSet<>();

    private Builder(SimulatedPartitions partitions) {
      this.partitions = requireNonNull(partitions, "partitions");
    }

    /**
     * The limits for which a throttle fails a test; {@link LimitType#KEY_RANGE_THROUGHPUT}, that of
     * a partition, by default. Without any, throttles do not fail it.
     */
    public Builder failOnThrottle(LimitType... ofLimits) {
      limits = EnumSet.noneOf(LimitType.class);
      limits.addAll(List.of(ofLimits));
      return this;
    }

    /**
     * Fails a test in which more than this part of what any partition has ({@link
     * PartitionLoad#limitUnits}) was asked of one in a second, throttled or not; never by default.
     * Burst capacity lets a partition serve more than it carries for long, so 1 is stricter than to
     * wait for throttles.
     *
     * @param share more than 0, such as 0.8
     * @throws IllegalArgumentException if it is not
     */
    public Builder failAboveHeat(double share) {
      if (!(share > 0)) {
        throw new IllegalArgumentException("share must be more than 0 but was " + share);
      }
      this.heatMax = share;
      return this;
    }

    /** Tables and indexes that may be hot in every test, and need not. */
    public Builder allowHot(String... names) {
      allowed.addAll(List.of(names));
      return this;
    }

    public HotPartitionExtension build() {
      return new HotPartitionExtension(this);
    }
  }

  /**
   * The partitions that a test allows or expects to be hot, by the annotations at it, its class,
   * and the classes around that.
   *
   * @param allowed the names of each annotation that allows it; all if there are none
   * @param expected the names of each that expects it; any if there are none
   */
  record Expectations(List<Set<String>> allowed, List<Set<String>> expected) {

    /**
     * @param always the names that may be hot in every test
     */
    static Expectations of(ExtensionContext test, Set<String> always) {
      List<Set<String>> allowed = names(test, AllowHotPartitions.class, AllowHotPartitions::value);
      if (!always.isEmpty()) {
        allowed.add(always);
      }
      return new Expectations(
          allowed, names(test, ExpectHotPartitions.class, ExpectHotPartitions::value));
    }

    private static <A extends Annotation> List<Set<String>> names(
        ExtensionContext test, Class<A> type, Function<A, String[]> names) {
      List<Set<String>> all = new ArrayList<>();
      for (ExtensionContext context = test;
          context != null;
          context = context.getParent().orElse(null)) {
        AnnotationSupport.findAnnotation(context.getElement(), type)
            .ifPresent(declared -> all.add(Set.copyOf(List.of(names.apply(declared)))));
      }
      return all;
    }

    /** Whether a test may pass with it. */
    boolean cover(PartitionLoad load) {
      return cover(allowed, load) || cover(expected, load);
    }

    private static boolean cover(List<Set<String>> declared, PartitionLoad load) {
      return declared.stream()
          .anyMatch(names -> names.isEmpty() || names.contains(load.resource()));
    }

    /** The partitions that should be hot and are not, in words; empty if there are none. */
    List<String> missed(List<PartitionLoad> hot) {
      List<String> missed = new ArrayList<>();
      for (Set<String> names : expected) {
        if (names.isEmpty() && hot.isEmpty()) {
          missed.add("any table or index");
        }
        names.stream()
            .sorted()
            .filter(name -> hot.stream().noneMatch(load -> load.resource().equals(name)))
            .forEach(missed::add);
      }
      return missed;
    }
  }
}
