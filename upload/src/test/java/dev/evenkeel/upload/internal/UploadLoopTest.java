package dev.evenkeel.upload.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadFailedException;
import dev.evenkeel.upload.spec.UploadFailedException.Reason;
import dev.evenkeel.upload.spec.UploadReport;
import dev.evenkeel.upload.spec.UploadSource.SourceRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The upload as a script, in virtual time. */
class UploadLoopTest {

  /** Sorted by partition key, with later versions of items, unreadable and refused records. */
  private static List<SourceRecord> records(Gen gen, boolean withBad) {
    List<SourceRecord> records = new ArrayList<>();
    int partitions = gen.between(1, 6);
    for (int partition = 0; partition < partitions; partition++) {
      int count = gen.between(1, 40);
      for (int i = 0; i < count; i++) {
        records.add(record(gen, records.size(), partition, withBad));
      }
    }
    return records;
  }

  private static SourceRecord record(Gen gen, int position, int partition, boolean withBad) {
    if (withBad && gen.chance(0.03)) {
      return SourceRecord.unreadable("it is torn", null, position + 1L);
    }
    String value = (withBad && gen.chance(0.03) ? "refuse" : "v") + position;
    String sort = gen.between(0, 30) + gen.oneOf(List.of("", ".0", "E0"));
    return SourceRecord.of(UploadFixture.item("p" + partition, sort, value), position + 1L);
  }

  private static Map<ItemKey, String> lastVersions(UploadFixture fixture) {
    Map<ItemKey, String> expected = new HashMap<>();
    fixture.source.stream()
        .filter(entry -> entry.item() != null && entry.item().get("v").s().startsWith("v"))
        .forEach(e -> expected.put(fixture.validator.keyOf(e.item()), e.item().get("v").s()));
    return expected;
  }

  private static Set<Long> bad(UploadFixture fixture) {
    Set<Long> bad = new HashSet<>();
    for (int i = 0; i < fixture.source.size(); i++) {
      SourceRecord entry = fixture.source.get(i);
      if (entry.item() == null || entry.item().get("v").s().startsWith("refuse")) {
        bad.add((long) i);
      }
    }
    return bad;
  }

  private static UploadFixture fixture(Gen gen, boolean withBad) {
    UploadFixture fixture =
        new UploadFixture(records(gen, withBad), new SplittableRandom(gen.between(0, 1 << 30)));
    fixture.throttled = gen.oneOf(List.of(0.0, 0.2));
    fixture.unprocessed = gen.oneOf(List.of(0.0, 0.3));
    return fixture;
  }

  @Test
  void upload_anySourceAndFaults_storesTheLastVersionOfEachItem() {
    Property.check(
        150,
        gen -> {
          UploadFixture fixture = fixture(gen, true);
          UploadReport report =
              fixture.run(
                  UploadFixture.settings(gen.between(1, 60), Long.MAX_VALUE), Integer.MAX_VALUE);

          assertThat(report.complete()).isTrue();
          assertThat(fixture.table).isEqualTo(lastVersions(fixture));
          assertThat(fixture.rejected).isEqualTo(bad(fixture));
          assertThat(report.checkpoint()).isEqualTo(fixture.saved);
          assertThat(report.progress().itemsStored() + report.progress().itemsRejected())
              .isEqualTo(fixture.source.size());
        });
  }

  /** Killed at each step of a run, and once more while it resumes. */
  @Tag("deep")
  @Test
  void upload_killedAtEachStep_losesNothing() {
    Property.check(
        5,
        gen -> {
          List<SourceRecord> records = records(gen, true);
          int seed = gen.between(0, 1 << 30);
          int window = gen.between(1, 60);
          UploadSettings settings = UploadFixture.settings(window, Long.MAX_VALUE);
          int steps = faulty(records, seed, settings, Integer.MAX_VALUE).steps;
          for (int killAt = 0; killAt <= steps; killAt++) {
            UploadFixture fixture = faulty(records, seed, settings, killAt);
            fixture.run(settings, fixture.random.nextInt(steps + 1));
            UploadReport report = fixture.run(settings, Integer.MAX_VALUE);

            assertThat(fixture.table)
                .as("killed at step %d", killAt)
                .isEqualTo(lastVersions(fixture));
            assertThat(fixture.rejected).isEqualTo(bad(fixture));
            assertThat(report.checkpoint().settledBelow()).isEqualTo(fixture.source.size());
            assertThat(report.complete()).isTrue();
          }
        });
  }

  private static UploadFixture faulty(
      List<SourceRecord> records, int seed, UploadSettings settings, int killAt) {
    UploadFixture fixture = new UploadFixture(records, new SplittableRandom(seed));
    fixture.throttled = 0.1;
    fixture.unprocessed = 0.1;
    fixture.run(settings, killAt);
    return fixture;
  }

  /**
   * All records that a checkpoint calls settled are in the table, in that version or a later one.
   */
  @Test
  void checkpoint_atAnyKill_namesOnlyWhatIsStored() {
    Property.check(
        150,
        gen -> {
          UploadFixture fixture = fixture(gen, false);
          fixture.run(UploadFixture.settings(gen.between(1, 60), 0), gen.between(0, 300));
          SettledPositions settled = new SettledPositions(fixture.saved);
          for (int i = 0; i < fixture.source.size(); i++) {
            if (settled.contains(i)) {
              String stored =
                  fixture.table.get(fixture.validator.keyOf(fixture.source.get(i).item()));
              assertThat(stored).isNotNull();
              assertThat(Integer.parseInt(stored.substring(1))).isGreaterThanOrEqualTo(i);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void upload_rejectionNotAllowed_storesAllBeforeItAndNothingAfter(boolean seenHere) {
    List<SourceRecord> records = sorted(10, 30);
    records.set(
        137,
        seenHere
            ? SourceRecord.unreadable("it is torn", null, 138)
            : SourceRecord.of(UploadFixture.item("p4", "17", "refuse137"), 138));
    UploadFixture fixture = new UploadFixture(records, new SplittableRandom(1));

    assertThatThrownBy(() -> fixture.run(UploadFixture.settings(50, 0), Integer.MAX_VALUE))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.REJECTED);
              assertThat(failure).hasMessageContaining("item 137 (line 138): ");
              assertThat(failure.report().checkpoint()).isEqualTo(fixture.saved);
              assertThat(failure.report().checkpoint().settledBelow()).isEqualTo(137);
            });
    assertThat(fixture.table.values()).contains("v136").doesNotContain("v299");
    assertThat(fixture.table.containsValue("v138")).isEqualTo(!seenHere);

    UploadReport resumed = fixture.run(UploadFixture.settings(50, 1), Integer.MAX_VALUE);
    assertThat(resumed.complete()).isTrue();
    assertThat(fixture.table).isEqualTo(lastVersions(fixture));
    assertThat(fixture.rejected).containsExactly(137L);
  }

  private static List<SourceRecord> sorted(int partitions, int itemsEach) {
    return IntStream.range(0, partitions * itemsEach)
        .mapToObj(
            i ->
                SourceRecord.of(
                    UploadFixture.item("p" + i / itemsEach, "" + i % itemsEach, "v" + i), i + 1L))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  @Test
  void batches_ofASortedSource_holdAsManyPartitionKeysAsTheWindow() {
    UploadFixture fixture = new UploadFixture(sorted(40, 100), new SplittableRandom(1));
    UploadReport report = fixture.run(UploadFixture.settings(2_000, 0), Integer.MAX_VALUE);

    assertThat(report.progress().partitionKeysPerBatch()).isGreaterThan(10);
    assertThat(report.progress().batches()).isEqualTo(160);
    assertThat(fixture.batches.subList(0, 20)).allMatch(batch -> partitions(batch).size() >= 10);
  }

  private static Set<Long> partitions(List<Long> positions) {
    return positions.stream().map(position -> position / 100).collect(Collectors.toSet());
  }

  @Test
  void batches_ofOnePartitionKey_areFull() {
    UploadFixture fixture = new UploadFixture(sorted(1, 500), new SplittableRandom(1));
    UploadReport report = fixture.run(UploadFixture.settings(100, 0), Integer.MAX_VALUE);

    assertThat(report.progress().batches()).isEqualTo(20);
    assertThat(report.progress().partitionKeysPerBatch()).isEqualTo(1);
  }

  @Test
  void upload_itemNeverStored_givesUpAfterTheAttempts() {
    UploadFixture fixture = new UploadFixture(sorted(3, 5), new SplittableRandom(1));
    fixture.throttled = 1;
    UploadSettings settings =
        new UploadSettings(UploadFixture.TABLE, 2, 100, 1 << 20, 7, 0, null, false, 1_000L);

    assertThatThrownBy(() -> fixture.run(settings, Integer.MAX_VALUE))
        .isInstanceOfSatisfying(
            UploadFailedException.class,
            failure -> {
              assertThat(failure.reason()).isEqualTo(Reason.ATTEMPTS);
              assertThat(failure.report().progress().itemsStored()).isZero();
              assertThat(failure.report().checkpoint().settledBelow()).isZero();
            });
  }

  @Test
  void upload_withAPace_spendsNoMoreInVirtualTime() {
    UploadFixture fixture = new UploadFixture(sorted(20, 100), new SplittableRandom(1));
    UploadSettings settings =
        new UploadSettings(UploadFixture.TABLE, 4, 500, 1 << 24, 10, 0, 50.0, false, null);
    UploadReport report = fixture.run(settings, Integer.MAX_VALUE);

    assertThat(report.progress().units()).isEqualTo(2_000);
    double seconds = report.progress().elapsed().toMillis() / 1e3;
    assertThat(2_000 / seconds).isBetween(45.0, 52.0);
  }

  @Test
  void upload_stopped_keepsWhatIsUnderWayAndSaves() {
    UploadFixture fixture = new UploadFixture(sorted(10, 100), new SplittableRandom(1));
    UploadLoop loop =
        new UploadLoop(
            UploadFixture.settings(100, 0),
            fixture.validator,
            UploadCheckpoint.start("table", "s"),
            0);
    StopScript.Result result = StopScript.stopAtFirstBatch(fixture, loop);

    assertThat(result.report().complete()).isFalse();
    assertThat(result.report().progress().itemsStored()).isEqualTo(result.itemsSent());
    assertThat(result.saved()).isEqualTo(result.report().checkpoint());
    assertThat(result.asksAfterTheStop()).hasSize(1);
  }
}
