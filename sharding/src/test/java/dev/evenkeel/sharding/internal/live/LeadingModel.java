package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Two changes at a time, of tables of which one leads to the other: all orders of their requests to
 * the control table, each cut off anywhere. Other requests find empty tables.
 */
public final class LeadingModel implements Function<String, String> {
  private static final LayoutTimes TIMES = LayoutTimes.DEFAULT;
  private static final String CONTROL = "evenkeel-layouts";
  private static final AttributeValue KEY = AttributeValue.fromS("hot");

  private static final TableDescription TABLE =
      TableDescription.builder()
          .keySchema(
              KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
              KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
          .attributeDefinitions(attribute("pk"), attribute("sk"))
          .build();

  private static final Map<String, List<Supplier<Flow<?>>>> SCRIPTS =
      Map.of(
          "a piece", List.of(() -> moved("old", "new"), () -> piece("new")),
          "a count", List.of(() -> moved("old", "new"), () -> raised("new")),
          "a move on", List.of(() -> moved("old", "new"), () -> moved("new", "next")),
          "two into one", List.of(() -> moved("old", "new"), () -> moved("older", "new")),
          "there and back", List.of(() -> moved("old", "new"), () -> moved("new", "old")),
          "a note that nothing came of", List.of(() -> piece("new"), () -> piece("next")));

  /** Which of the changes were made in some order. */
  private final Set<Integer> made = new HashSet<>();

  private final Map<String, State> seen = new HashMap<>();

  /** The items of the control table, and the answers that each of the two has had. */
  private record State(
      Map<String, Map<String, AttributeValue>> items, List<List<Object>> answers) {}

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  static List<String> scripts() {
    return SCRIPTS.keySet().stream().sorted().toList();
  }

  /** What is wrong; empty if nothing is. */
  @Override
  public String apply(String script) {
    List<Supplier<Flow<?>>> changes = requireNonNull(SCRIPTS.get(script));
    Deque<State> open = new ArrayDeque<>();
    Map<String, Map<String, AttributeValue>> items = new TreeMap<>();
    if (script.contains("note")) {
      Map<String, AttributeValue> note = LayoutTable.key("new#layout", "from#old");
      items.put("new#layout/from#old", note);
    }
    add(new State(items, List.of(List.of(), List.of())), open);
    while (!open.isEmpty()) {
      State state = open.pop();
      String wrong = wrong(state);
      if (!wrong.isEmpty()) {
        return wrong;
      }
      for (int i = 0; i < 2; i++) {
        State next = next(state, i, changes.get(i).get());
        if (next != null) {
          add(next, open);
        }
      }
    }
    return made.equals(Set.of(0, 1)) ? "" : "of the two changes some are never made: " + made;
  }

  int states() {
    return seen.size();
  }

  private void add(State state, Deque<State> open) {
    if (seen.putIfAbsent(state.toString(), state) == null) {
      open.push(state);
    }
  }

  /** The state after the next request of one of the two; null if it has ended. */
  private @Nullable State next(State state, int who, Flow<?> change) {
    FlowStepper<?> stepper = FlowStepper.of(change);
    Deque<FlowStepper.Ask> asks = new ArrayDeque<>();
    for (Object answer : state.answers().get(who)) {
      settle(stepper, requireNonNull(nextShared(stepper, asks)).ticket(), answer);
    }
    FlowStepper.Ask ask = nextShared(stepper, asks);
    if (ask == null) {
      if (!stepper.isOver()) {
        throw new AssertionError("nothing is asked, and nothing has ended");
      }
      if (stepper.failure() == null) {
        made.add(who);
      }
      return null;
    }
    Map<String, Map<String, AttributeValue>> items = new TreeMap<>(state.items());
    List<Object> answers = new ArrayList<>(state.answers().get(who));
    answers.add(ModelStore.serve(items, request(ask)));
    return new State(
        items,
        who == 0
            ? List.of(answers, state.answers().get(1))
            : List.of(state.answers().get(0), answers));
  }

  /** The next request to what both share; all others are answered. */
  private static FlowStepper.@Nullable Ask nextShared(
      FlowStepper<?> stepper, Deque<FlowStepper.Ask> asks) {
    while (true) {
      asks.addAll(stepper.asks());
      FlowStepper.Ask ask = asks.poll();
      if (ask == null || isShared(ask.request())) {
        return ask;
      }
      stepper.answer(ask.ticket(), alone(ask.request()));
    }
  }

  private static boolean isShared(Request<?> request) {
    return request instanceof TableCall<?> call
        && call.request().getValueForField("TableName", String.class).orElse("").equals(CONTROL)
        && !call.request().toString().contains("#clients#");
  }

  private static Object alone(Request<?> request) {
    if (request instanceof Pause) {
      return Done.DONE;
    }
    return request instanceof TableCall<?> call && call.request() instanceof DescribeTableRequest
        ? DescribeTableResponse.builder().table(TABLE).build()
        : ModelStore.NO_ROWS;
  }

  private static DynamoDbRequest request(FlowStepper.Ask ask) {
    return ((TableCall<?>) ask.request()).request();
  }

  private static void settle(FlowStepper<?> stepper, int ticket, Object answer) {
    if (answer instanceof SdkException failure) {
      stepper.fail(ticket, failure);
    } else {
      stepper.answer(ticket, answer);
    }
  }

  private static String wrong(State state) {
    for (String table : List.of("old", "older", "new")) {
      LayoutRecord record = record(state, table);
      OtherTable into = record.change() == null ? null : record.change().table();
      if (record.state() == LayoutRecord.State.MOVING && into != null) {
        LayoutRecord there = record(state, into.name());
        boolean isChanged =
            !there.base().keys().isEmpty()
                || there.base().raises().values().stream().anyMatch(Raise::isDone)
                || there.state() == LayoutRecord.State.MOVING;
        boolean isOthers =
            List.of("old", "older").stream()
                .filter(other -> !other.equals(table))
                .map(other -> record(state, other))
                .anyMatch(
                    other ->
                        other.state() == LayoutRecord.State.MOVING && other.leadsTo(into.name()));
        if (isChanged || isOthers) {
          return "items of '%s' move to '%s', whose clients look elsewhere"
              .formatted(table, into.name());
        }
      }
    }
    return "";
  }

  private static LayoutRecord record(State state, String table) {
    Map<String, AttributeValue> item = state.items().get(table + "#layout/record");
    return item == null ? first(spec(table)) : LayoutFormat.record(table, item);
  }

  private static Flow<?> moved(String from, String to) {
    LayoutEdits edits = edits(from);
    return edits
        .moveAnnounced(wanted(to), change -> Flow.done())
        .then(edits::checked)
        .then(
            checked ->
                edits.moveBegun(
                    wanted(to), change -> Flow.done(), change -> Flow.of(new From(null))));
  }

  private static Function<LayoutRecord, Change> wanted(String to) {
    return seen -> new Change(null, Pieces.shards(1), 4, true, new OtherTable(to, null));
  }

  private static Flow<?> piece(String table) {
    LayoutEdits edits = edits(table);
    PieceBounds bounds = PieceBounds.of(spec(table), KEY, null);
    return edits.piecePossible(bounds, 4).then(possible -> edits.pieceAdded(bounds, 4));
  }

  private static Flow<?> raised(String table) {
    LayoutEdits edits = edits(table);
    return edits.countRaised(
        CountRaise.ofIndex(edits.records(), TIMES, new ShardedTable(spec(table)), "by-day", 8));
  }

  private static ShardingSpec spec(String table) {
    return ShardingSpec.builder(table)
        .partitionKey("pk")
        .sortKey("sk")
        .shards(1)
        .shardedIndex(ShardedIndexSpec.multiAttribute("by-day", "day", 2))
        .build();
  }

  private static LayoutRecord first(ShardingSpec spec) {
    return LayoutRecord.first(TIMES.with(spec.layoutId()));
  }

  private static LayoutEdits edits(String table) {
    ShardingSpec spec = spec(table);
    return new LayoutEdits(
        table,
        spec.logicalKey(),
        new LayoutTable(CONTROL, table, () -> Instant.EPOCH),
        TIMES,
        first(spec),
        new RowWatch(TIMES, () -> 0),
        () -> 0,
        new WritingRegions(table, true));
  }
}
