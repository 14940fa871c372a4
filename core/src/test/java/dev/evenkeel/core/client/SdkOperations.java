package dev.evenkeel.core.client;

import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The operations of the SDK's client interfaces, by reflection. */
public final class SdkOperations {
  /** Those that the oldest SDK which Evenkeel runs with does not have. */
  static final Set<String> NEWER = Set.of("SearchVectors");

  private SdkOperations() {}

  /**
   * The methods of {@code client} that take a request object and return a response or a future,
   * without {@link #NEWER}.
   */
  public static List<Method> methodsOf(Class<?> client) {
    return Stream.of(client.getMethods())
        .filter(method -> !method.isBridge() && isOperation(method))
        .filter(method -> !NEWER.contains(sdkName(method.getName())))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  /** Their names as DynamoDB writes them, such as {@code PutItem}. */
  public static Set<String> namesOf(Class<?> client) {
    return methodsOf(client).stream()
        .map(method -> sdkName(method.getName()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The elements of {@code expected} that {@code actual} lacks, and the other way round. */
  public static Set<String> difference(Set<String> expected, Set<String> actual) {
    Set<String> difference = new TreeSet<>();
    expected.stream().filter(name -> !actual.contains(name)).forEach(difference::add);
    actual.stream().filter(name -> !expected.contains(name)).forEach(difference::add);
    return difference;
  }

  private static boolean isOperation(Method method) {
    return method.getParameterCount() == 1
        && DynamoDbRequest.class.isAssignableFrom(method.getParameterTypes()[0])
        && (DynamoDbResponse.class.isAssignableFrom(method.getReturnType())
            || method.getReturnType() == CompletableFuture.class);
  }

  private static String sdkName(String methodName) {
    return Character.toUpperCase(methodName.charAt(0)) + methodName.substring(1);
  }
}
