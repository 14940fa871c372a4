package dev.evenkeel.core.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The behavior of one decorator for each operation on a managed table: a total, immutable map.
 *
 * <p>There is no default. An operation left out, or given twice, fails {@link Builder#build()}; so
 * an operation that a new SDK brings is decided on by a person, not passed through by omission. The
 * same table prints the operation page of the documentation.
 */
public final class OperationTable {
  private final Map<Operation, Entry> entries;

  private OperationTable(Map<Operation, Entry> entries) {
    this.entries = entries;
  }

  /** Starts an empty table. */
  public static Builder builder() {
    return new Builder();
  }

  public Disposition disposition(Operation operation) {
    return entry(operation).disposition();
  }

  /** The disposition of the operation that {@code request} belongs to; allocates nothing. */
  public Disposition disposition(DynamoDbRequest request) {
    return disposition(Operation.of(request));
  }

  /**
   * The exception that declines {@code operation} on {@code table}, ready to be thrown.
   *
   * @throws IllegalArgumentException if this table does not refuse the operation
   */
  public RefusedOperationException refusal(Operation operation, String table) {
    if (entry(operation) instanceof Refused refused) {
      return new RefusedOperationException(
          operation.sdkName(), table, refused.reason(), refused.remedy());
    }
    throw new IllegalArgumentException(
        "%s is not refused but %s".formatted(operation.sdkName(), disposition(operation)));
  }

  /**
   * Refuses a request whose operation is refused, if it names one of these tables.
   *
   * @throws RefusedOperationException if it does
   */
  public void refuseOn(ManagedTables<?> managed, DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    if (disposition(operation) == Disposition.REFUSE && managed.namedBy(request)) {
      throw refusal(
          operation,
          RequestTables.of(request).stream()
              .filter(name -> managed.find(name) != null)
              .findFirst()
              .orElse("a table of the statement"));
    }
  }

  /** A Markdown table with one row per operation, in alphabetical order. */
  public String toMarkdown() {
    return Stream.of(Operation.values())
        .map(operation -> row(operation, entry(operation)))
        .collect(
            Collectors.joining("", "| Operation | Disposition | Reason |\n|---|---|---|\n", ""));
  }

  private static String row(Operation operation, Entry entry) {
    return "| %s | %s | %s |\n".formatted(operation.sdkName(), entry.disposition(), entry.text());
  }

  private Entry entry(Operation operation) {
    return requireNonNull(entries.get(operation));
  }

  private sealed interface Entry {
    Disposition disposition();

    String text();
  }

  private record Honoured(Disposition disposition, String text) implements Entry {}

  private record Refused(String reason, String remedy) implements Entry {
    @Override
    public Disposition disposition() {
      return Disposition.REFUSE;
    }

    @Override
    public String text() {
      return "%s. %s.".formatted(reason, remedy);
    }
  }

  /** Collects decisions; each text is one line that the documentation shows. */
  public static final class Builder {
    private final Map<Operation, Entry> entries = new EnumMap<>(Operation.class);
    private final List<String> repeated = new ArrayList<>();

    private Builder() {}

    /**
     * Forwards the caller's own request object.
     *
     * @param why why the caller's own request is right as it is
     */
    public Builder passThrough(String why, Operation... operations) {
      return put(new Honoured(Disposition.PASS_THROUGH, why), operations);
    }

    /**
     * Sends one changed request, or changes the response.
     *
     * @param what the change in the request or the response
     */
    public Builder rewrite(String what, Operation... operations) {
      return put(new Honoured(Disposition.REWRITE, what), operations);
    }

    /**
     * Sends several sub-requests and combines their answers.
     *
     * @param how the sub-requests and the way to combine them
     */
    public Builder fanOut(String how, Operation... operations) {
      return put(new Honoured(Disposition.FAN_OUT, how), operations);
    }

    /**
     * Declines before anything is sent.
     *
     * @param reason why it cannot be honoured; a clause without a full stop
     * @param remedy the remedy; a clause without a full stop
     */
    public Builder refuse(String reason, String remedy, Operation... operations) {
      return put(new Refused(reason, remedy), operations);
    }

    /**
     * The table.
     *
     * @throws IllegalStateException if an operation is missing or was given twice; names all
     */
    public OperationTable build() {
      List<String> missing =
          Stream.of(Operation.values())
              .filter(operation -> !entries.containsKey(operation))
              .map(Operation::sdkName)
              .toList();
      if (!missing.isEmpty() || !repeated.isEmpty()) {
        throw new IllegalStateException(
            "The operation table must decide each operation once. Undecided: %s. Decided twice: %s."
                .formatted(missing, repeated));
      }
      return new OperationTable(new EnumMap<>(entries));
    }

    private Builder put(Entry entry, Operation... operations) {
      for (Operation operation : operations) {
        if (entries.putIfAbsent(operation, entry) != null) {
          repeated.add(operation.sdkName());
        }
      }
      return this;
    }
  }
}
