package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.RequestRewriter;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Sends what is planned for tables to those that hold their items, where these were moved to other
 * tables, and gives the answers under the names that callers know.
 *
 * @param tables the plain names of other tables, by the plain names that callers use
 */
public record Relocation(Map<String, String> tables) implements RequestRewriter {
  /** All items are where callers think. */
  public static final Relocation NONE = new Relocation(Map.of());

  public Relocation {
    tables = Map.copyOf(tables);
  }

  /** A plan by one layout of a table, sent to the table that holds its items. */
  public static <R> Plan<R> to(ManagedTable table, Plan<R> plan) {
    return plan.with(NONE.with(List.of(table))::of);
  }

  /** The same, with other layouts of some tables. */
  public Relocation with(Collection<? extends ManagedTable> changed) {
    Map<String, String> others = new HashMap<>(tables);
    for (ManagedTable table : changed) {
      OtherTable other = table.layout().table();
      others.remove(table.name());
      if (other != null && !other.name().equals(table.name())) {
        others.put(table.name(), other.name());
      }
    }
    return others.isEmpty() ? NONE : new Relocation(others);
  }

  /** Whether all items are where callers think. */
  public boolean isNone() {
    return tables.isEmpty();
  }

  /** A flow that was planned under the callers' names, with its requests sent to the others. */
  public <T> Flow<T> of(Flow<T> planned) {
    return isNone() ? planned : in(planned);
  }

  /**
   * Refuses a request that names both a table and the one that holds its items: an answer could not
   * tell them apart.
   */
  public void refuseOthers(String operation, DynamoDbRequest request) {
    if (isNone()) {
      return;
    }
    List<String> names =
        RequestTables.of(request).stream().map(name -> TableName.parse(name).name()).toList();
    for (String name : names) {
      String other = tables.get(name);
      if (other != null && names.contains(other)) {
        throw new Call(operation, name)
            .refuse(
                "its items were moved to table '%s', which the request names, too".formatted(other),
                "Name one of them in a request");
      }
    }
  }

  /** The name to send for one that a request has; the same if the items are there. */
  public @Nullable String sent(@Nullable String nameOrArn) {
    String other = nameOrArn == null ? null : tables.get(TableName.parse(nameOrArn).name());
    return other == null ? nameOrArn : other;
  }

  /** A request as it is sent to the tables that hold the items. */
  public DynamoDbRequest sent(DynamoDbRequest request) {
    return new TableNames(name -> Objects.requireNonNull(sent(name))).replaced(request);
  }

  @Override
  public <A> Flow<A> rewrite(Request<A> request) {
    if (!(request instanceof TableCall<?> call)) {
      return Flow.ask(request);
    }
    Map<String, String> callerNames = callerNames(call.request());
    if (callerNames.isEmpty()) {
      return Flow.ask(request);
    }
    return Flow.ask(new TableCall<DynamoDbResponse>(sent(call.request())))
        .map(given -> TableCall.response(shown(given, callerNames)));
  }

  /** An answer to a request that was sent to other tables, under the callers' names. */
  public <R extends DynamoDbResponse> R shown(R answer, DynamoDbRequest planned) {
    return shown(answer, callerNames(planned));
  }

  private static <R extends DynamoDbResponse> R shown(R answer, Map<String, String> callerNames) {
    UnaryOperator<String> named =
        name -> callerNames.getOrDefault(TableName.parse(name).name(), name);
    return callerNames.isEmpty() ? answer : new TableNames(named).replaced(answer);
  }

  /** How a request on items names tables whose items are elsewhere, by where they are. */
  private Map<String, String> callerNames(DynamoDbRequest request) {
    Kind kind = Operation.of(request).kind();
    if (kind != Kind.ITEM_READ && kind != Kind.ITEM_WRITE) {
      return Map.of();
    }
    Map<String, String> names = new HashMap<>();
    List<String> all = RequestTables.of(request);
    for (String name : all) {
      String other = sent(name);
      if (other != null && !other.equals(name)) {
        names.put(other, name);
      }
    }
    return names;
  }
}
