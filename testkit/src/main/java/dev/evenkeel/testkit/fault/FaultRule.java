package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Which requests meet which fault: without further words, all that the fault can strike.
 *
 * <pre>{@code
 * FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("PutItem").onTable("orders").first(2)
 * }</pre>
 *
 * <p>Immutable: each method returns a new rule. Calling {@link #into} or {@link #onTable} again, or
 * another of {@link #first}, {@link #nth} and {@link #withProbability}, replaces what was said
 * before.
 */
public final class FaultRule {
  private static final Set<String> OPERATIONS =
      Arrays.stream(DynamoDbClient.class.getMethods())
          .map(Method::getName)
          .map(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1))
          .collect(Collectors.toUnmodifiableSet());

  private final Fault fault;
  private final Set<String> operations;
  private final Set<String> tables;
  private final KeyTest keys;
  private final Occurrence occurrence;

  private FaultRule(
      Fault fault,
      Set<String> operations,
      Set<String> tables,
      KeyTest keys,
      Occurrence occurrence) {
    this.fault = fault;
    this.operations = new TreeSet<>(operations);
    this.tables = new TreeSet<>(tables);
    this.keys = keys;
    this.occurrence = occurrence;
  }

  /** A rule that strikes every request that the fault can strike. */
  public static FaultRule inject(Fault fault) {
    return new FaultRule(fault, Set.of(), Set.of(), KeyTest.ANY, Occurrence.ALWAYS);
  }

  /**
   * Only these operations, named as DynamoDB does: {@code PutItem}, {@code Query}.
   *
   * @throws IllegalArgumentException if the SDK knows no such operation
   */
  public FaultRule into(String... names) {
    for (String name : names) {
      if (!OPERATIONS.contains(name)) {
        throw new IllegalArgumentException(
            "'" + name + "' is no operation of DynamoDB. Write it like 'PutItem' or 'Query'.");
      }
    }
    return new FaultRule(fault, Set.of(names), tables, keys, occurrence);
  }

  /** Only requests that name one of these tables. */
  public FaultRule onTable(String... names) {
    return new FaultRule(fault, operations, Set.of(names), keys, occurrence);
  }

  /**
   * Only requests that address an item whose attribute {@code name} passes the test: the item of a
   * put, the key of any other single request, any entry of a batch or transaction, the equalities
   * in the key condition of a query. Scans address no item. Attributes that are not a string,
   * number or binary can be no key and never pass.
   */
  public FaultRule whereKey(String name, Predicate<AttributeValue> test) {
    KeyTest keyTest =
        new KeyTest(" where key " + name, attributes -> passes(attributes.path(name), test));
    return new FaultRule(fault, operations, tables, keyTest, occurrence);
  }

  /** Only the first {@code count} matches of an injector. */
  public FaultRule first(int count) {
    return occurring(Occurrence.first(count));
  }

  /** Only match {@code number} of an injector, counted from 1. */
  public FaultRule nth(int number) {
    return occurring(Occurrence.nth(number));
  }

  /** Each match with this probability, drawn from the seed, the rule and the match's number. */
  public FaultRule withProbability(double probability) {
    return occurring(Occurrence.withProbability(probability));
  }

  private FaultRule occurring(Occurrence changed) {
    return new FaultRule(fault, operations, tables, keys, changed);
  }

  private static boolean passes(JsonNode value, Predicate<AttributeValue> test) {
    if (value.has("S")) {
      return test.test(AttributeValue.fromS(value.path("S").asText()));
    }
    if (value.has("N")) {
      return test.test(AttributeValue.fromN(value.path("N").asText()));
    }
    if (value.has("B")) {
      byte[] bytes = Base64.getDecoder().decode(value.path("B").asText());
      return test.test(AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
    }
    return false;
  }

  Fault fault() {
    return fault;
  }

  Predicate<JsonNode> keys() {
    return keys.test;
  }

  Occurrence.Choice choice() {
    return occurrence.choice();
  }

  boolean matches(Call call) {
    return fault.appliesTo(call)
        && (operations.isEmpty() || operations.contains(call.operation()))
        && (tables.isEmpty() || call.tables().stream().anyMatch(tables::contains))
        && Keys.of(call).stream().anyMatch(keys.test);
  }

  /** The rule in words, for example {@code inject emptyPage() into [Query], first 2}. */
  @Override
  public String toString() {
    return "inject "
        + fault
        + (operations.isEmpty() ? "" : " into " + operations)
        + (tables.isEmpty() ? "" : " on " + tables)
        + keys.description
        + ", "
        + occurrence.description();
  }

  private record KeyTest(String description, Predicate<JsonNode> test) {
    static final KeyTest ANY = new KeyTest("", attributes -> true);
  }
}
