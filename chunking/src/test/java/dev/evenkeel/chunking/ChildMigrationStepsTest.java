package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Interference between any two requests of a migration, and of concurrent writers. */
@Tag("rounds")
class ChildMigrationStepsTest extends MigrationSteps {
  /** A read before and after them. */
  private static final int STEPS = 5;

  /** One of each transaction, the first and the last. */
  private static final List<String> PICKED = List.of("tag000", "tag099", "tag249");

  private List<String> children(AttributeValue topic) {
    return names(run(ChildFlows.of(TAGS).reads().page(topic, ChildQuery.ALL)));
  }

  private static List<String> without(String element) {
    return ELEMENTS.stream().filter(each -> !each.equals(element)).toList();
  }

  private void assertMigrated(AttributeValue topic, List<String> expected) {
    assertThat(children(topic)).isEqualTo(expected);
    assertThat(tables.set(TOPICS, topic)).isNull();
    assertThat(tables.topic(TOPICS, topic)).containsOnlyKeys("Topic", "Views");
  }

  @Test
  void migrate_undisturbed_movesAllAndLeavesTheRestOfTheParent() {
    AttributeValue topic = newTopic();
    Stepping counting = Stepping.counting(calls);

    assertThat(run(migration(topic), counting)).isEqualTo(250);

    assertThat(counting.count()).isEqualTo(STEPS);
    assertMigrated(topic, ELEMENTS);
    assertThat(run(migration(topic))).isZero();
    assertThat(run(migration(s("no such topic")))).isZero();
    assertThat(tables.topic(TOPICS, s("no such topic"))).isEmpty();
  }

  private void crashes(IntFunction<Stepping> crashing) {
    for (int step = 0; step < STEPS; step += STEP) {
      AttributeValue topic = newTopic();
      Stepping stepping = crashing.apply(step);

      assertThatThrownBy(() -> run(migration(topic), stepping)).isInstanceOf(Stepping.Crash.class);

      assertThat(union(topic)).isEqualTo(ELEMENTS);
      assertThat(run(united().reads().count(topic))).isEqualTo(250);
      List<String> moved = children(topic);
      assertThat(run(migration(topic))).isEqualTo(250 - moved.size());
      assertMigrated(topic, ELEMENTS);
    }
  }

  @Test
  void migrate_processEndsBeforeAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingBefore(calls, step));
  }

  @Test
  void migrate_processEndsAfterAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingAfter(calls, step));
  }

  @Test
  void migrate_anotherRunsBetweenAnyTwoRequests_allIsMovedOnce() {
    for (int step = 0; step < STEPS; step += STEP) {
      AttributeValue topic = newTopic();
      long[] byTheOther = {0};
      Runnable other = () -> byTheOther[0] = run(migration(topic));

      long moved = run(migration(topic), Stepping.pausing(calls, step, other));

      assertThat(moved + byTheOther[0]).isEqualTo(250);
      assertMigrated(topic, ELEMENTS);
    }
  }

  /**
   * An old client's removal succeeds for an element that is still in the set, and has no effect
   * otherwise.
   */
  @Test
  void migrate_oldClientRemovesBetweenAnyTwoRequests_whatItFoundStaysGone() {
    int found = 0;
    int tries = 0;
    for (String element : PICKED) {
      for (int step = 0; step < STEPS; step += STEP) {
        AttributeValue topic = newTopic();
        boolean[] inSet = {false};
        Runnable remove =
            () -> {
              AttributeValue set = tables.set(TOPICS, topic);
              inSet[0] = set != null && set.ss().contains(element);
              tables.deleteFromSet(TOPICS, topic, AttributeValue.fromSs(List.of(element)));
            };

        Object unused = run(migration(topic), Stepping.pausing(calls, step, remove));

        assertMigrated(topic, inSet[0] ? without(element) : ELEMENTS);
        found += inSet[0] ? 1 : 0;
        tries++;
      }
    }
    assertThat(found).isBetween(PICKED.size(), tries - PICKED.size());
  }

  @Test
  void migrate_oldClientAddsBetweenAnyTwoRequests_itIsMovedByThisOrTheNext() {
    for (int step = 0; step < STEPS; step += STEP) {
      AttributeValue topic = newTopic();
      Runnable add =
          () -> tables.addToSet(TOPICS, topic, AttributeValue.fromSs(List.of("new", "tag000")));

      Object unused = run(migration(topic), Stepping.pausing(calls, step, add));

      List<String> expected = new ArrayList<>(ELEMENTS);
      expected.add(0, "new");
      assertMigrated(topic, expected);
    }
  }

  @Test
  void migrate_newClientRemovesBetweenAnyTwoRequests_itStaysGone() {
    for (String element : PICKED) {
      for (int step = 0; step < STEPS; step += STEP) {
        AttributeValue topic = newTopic();
        Runnable remove =
            () ->
                assertThat(run(united().writes().remove(topic, List.of(s(element)))))
                    .containsExactly(s(element));

        Object unused = run(migration(topic), Stepping.pausing(calls, step, remove));

        assertMigrated(topic, without(element));
      }
    }
  }

  /**
   * The union refuses to add an element of the set; a client that sees children only may add it, so
   * that it is in both places.
   */
  @Test
  void migrate_newClientsAddBetweenAnyTwoRequests_nothingIsDoubled() {
    for (int step = 0; step < STEPS; step += STEP) {
      AttributeValue topic = newTopic();
      Runnable add =
          () -> {
            assertThat(run(united().writes().add(topic, List.of(TAGS.child(s("tag240"))))))
                .isEmpty();
            Object unused =
                run(ChildFlows.of(TAGS).writes().add(topic, List.of(TAGS.child(s("tag245")))));
            assertThat(run(united().reads().count(topic))).isEqualTo(250);
          };

      long moved = run(migration(topic), Stepping.pausing(calls, step, add));

      assertThat(moved).isEqualTo(250);
      assertMigrated(topic, ELEMENTS);
    }
  }
}
