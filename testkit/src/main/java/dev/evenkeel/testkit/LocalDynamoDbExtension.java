package dev.evenkeel.testkit;

import java.util.Map;
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
public final class LocalDynamoDbExtension extends LocalServerExtension<LocalDynamoDb> {
  /** For {@code @ExtendWith}: the engine that the environment asks for. */
  public LocalDynamoDbExtension() {
    this(Engine.fromEnvironment());
  }

  /** For {@code @RegisterExtension static}: the given engine, whatever the environment says. */
  public LocalDynamoDbExtension(Engine engine) {
    super(
        LocalDynamoDb.class,
        engine,
        () -> LocalDynamoDb.start(engine),
        LocalDynamoDb::isolated,
        server -> "DynamoDB Local runs at " + server.endpoint(),
        Map.of(
            LocalDynamoDb.class, local -> local,
            DynamoDbClient.class, LocalDynamoDb::client,
            DynamoDbAsyncClient.class, LocalDynamoDb::asyncClient));
  }
}
