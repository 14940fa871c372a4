package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The fault and the operations that it strikes; all that it can strike by default.
 *
 * <pre>{@code
 * ControlFault.answerLost().into("CreateTable").onTables(name -> name.startsWith("log")).nth(2)
 * }</pre>
 *
 * <p>Immutable: each method returns a new fault. {@link #first}, {@link #nth} and {@link
 * #withProbability} replace each other.
 */
public final class ControlFault {
  /** Longer than this the past of a table that is gone is not kept. */
  static final Duration LAG_MAX = Duration.ofDays(1);

  private static final Set<String> LAGGING =
      Set.of("DescribeTable", "ListTables", "ListTagsOfResource");
  private static final Set<String> SLOW = Set.of("CreateTable", "UpdateTable", "DeleteTable");

  private final Kind kind;
  private final @Nullable Duration time;
  private final Set<String> operations;
  private final Predicate<String> tables;
  private final Choice choice;

  private ControlFault(
      Kind kind,
      @Nullable Duration time,
      Set<String> operations,
      Predicate<String> tables,
      Choice choice) {
    this.kind = kind;
    this.time = time;
    this.operations = operations;
    this.tables = tables;
    this.choice = choice;
  }

  private static ControlFault of(Kind kind, @Nullable Duration time, Set<String> operations) {
    return new ControlFault(kind, time, operations, table -> true, (match, draw) -> true);
  }

  /** {@code ThrottlingException}; nothing is done. */
  public static ControlFault throttled() {
    return of(Kind.THROTTLED, null, ControlOperations.ALL);
  }

  /** The connection breaks before the request arrives; nothing is done. */
  public static ControlFault notReceived() {
    return of(Kind.NOT_RECEIVED, null, ControlOperations.ALL);
  }

  /**
   * The operation is carried out, and then the connection breaks; a refusal arrives all the same.
   */
  public static ControlFault answerLost() {
    return of(Kind.ANSWER_LOST, null, ControlOperations.ALL);
  }

  /** Extends the drawn duration of a CreateTable, UpdateTable or DeleteTable. */
  public static ControlFault slow(Duration longer) {
    return of(Kind.SLOW, longer, SLOW);
  }

  /** The operation never ends unless {@link ControlPlaneSimulator#release} ends it. */
  public static ControlFault stuck() {
    return of(Kind.SLOW, null, SLOW);
  }

  /**
   * DescribeTable, ListTables and ListTagsOfResource return the state of an earlier time.
   *
   * @throws IllegalArgumentException if it is longer than a day
   */
  public static ControlFault lagging(Duration earlier) {
    if (earlier.compareTo(LAG_MAX) > 0) {
      throw new IllegalArgumentException("a lag may be " + LAG_MAX + " at most, not " + earlier);
    }
    return of(Kind.LAGGING, earlier, LAGGING);
  }

  /**
   * Only these operations, named as DynamoDB does.
   *
   * @throws IllegalArgumentException if one is no table operation that the fault can strike
   */
  public ControlFault into(String... names) {
    for (String name : names) {
      if (!operations.contains(name)) {
        throw new IllegalArgumentException("'" + name + "' is none of " + operations);
      }
    }
    return new ControlFault(kind, time, Set.of(names), tables, choice);
  }

  /** Only operations on one table whose name passes; ListTables never does. */
  public ControlFault onTables(Predicate<String> names) {
    return new ControlFault(
        kind, time, operations, name -> !name.isEmpty() && names.test(name), choice);
  }

  /** Only the first {@code count} matches. */
  public ControlFault first(int count) {
    return choosing((match, draw) -> match <= count);
  }

  /** Only match {@code number}, counted from 1. */
  public ControlFault nth(int number) {
    return choosing((match, draw) -> match == number);
  }

  /** Each match with this probability. */
  public ControlFault withProbability(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability must be 0..1 but was " + probability);
    }
    return choosing((match, draw) -> draw < probability);
  }

  private ControlFault choosing(Choice changed) {
    return new ControlFault(kind, time, operations, tables, changed);
  }

  boolean matches(ControlCall call) {
    String table = call.table();
    return operations.contains(call.operation()) && tables.test(table == null ? "" : table);
  }

  boolean strikes(long match, double draw) {
    return choice.strikes(match, draw);
  }

  Kind kind() {
    return kind;
  }

  /** The duration; null for ever. */
  @Nullable Duration time() {
    return time;
  }

  enum Kind {
    THROTTLED,
    NOT_RECEIVED,
    ANSWER_LOST,
    SLOW,
    LAGGING
  }

  @FunctionalInterface
  private interface Choice {
    boolean strikes(long match, double draw);
  }
}
