package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A migration, or the end of a process, between any two requests of the union of set and children.
 */
@Tag("rounds")
class UnionStepsTest extends MigrationSteps {
  /**
   * Reads, adds and removes of the union, with a whole migration between any two of their requests.
   */
  @Tag("deep")
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
        topic -> united().reads().page(topic, ChildQuery.ALL).map(MigrationSteps::names), ELEMENTS);
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

  @Tag("deep")
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
