package dev.evenkeel.testkit;

import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Gives tests a {@link LocalDynamoDb}, a {@link DynamoDbClient} or a {@link DynamoDbAsyncClient} as
 * a parameter of constructors, test methods and lifecycle methods.
 *
 * <p>One server per JVM and engine serves all test classes and is stopped after the last of them.
 * Each top-level test class (its nested classes included) has a namespace of its own, hence no
 * tables to begin with, and one client of each kind, closed after the class; the methods of a class
 * share its tables. Classes may run in parallel.
 *
 * <p>If the engine that is asked for is not there, the tests are skipped with the reason.
 */
public final class LocalDynamoDbExtension
    implements ExecutionCondition, BeforeEachCallback, ParameterResolver {
  private static final Namespace STORE = Namespace.create(LocalDynamoDbExtension.class);
  private static final Map<Class<?>, Function<LocalDynamoDb, Object>> PARAMETERS =
      Map.of(
          LocalDynamoDb.class, local -> local,
          DynamoDbClient.class, LocalDynamoDb::client,
          DynamoDbAsyncClient.class, LocalDynamoDb::asyncClient);

  private final Engine engine;

  /** For {@code @ExtendWith}: the engine that the environment asks for. */
  public LocalDynamoDbExtension() {
    this(Engine.fromEnvironment());
  }

  /** For {@code @RegisterExtension static}: the given engine, whatever the environment says. */
  public LocalDynamoDbExtension(Engine engine) {
    this.engine = engine;
  }

  /**
   * Skips what asks for an engine that is not there. A condition and not a callback: build tools
   * report a disabled class as skipped, with the reason, and lose one that aborts.
   */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    try {
      return ConditionEvaluationResult.enabled(
          "DynamoDB Local runs at " + server(context).endpoint());
    } catch (EngineUnavailableException e) {
      return ConditionEvaluationResult.disabled(e.getMessage());
    }
  }

  /** Conditions do not see an extension on an instance field: there the test aborts here. */
  @Override
  public void beforeEach(ExtensionContext context) {
    server(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Function<LocalDynamoDb, Object> make = Objects.requireNonNull(PARAMETERS.get(type));
    LocalDynamoDb local = namespace(context);
    return ofClass(context).getOrComputeIfAbsent(key(type), ignored -> make.apply(local));
  }

  private LocalDynamoDb namespace(ExtensionContext context) {
    LocalDynamoDb server = server(context);
    return ofClass(context)
        .getOrComputeIfAbsent(
            key(LocalDynamoDb.class), ignored -> server.isolated(), LocalDynamoDb.class);
  }

  private LocalDynamoDb server(ExtensionContext context) {
    Object outcome =
        context.getRoot().getStore(STORE).getOrComputeIfAbsent(engine, ignored -> startOrFailure());
    if (outcome instanceof RuntimeException failure) {
      throw failure;
    }
    return (LocalDynamoDb) outcome;
  }

  /** A failure is kept like a server: finding out again for every class may take minutes. */
  private Object startOrFailure() {
    try {
      return LocalDynamoDb.start(engine);
    } catch (RuntimeException e) {
      return e;
    }
  }

  private String key(Class<?> type) {
    return engine + " " + type.getName();
  }

  /** The store of the top-level test class: what is put there is closed after the class. */
  private static ExtensionContext.Store ofClass(ExtensionContext context) {
    ExtensionContext found = context;
    while (found.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
      found = found.getParent().orElseThrow();
    }
    return found.getStore(STORE);
  }
}
