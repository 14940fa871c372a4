package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.AmbiguousTableException;
import dev.evenkeel.core.internal.operation.TableFamily.TableFamilies;
import dev.evenkeel.core.operation.Operation;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The tables of a decorator, each with its spec; immutable.
 *
 * <p>A table is found by its name or by its ARN. An ARN that says another region or account than
 * the scope means another table, which is not managed. A region or account that the scope lacks is
 * learnt from the specs that name their table by ARN.
 *
 * <p>Beside tables that are named there may be families of tables, defined by a predicate on their
 * names. A table that is named belongs to none. The match of a table with a family is cached for
 * recent tables, so a spec may be made anew for a table that was not used for long.
 *
 * @param <S> the spec
 */
public final class ManagedTables<S> {
  private final TableScope scope;
  private final Map<String, ?> specsByName;
  private final TableFamilies<?> families;
  private final Class<?> kind;
  private final List<String> names;
  private final boolean empty;
  private final Predicate<String> managed = this::manages;

  /**
   * @param kind of the specs that are found here; the others only say that a name is theirs
   */
  private ManagedTables(
      TableScope scope, Map<String, ?> specsByName, TableFamilies<?> families, Class<?> kind) {
    this.scope = scope;
    this.specsByName = specsByName;
    this.families = families;
    this.kind = kind;
    this.names =
        specsByName.entrySet().stream()
            .filter(entry -> kind.isInstance(entry.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    this.empty = names.isEmpty() && !families.hasAny(kind);
  }

  /**
   * The tables of {@code specs}, and no families.
   *
   * @param nameOrArn the table of a spec
   * @param scope where the client finds a table that is named plainly
   * @throws IllegalArgumentException if two specs name one table, or a spec's ARN lies outside the
   *     scope
   */
  public static <S> ManagedTables<S> of(
      Collection<? extends S> specs, Function<? super S, String> nameOrArn, TableScope scope) {
    return of(specs, nameOrArn, List.of(), scope);
  }

  /**
   * The tables of {@code specs}, and families of tables.
   *
   * @param nameOrArn the table of a spec
   * @param scope where the client finds a table that is named plainly
   * @throws IllegalArgumentException if two specs name one table, or a spec's ARN lies outside the
   *     scope
   */
  public static <S> ManagedTables<S> of(
      Collection<? extends S> specs,
      Function<? super S, String> nameOrArn,
      Collection<TableFamily<S>> families,
      TableScope scope) {
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
    return new ManagedTables<>(
        known, new HashMap<>(specsByName), new TableFamilies<>(families), Object.class);
  }

  /** The tables with specs of one kind; found where these are found. */
  public <T extends S> ManagedTables<T> only(Class<T> ofKind) {
    return new ManagedTables<>(scope, specsByName, families, ofKind);
  }

  /** The same tables, some of which have other specs; families stay as they are. */
  public ManagedTables<S> replacing(Map<String, ? extends S> others) {
    Map<String, Object> replaced = new HashMap<>(specsByName);
    replaced.putAll(others);
    return new ManagedTables<>(scope, replaced, families, kind);
  }

  /** Whether there is no table at all; allocates nothing. */
  public boolean isEmpty() {
    return empty;
  }

  /**
   * The table's spec, or null if it is not managed. Allocates nothing for a plain name, if there
   * are no families or its lookup is cached.
   *
   * @throws AmbiguousTableException if it is in two families
   */
  public @Nullable S find(@Nullable String nameOrArn) {
    if (nameOrArn == null) {
      return null;
    }
    Object spec = specsByName.get(nameOrArn);
    if (spec == null && TableName.isArn(nameOrArn)) {
      return findByArn(nameOrArn);
    }
    return ofKind(spec == null ? families.find(nameOrArn) : spec);
  }

  @SuppressWarnings("unchecked") // what is of the kind is of the type: see the factories
  private @Nullable S ofKind(@Nullable Object spec) {
    return kind.isInstance(spec) ? (S) spec : null;
  }

  /**
   * Whether {@code request} names a managed table. A PartiQL request does so if the name appears in
   * the text of a statement as a whole word, in whatever place and case: it may then be a false
   * alarm, but a statement on a managed table is never missed. Of a family every word is asked for,
   * as it is written, in lower and in upper case.
   *
   * @throws AmbiguousTableException if a table is in two families
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
    return PartiQlTableNames.anyMatch(statement, this::isNamed)
        || (families.hasAny(kind) && PartiQlTableNames.anyMatch(statement, this::isInAFamily));
  }

  private boolean isNamed(String word) {
    return names.stream().anyMatch(word::equalsIgnoreCase);
  }

  private boolean isInAFamily(String word) {
    return families.accept(word, kind)
        || families.accept(word.toLowerCase(Locale.ROOT), kind)
        || families.accept(word.toUpperCase(Locale.ROOT), kind);
  }

  private @Nullable S findByArn(String arn) {
    TableName table = TableName.ofArn(arn);
    return table != null && scope.admits(table) ? find(table.name()) : null;
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
