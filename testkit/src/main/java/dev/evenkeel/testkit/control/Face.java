package dev.evenkeel.testkit.control;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The simulator as one of the SDK's interfaces. Methods that take a request and return its answer
 * are the simulator's; whatever else the interface has comes down to those.
 */
abstract class Face implements InvocationHandler {
  private final Class<?> type;
  private final Class<?> answers;

  /**
   * A face.
   *
   * @param type the interface
   * @param answers what its operations return
   */
  Face(Class<?> type, Class<?> answers) {
    this.type = type;
    this.answers = answers;
  }

  final <T> T as(Class<T> client) {
    return client.cast(
        Proxy.newProxyInstance(Face.class.getClassLoader(), new Class<?>[] {type}, this));
  }

  @Override
  public final @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    if (arguments != null
        && arguments.length == 1
        && arguments[0] instanceof DynamoDbRequest request
        && answers.isAssignableFrom(method.getReturnType())) {
      return operate(request);
    }
    return switch (method.getName()) {
      case "close" -> null;
      case "serviceName" -> DynamoDbClient.SERVICE_NAME;
      case "toString" -> "simulated " + type.getSimpleName();
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> arguments != null && proxy == arguments[0];
      case "waiter" -> waiter(proxy);
      case "serviceClientConfiguration" -> configuration();
      default -> InvocationHandler.invokeDefault(proxy, method, arguments);
    };
  }

  abstract Object operate(DynamoDbRequest request);

  abstract Object waiter(Object proxy);

  /** The engine's, whose timeouts decorators look at; without one the SDK's defaults. */
  abstract DynamoDbServiceClientConfiguration configuration();

  static DynamoDbServiceClientConfiguration defaults() {
    return DynamoDbServiceClientConfiguration.builder()
        .overrideConfiguration(ClientOverrideConfiguration.builder().build())
        .build();
  }
}
