package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Base64;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The requests that meet a fault; all that the fault can strike by default.
 *
 * <pre>{@code
 * FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("PutItem").onTable("orders").first(2)
 * }</pre>
 *
 * <p>Immutable: each method returns a new rule. Calling {@link #into} again, or another of {@link
 * #onTable} and {@link #onBucket}, of {@link #whereKey} and {@link #whereObjectKey}, or of {@link
 * #first}, {@link #nth} and {@link #withProbability}, replaces what was said before.
 */
public final class FaultRule {
  private static final String REQUEST = "Request";
  private static final Set<String> DYNAMODB_OPERATIONS =
      Arrays.stream(DynamoDbClient.class.getMethods())
          .flatMap(method -> Arrays.stream(method.getParameterTypes()))
          .map(Class::getSimpleName)
          .filter(name -> name.endsWith(REQUEST))
          .map(name -> name.substring(0, name.length() - REQUEST.length()))
          .collect(Collectors.toUnmodifiableSet());

  private final Fault fault;
  private final Set<String> operations;
  private final Resources resources;
  private final KeyTest keys;
  private final Occurrence occurrence;

  private FaultRule(
      Fault fault,
      Set<String> operations,
      Resources resources,
      KeyTest keys,
      Occurrence occurrence) {
    this.fault = fault;
    this.operations = new TreeSet<>(operations);
    this.resources = resources;
    this.keys = keys;
    this.occurrence = occurrence;
  }

  /** A rule that strikes every request that the fault can strike. */
  public static FaultRule inject(Fault fault) {
    return new FaultRule(fault, Set.of(), Resources.ANY, KeyTest.ANY, Occurrence.ALWAYS);
  }

  /**
   * Only these operations, named as DynamoDB and S3 do: {@code PutItem}, {@code Query}, {@code
   * PutObject}, {@code UploadPart}.
   *
   * @throws IllegalArgumentException if none is named, or one that is no operation of DynamoDB, nor
   *     of S3 on objects, multipart uploads, their lists or whole buckets
   */
  public FaultRule into(String... names) {
    requireNames("into", names);
    for (String name : names) {
      if (!DYNAMODB_OPERATIONS.contains(name) && !S3Route.OPERATIONS.contains(name)) {
        throw new IllegalArgumentException(
            "'"
                + name
                + "' is no operation of DynamoDB or S3. Write it like 'PutItem' or 'PutObject'.");
      }
    }
    return new FaultRule(fault, Set.of(names), resources, keys, occurrence);
  }

  /**
   * Only requests to DynamoDB that name one of these tables.
   *
   * @throws IllegalArgumentException if none is named
   */
  public FaultRule onTable(String... names) {
    requireNames("onTable", names);
    return on(new Resources(DynamoDbCall.class, new TreeSet<>(Set.of(names))));
  }

  /**
   * Only requests to S3 on one of these buckets.
   *
   * @throws IllegalArgumentException if none is named
   */
  public FaultRule onBucket(String... names) {
    requireNames("onBucket", names);
    return on(new Resources(S3Call.class, new TreeSet<>(Set.of(names))));
  }

  private static void requireNames(String method, String... names) {
    if (names.length == 0) {
      throw new IllegalArgumentException(
          method + " of a FaultRule names nothing. Give it a name, or leave it out for all.");
    }
  }

  private FaultRule on(Resources changed) {
    return new FaultRule(fault, operations, changed, keys, occurrence);
  }

  /**
   * Only requests that address an item whose attribute {@code name} passes the test: the item of a
   * put, the key of any other single request, any entry of a batch or transaction, the equalities
   * in the key condition of a query. Scans address no item. Attributes that are not a string,
   * number or binary can be no key and never pass.
   */
  public FaultRule whereKey(String name, Predicate<AttributeValue> test) {
    Predicate<JsonNode> passing = attributes -> passes(attributes.path(name), test);
    KeyTest keyTest =
        new KeyTest(
            " where key " + name,
            call -> call instanceof DynamoDbCall data && Keys.of(data).stream().anyMatch(passing),
            passing);
    return new FaultRule(fault, operations, resources, keyTest, occurrence);
  }

  /**
   * Only requests to S3 on one object whose key passes the test. {@code DeleteObjects} names its
   * objects in its body and never passes.
   */
  public FaultRule whereObjectKey(Predicate<String> test) {
    KeyTest keyTest =
        new KeyTest(
            " where object key",
            call -> call instanceof S3Call s3 && s3.isOnObject() && test.test(s3.key()),
            attributes -> true);
    return new FaultRule(fault, operations, resources, keyTest, occurrence);
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
    return new FaultRule(fault, operations, resources, keys, changed);
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
    return keys.attributes;
  }

  Occurrence.Choice choice() {
    return occurrence.choice();
  }

  boolean matches(Call call) {
    return fault.appliesTo(call)
        && (operations.isEmpty() || operations.contains(call.operation()))
        && resources.match(call)
        && keys.calls.test(call);
  }

  /** The rule in words, for example {@code inject emptyPage() into [Query], first 2}. */
  @Override
  public String toString() {
    return "inject "
        + fault
        + (operations.isEmpty() ? "" : " into " + operations)
        + (resources.names.isEmpty() ? "" : " on " + resources.names)
        + keys.description
        + ", "
        + occurrence.description();
  }

  /** Tables or buckets, by the kind of request that names them; any, if empty. */
  private record Resources(Class<? extends Call> kind, Set<String> names) {
    static final Resources ANY = new Resources(Call.class, Set.of());

    boolean match(Call call) {
      return names.isEmpty()
          || (kind.isInstance(call) && call.resources().stream().anyMatch(names::contains));
    }
  }

  /** The condition on a request's keys; {@code attributes} looks at one item of several. */
  private record KeyTest(
      String description, Predicate<Call> calls, Predicate<JsonNode> attributes) {
    static final KeyTest ANY = new KeyTest("", call -> true, attributes -> true);
  }

  /** The choice of a rule's matches that are struck. */
  record Occurrence(String description, Choice choice) {
    static final Occurrence ALWAYS = new Occurrence("always", (match, dice) -> true);

    static Occurrence first(int count) {
      requirePositive("first", count);
      return new Occurrence("first " + count, (match, dice) -> match <= count);
    }

    static Occurrence nth(int number) {
      requirePositive("nth", number);
      return new Occurrence("match " + number, (match, dice) -> match == number);
    }

    static Occurrence withProbability(double probability) {
      if (!(probability >= 0 && probability <= 1)) {
        throw new IllegalArgumentException("probability must be 0..1 but was " + probability);
      }
      return new Occurrence(
          "with probability " + probability, (match, dice) -> dice.nextDouble() < probability);
    }

    private static void requirePositive(String name, int value) {
      if (value < 1) {
        throw new IllegalArgumentException(name + " must be >= 1 but was " + value);
      }
    }

    /** Decides by the number of the match, counted from 1, and draws if needed. */
    @FunctionalInterface
    interface Choice {
      boolean strikes(long match, RandomGenerator dice);
    }
  }
}
