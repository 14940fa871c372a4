package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.ChildTables.n;
import static dev.evenkeel.chunking.ChildTables.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.children.ChildFlows;
import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Property;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A set and its children behave as one sorted set, whatever old clients, new clients, migrations
 * and crashes do in between.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChildModelTest {
  private static final AttributeValue TOPIC = s("topic");

  private final ChildTables tables;
  private int runs;

  ChildModelTest(DynamoDbClient client, DynamoDbAsyncClient async) {
    this.tables = new ChildTables(client, async);
  }

  static List<Kind> kindsInTurn() {
    return Rounds.inTurn(List.of(Kind.values()));
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("kindsInTurn")
  void operations_random_areThoseOfASortedSet(Kind kind) {
    Property.check(12, gen -> run(kind, gen, 40));
  }

  private void run(Kind kind, Gen gen, int operations) {
    ScalarAttributeType type =
        gen.oneOf(List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B));
    int number = runs++;
    String parents = "Topics" + number;
    ChildCollectionSpec spec =
        gen.chance(0.5)
            ? ChildTables.tags("Tags" + number, parents, type)
            : ChildTables.digests("Tags" + number, parents, type);
    tables.create(parents, ChildTables.TOPIC_KEY);
    tables.create(spec);
    Script script = new Script(ChildCollectionUnderTest.united(kind, tables, spec), spec, gen);
    for (int i = 0; i < operations; i++) {
      script.step();
    }
    script.assertStoredAsExpected();
  }

  /** The expected content of the set and of the children, by range. */
  private final class Script {
    private final ChildCollectionUnderTest collection;
    private final ChildCollectionSpec spec;
    private final Gen gen;
    private final Comparator<AttributeValue> order;
    private final TreeMap<AttributeValue, Child> set;
    private final TreeMap<AttributeValue, Child> children;
    private final List<AttributeValue> pool;

    Script(ChildCollectionUnderTest collection, ChildCollectionSpec spec, Gen gen) {
      this.collection = collection;
      this.spec = spec;
      this.gen = gen;
      this.order = KeyOrder.of(spec.range().type());
      this.set = new TreeMap<>(order);
      this.children = new TreeMap<>(order);
      this.pool = Stream.generate(this::element).limit(4 + gen.size() / 2).toList();
    }

    private AttributeValue element() {
      return switch (spec.element().type()) {
        case N -> n(gen.number().toString());
        case B -> {
          byte[] bytes = new byte[gen.between(1, 4)];
          for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) gen.between(-128, 127);
          }
          yield AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
        }
        default -> s(gen.keyString());
      };
    }

    private NavigableMap<AttributeValue, Child> union() {
      TreeMap<AttributeValue, Child> union = new TreeMap<>(order);
      union.putAll(set);
      union.putAll(children);
      return union;
    }

    private List<AttributeValue> some() {
      Set<AttributeValue> some = new LinkedHashSet<>();
      for (int left = gen.between(1, 4); left > 0; left--) {
        some.add(spec.child(gen.oneOf(pool)).element());
      }
      return List.copyOf(some);
    }

    private List<AttributeValue> ranges(List<AttributeValue> elements) {
      return elements.stream().map(element -> spec.child(element).range()).toList();
    }

    void step() {
      switch (gen.between(0, 11)) {
        case 0, 1, 2 -> oldClientAdds(some());
        case 3 -> oldClientDeletes(some());
        case 4, 5 -> add(some());
        case 6 -> remove(ranges(some()));
        case 7 -> containing(ranges(some()));
        case 8 -> migrateUntil(gen.between(0, 3));
        case 9 -> walk();
        case 10 -> assertThat(collection.count(TOPIC)).isEqualTo(union().size());
        default -> {
          if (gen.chance(0.2)) {
            clear();
          } else {
            migrate();
          }
        }
      }
    }

    private void oldClientAdds(List<AttributeValue> elements) {
      tables.addToSet(parents(), TOPIC, asSet(elements));
      elements.stream().map(spec::child).forEach(child -> set.put(child.range(), child));
    }

    private void oldClientDeletes(List<AttributeValue> elements) {
      tables.deleteFromSet(parents(), TOPIC, asSet(elements));
      set.keySet().removeAll(ranges(elements));
    }

    private String parents() {
      return "Topics" + spec.tableName().substring("Tags".length());
    }

    private AttributeValue asSet(List<AttributeValue> elements) {
      return switch (spec.element().type()) {
        case N -> AttributeValue.fromNs(elements.stream().map(AttributeValue::n).toList());
        case B -> AttributeValue.fromBs(elements.stream().map(AttributeValue::b).toList());
        default -> AttributeValue.fromSs(elements.stream().map(AttributeValue::s).toList());
      };
    }

    private void add(List<AttributeValue> elements) {
      List<Child> added =
          elements.stream()
              .map(spec::child)
              .filter(child -> !union().containsKey(child.range()))
              .toList();

      assertThat(collection.addAll(TOPIC, elements))
          .isEqualTo(added.stream().map(Child::element).toList());

      added.forEach(child -> children.put(child.range(), child));
    }

    private void remove(List<AttributeValue> ranges) {
      List<AttributeValue> there = ranges.stream().filter(union()::containsKey).toList();

      assertThat(collection.removeAll(TOPIC, ranges)).isEqualTo(there);

      there.forEach(set::remove);
      there.forEach(children::remove);
    }

    private void containing(List<AttributeValue> ranges) {
      assertThat(collection.containing(TOPIC, ranges))
          .isEqualTo(ranges.stream().filter(union()::containsKey).toList());
    }

    private void migrate() {
      assertThat(collection.migrate(TOPIC)).isEqualTo(set.size());
      children.putAll(set);
      set.clear();
    }

    /** All of such a set goes in one transaction, or in none. */
    private void migrateUntil(int requests) {
      Stepping crashing =
          Stepping.crashingAfter(Sender.sync(tables.client, Sender.nothingElse()), requests);
      try {
        long unused =
            SyncRunner.create()
                .run(ChildFlows.of(spec).migration().migrate(TOPIC), crashing, Deadline.NONE);
      } catch (Stepping.Crash crash) {
        assertThat(crashing.count()).isEqualTo(requests + 1);
      }
      if (tables.set(parents(), TOPIC) == null) {
        children.putAll(set);
        set.clear();
      }
    }

    private void clear() {
      long unused = collection.clear(TOPIC);
      set.clear();
      children.clear();
    }

    private void walk() {
      AttributeValue one = spec.child(gen.oneOf(pool)).range();
      AttributeValue two = spec.child(gen.oneOf(pool)).range();
      boolean inOrder = order.compare(one, two) <= 0;
      AttributeValue from = gen.chance(0.5) ? null : inOrder ? one : two;
      AttributeValue to = gen.chance(0.5) ? null : inOrder ? two : one;
      boolean ascending = gen.chance(0.5);
      ChildQuery query =
          new ChildQuery(from, to, null, ascending, gen.between(0, 3), null, gen.chance(0.5));
      List<Child> expected =
          new ArrayList<>(
              (ascending ? union() : union().descendingMap())
                  .values().stream()
                      .filter(child -> from == null || order.compare(child.range(), from) >= 0)
                      .filter(child -> to == null || order.compare(child.range(), to) <= 0)
                      .toList());

      assertThat(collection.all(TOPIC, query)).isEqualTo(expected);
    }

    void assertStoredAsExpected() {
      assertThat(collection.all(TOPIC, ChildQuery.ALL)).isEqualTo(List.copyOf(union().values()));
      assertThat(tables.rows(spec.tableName()).stream().map(spec::childOf))
          .containsExactlyInAnyOrderElementsOf(children.values());
      AttributeValue stored = tables.set(parents(), TOPIC);
      assertThat(stored == null).isEqualTo(set.isEmpty());
    }
  }
}
