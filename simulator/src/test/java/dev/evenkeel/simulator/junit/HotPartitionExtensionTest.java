package dev.evenkeel.simulator.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.evenkeel.simulator.SimulatedPartitions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Runs test classes that register the extension, and looks at how their tests end. */
class HotPartitionExtensionTest {
  /** The failures of a class's tests by their names; those that passed are left out. */
  private static Map<String, String> failures(Class<?> tests) {
    return failures(selectClass(tests));
  }

  private static Map<String, String> failures(DiscoverySelector tests) {
    Events events =
        EngineTestKit.engine("junit-jupiter")
            .selectors(tests)
            .configurationParameter(HotPartitionSamples.SAMPLE, "true")
            .execute()
            .testEvents();
    Map<String, String> failures = new TreeMap<>();
    events.finished().stream()
        .forEach(
            event ->
                event
                    .getRequiredPayload(TestExecutionResult.class)
                    .getThrowable()
                    .ifPresent(
                        thrown ->
                            failures.put(
                                event.getTestDescriptor().getDisplayName().replaceAll("\\(.*", ""),
                                text(thrown))));
    assertThat(events.finished().count()).isPositive();
    return failures;
  }

  private static String text(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    for (Throwable suppressed : thrown.getSuppressed()) {
      text.append(" & ").append(suppressed);
    }
    return text.toString();
  }

  @Test
  void tests_thatAreHot_failAndOthersPass() {
    Map<String, String> failures = failures(HotPartitionSamples.Strict.class);

    assertThat(failures).containsOnlyKeys("hot", "hotAndFailing");
    assertThat(failures.get("hot").lines())
        .containsExactly(
            "java.lang.AssertionError: A partition is hot.",
            "",
            failures.get("hot").lines().skip(2).findFirst().orElseThrow(),
            "    1,000 (3.0 times as much as that). Throttled: 20"
                + " (TableWriteKeyRangeThroughputExceeded).",
            "  Hottest key: '2014-07-09' 3,000 units (100 %)",
            "  What to do: shard the partition key. 3,000 / 1,000 = 3 shards at the least; 4 with the"
                + " head-room",
            "      of ShardCountPlanner for writes of up to 1 KB.");
    assertThat(failures.get("hot"))
        .containsPattern(
            "Table orders, partition \\d+, second 0: 3,000 write units were asked for, and a"
                + " partition carries");
    assertThat(failures.get("hotAndFailing"))
        .startsWith("java.lang.IllegalStateException: its own")
        .contains(" & java.lang.AssertionError: A partition is hot.");
  }

  @Test
  void tests_ofAClassThatExpectsIt_pass() {
    assertThat(failures(HotPartitionSamples.Expecting.class)).isEmpty();
  }

  /** An expectation that cannot fail shows nothing. */
  @Test
  void tests_thatStayCoolAndExpectHeat_fail() {
    Map<String, String> failures = failures(HotPartitionSamples.Cooler.class);

    assertThat(failures)
        .containsOnlyKeys(
            "cool", "untouched", "hotElsewhere", "coolAndFailing", "hotOtherThanAllowed");
    assertThat(failures.get("cool"))
        .containsIgnoringWhitespaces(
            "No partition went hot of orders, where @ExpectHotPartitions says that one does.",
            "Hot is one with throttles of KeyRangeThroughputExceeded. The hottest: Table orders,",
            "600 write units were asked for, and a partition carries 1,000 (0.6 times",
            "@AllowHotPartitions");
    assertThat(failures.get("untouched"))
        .containsIgnoringWhitespaces(
            "No partition went hot of any table or index", "Nothing was asked of any");
    assertThat(failures.get("hotElsewhere")).contains("No partition went hot of by-day, where");
    assertThat(failures.get("coolAndFailing")).endsWith("IllegalStateException: its own");
    assertThat(failures.get("hotOtherThanAllowed")).contains("A partition is hot.");
  }

  @Test
  void heat_withoutAdaptiveCapacity_isAPartOfThePartitionsOwn() {
    assertThat(failures(HotPartitionSamples.Divided.class).get("twoHundred"))
        .containsIgnoringWhitespaces(
            "200 write units were asked for, and of what is provisioned the partition has 125 (1.6"
                + " times as much as that). Throttled: 1 (",
            "200 / (50 % of 125) = 4 shards at the least, on as many partitions.");
  }

  @Test
  void heat_aboveTheShare_failsWithoutAThrottle() {
    Map<String, String> failures = failures(HotPartitionSamples.HalfFull.class);

    assertThat(failures).containsOnlyKeys("sixTenths", "oneItem", "manyKeys", "reads");
    assertThat(failures.get("sixTenths"))
        .containsIgnoringWhitespaces(
            "600 write units",
            "Nothing was throttled yet",
            "600 / (50 % of 1,000) = 2 shards at the least.");
    assertThat(failures.get("oneItem"))
        .containsIgnoringWhitespaces("one item, which shards do not divide");
    assertThat(failures.get("manyKeys"))
        .containsIgnoringWhitespaces("Hottest of ", "no key asks for too much by itself");
    assertThat(failures.get("reads")).contains("read units", "carries 3,000", "cache");
  }

  @ExtendWith(HotPartitionSamples.OnlyAsSample.class)
  static final class AtOnce {
    @RegisterExtension
    static final HotPartitionExtension HOT =
        HotPartitionExtension.over(SimulatedPartitions.builder().build()).build();

    @Test
    void outer() {
      assertThat(failures(selectMethod(AtOnce.class, "inner"))).isEmpty();
    }

    @Test
    void inner() {}
  }

  @Test
  void tests_thatShareItAndRunAtOnce_fail() {
    assertThat(failures(AtOnce.class)).containsOnlyKeys("outer");
    assertThat(failures(AtOnce.class).get("outer")).contains("cannot begin while", "SAME_THREAD");
  }

  @Test
  void throttles_ofNoLimitThatIsNamed_pass() {
    assertThat(failures(HotPartitionSamples.Lenient.class)).isEmpty();
  }
}
