package dev.evenkeel.core.operation;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The tables a decorator was told about, each with its spec; immutable.
 *
 * <p>A table is found by its name or by its ARN. An ARN that says another region or account than
 * the scope means another table, which is not managed. A region or account that the scope lacks is
 * learnt from the specs that name their table by ARN.
 *
 * @param <S> the spec
 */
public final class ManagedTables<S> {
  private final TableScope scope;
  private final Map<String, S> specsByName;
  private final Predicate<String> managed = this::manages;

  private ManagedTables(TableScope scope, Map<String, S> specsByName) {
    this.scope = scope;
    this.specsByName = specsByName;
  }

  /**
   * The tables of {@code specs}.
   *
   * @param nameOrArn the table of a spec
   * @param scope where the client finds a table that is named plainly
   * @throws IllegalArgumentException if two specs name one table, or a spec's ARN lies outside the
   *     scope
   */
  public static <S> ManagedTables<S> of(
      Collection<? extends S> specs, Function<? super S, String> nameOrArn, TableScope scope) {
    TableScope known = scope;
    Map<String, S> specsByName = new LinkedHashMap<>();
    for (S spec : specs) {
      TableName table = TableName.parse(nameOrArn.apply(spec));
      requireInside(known, table);
      known = known.learnFrom(table);
      if (specsByName.put(table.name(), spec) != null) {
        throw new IllegalArgumentException(
            "Table '%s' has two specs. Give one per table.".formatted(table.name()));
      }
    }
    return new ManagedTables<>(known, new HashMap<>(specsByName));
  }

  /** Those of the tables whose specs are of one kind; found where these are found. */
  public <T extends S> ManagedTables<T> only(Class<T> kind) {
    Map<String, T> ofKind = new HashMap<>();
    specsByName.forEach(
        (name, spec) -> {
          if (kind.isInstance(spec)) {
            ofKind.put(name, kind.cast(spec));
          }
        });
    return new ManagedTables<>(scope, ofKind);
  }

  /** Whether there is no table at all. */
  public boolean isEmpty() {
    return specsByName.isEmpty();
  }

  /** The table's spec, or null if it is not managed. Allocates nothing for a plain name. */
  public @Nullable S find(@Nullable String nameOrArn) {
    if (nameOrArn == null) {
      return null;
    }
    return TableName.isArn(nameOrArn) ? findByArn(nameOrArn) : specsByName.get(nameOrArn);
  }

  /**
   * Whether {@code request} names a managed table. A PartiQL request does so if the name appears in
   * the text of a statement as a whole word, in whatever place and case: it may then be a false
   * alarm, but a statement on a managed table is never missed.
   */
  public boolean namedBy(DynamoDbRequest request) {
    if (Operation.of(request).kind() == Operation.Kind.PARTIQL) {
      return RequestTables.statements(request).stream().anyMatch(this::mentioned);
    }
    return RequestTables.anyMatch(request, managed);
  }

  private boolean manages(String nameOrArn) {
    return find(nameOrArn) != null;
  }

  private boolean mentioned(String statement) {
    for (String name : specsByName.keySet()) {
      if (Words.contains(statement, name)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable S findByArn(String arn) {
    TableName table = TableName.ofArn(arn);
    return table != null && scope.admits(table) ? specsByName.get(table.name()) : null;
  }

  private static void requireInside(TableScope scope, TableName table) {
    if (!scope.admits(table)) {
      throw new IllegalArgumentException(
          "Table '%s' is in region %s, account %s, but the client's tables are in region %s, account %s. Use a client of the table's own region and account."
              .formatted(
                  table.name(), table.region(), table.account(), scope.region(), scope.account()));
    }
  }
}
