package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
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
  private static final TableDescription TABLE =
      TableDescription.builder()
          .keySchema(
              KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build(),
              KeySchemaElement.builder().attributeName("sk").keyType(KeyType.RANGE).build())
          .attributeDefinitions(attribute("pk"), attribute("sk"))
          .build();

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

  /** What is wrong; empty if nothing is. */
  @Override
  public String apply(String script) {
    LeadingScript tried = LeadingScript.named(script);
    Deque<State> open = new ArrayDeque<>();
    State first = new State(new TreeMap<>(tried.there()), List.of(List.of(), List.of()));
    String before = wrong(first); // as an older library left it
    add(first, open);
    while (!open.isEmpty()) {
      State state = open.pop();
      String wrong = wrong(state);
      if (!wrong.equals(before)) {
        return wrong;
      }
      for (int i = 0; i < 2; i++) {
        State next = next(state, i, tried.changes().get(i).get());
        if (next != null) {
          add(next, open);
        }
      }
    }
    return made.equals(tried.made()) ? "" : "of the two changes these are made: " + made;
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
        && call.request()
            .getValueForField("TableName", String.class)
            .orElse("")
            .equals(LeadingScript.CONTROL)
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
      for (String into : leadsTo(record(state, table))) {
        boolean isOthers =
            !into.equals(table)
                && (isChanged(record(state, into))
                    || Stream.of("old", "older")
                        .filter(other -> !other.equals(table))
                        .anyMatch(other -> leadsTo(record(state, other)).contains(into)));
        if (isOthers) {
          return "items of '%s' are in '%s', whose clients look elsewhere".formatted(table, into);
        }
      }
    }
    return "";
  }

  /** The tables where items are. */
  private static List<String> leadsTo(LayoutRecord record) {
    OtherTable next =
        record.change() == null || record.state() != LayoutRecord.State.MOVING
            ? null
            : record.change().table();
    return Stream.of(record.base().table(), next)
        .filter(Objects::nonNull)
        .map(OtherTable::name)
        .toList();
  }

  private static boolean isChanged(LayoutRecord record) {
    return !record.base().keys().isEmpty()
        || record.base().raises().values().stream().anyMatch(Raise::isDone)
        || record.state() == LayoutRecord.State.MOVING;
  }

  private static LayoutRecord record(State state, String table) {
    Map<String, AttributeValue> item = state.items().get(table + "#layout/record");
    return item == null ? LeadingScript.first(table) : LayoutFormat.record(table, item);
  }
}
