package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Interference between any two requests of a migration, and of concurrent readers and writers. */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChildMigrationStepsTest {
  private static final String TOPICS = "Topics";
  private static final ChildCollectionSpec TAGS =
      ChildTables.tags("TopicTags", TOPICS, ScalarAttributeType.S);

  /** Three transactions: 99, 99 and 52. */
  private static final List<String> ELEMENTS =
      IntStream.range(0, 250).mapToObj("tag%03d"::formatted).toList();

  /** A read before and after them. */
  private static final int STEPS = 5;

  private static final int STEP = Rounds.step(4, 1);

  /** One of each transaction, the first and the last. */
  private static final List<String> PICKED = List.of("tag000", "tag099", "tag249");

  private final ChildTables tables;
  private final Sender<Object> calls;
  private final SyncRunner driver = SyncRunner.create();
  private int topics;

  ChildMigrationStepsTest(DynamoDbClient client, DynamoDbAsyncClient async) {
    this.tables = new ChildTables(client, async);
    this.calls = Sender.sync(client, Sender.nothingElse());
  }

  @BeforeAll
  void createTables() {
    tables.create(TOPICS, ChildTables.TOPIC_KEY);
    tables.create(TAGS);
  }

  private AttributeValue newTopic() {
    AttributeValue topic = s("topic" + topics++);
    tables.putTopic(TOPICS, topic, AttributeValue.fromSs(ELEMENTS));
    return topic;
  }

  private <T> T run(Flow<T> flow) {
    return run(flow, calls);
  }

  private <T> T run(Flow<T> flow, Sender<Object> stepping) {
    return driver.run(flow, stepping, Deadline.NONE);
  }

  private static Flow<Long> migration(AttributeValue topic) {
    return ChildFlows.of(TAGS).migration().migrate(topic);
  }

  private static ChildFlows united() {
    return ChildFlows.withParentSet(TAGS);
  }

  private List<String> union(AttributeValue topic) {
    return names(run(united().reads().page(topic, ChildQuery.ALL)));
  }

  private List<String> children(AttributeValue topic) {
    return names(run(ChildFlows.of(TAGS).reads().page(topic, ChildQuery.ALL)));
  }

  private static List<String> names(ChildPage page) {
    assertThat(page.lastEvaluatedKey()).isNull();
    return page.children().stream().map(child -> child.element().s()).toList();
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

  /**
   * Reads, adds and removes of the union, with a whole migration between any two of their requests.
   */
  @Test
  void united_migrationRunsBetweenAnyTwoRequests_isExactAllTheSame() {
    ChildQuery ten = ChildQuery.ALL.descending().from(s("tag100")).limit(10);
    List<String> lastTen =
        IntStream.range(0, 10).mapToObj(i -> "tag%03d".formatted(249 - i)).toList();
    interrupted(topic -> united().reads().count(topic), 250L);
    List<AttributeValue> allAndOne = new ArrayList<>(all());
    allAndOne.add(s("not there"));
    interrupted(topic -> united().reads().containing(topic, allAndOne), all());
    interrupted(
        topic -> united().reads().page(topic, ChildQuery.ALL).map(ChildMigrationStepsTest::names),
        ELEMENTS);
    interrupted(
        topic ->
            united()
                .reads()
                .page(topic, ten)
                .map(page -> page.children().stream().map(child -> child.element().s()).toList()),
        lastTen);
    interrupted(
        topic ->
            united().writes().add(topic, List.of(TAGS.child(s("tag000")), TAGS.child(s("zzz")))),
        List.of(TAGS.child(s("zzz"))));
    interrupted(topic -> united().writes().remove(topic, all()), all());
    interrupted(
        topic -> united().writes().clear(topic).then(n -> united().reads().count(topic)), 0L);
  }

  private static List<AttributeValue> all() {
    return ELEMENTS.stream().map(ChildTables::s).toList();
  }

  private void interrupted(Function<AttributeValue, Flow<?>> asked, Object expected) {
    Stepping counting = Stepping.counting(calls);
    assertThat((Object) run(asked.apply(newTopic()), counting)).isEqualTo(expected);
    int steps = Math.min(counting.count(), 8);
    assertThat(steps).isGreaterThan(1);
    for (int step = 0; step < steps; step += STEP) {
      AttributeValue topic = newTopic();
      Stepping migrating = Stepping.pausing(calls, step, () -> run(migration(topic)));

      assertThat((Object) run(asked.apply(topic), migrating))
          .as("step " + step)
          .isEqualTo(expected);
    }
  }

  @Test
  void clear_processEndsAfterAnyRequest_theNextRemovesTheRest() {
    AttributeValue first = newTopic();
    Object unused = run(migration(first));
    Stepping counting = Stepping.counting(calls);
    assertThat(run(united().writes().clear(first), counting)).isEqualTo(250);
    assertThat(counting.count()).isGreaterThan(10);
    for (int step = 0; step < counting.count(); step += STEP) {
      AttributeValue topic = newTopic();
      Object moved = run(migration(topic));
      tables.addToSet(TOPICS, topic, AttributeValue.fromSs(List.of("tag000", "more")));
      Stepping crashing = Stepping.crashingAfter(calls, step);

      assertThatThrownBy(() -> run(united().writes().clear(topic), crashing))
          .isInstanceOf(Stepping.Crash.class);

      assertThat(moved).isEqualTo(250L);
      Object rest = run(united().writes().clear(topic));
      assertThat(rest).isNotNull();
      assertThat(union(topic)).isEmpty();
      assertThat(tables.topic(TOPICS, topic)).containsOnlyKeys("Topic", "Views");
    }
  }
}
