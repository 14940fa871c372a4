package dev.evenkeel.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.operation.Operation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.utils.builder.SdkBuilder;

/** Every operation of the SDK's interfaces is known, forwarded unchanged, and passes the hook. */
class DelegatingClientsTest {
  private static final Set<String> KNOWN =
      Stream.of(Operation.values()).map(Operation::sdkName).collect(Collectors.toSet());

  private final RecordingDelegate delegate = new RecordingDelegate();

  static Stream<Method> syncOperations() {
    return SdkOperations.methodsOf(DynamoDbClient.class).stream();
  }

  static Stream<Method> asyncOperations() {
    return SdkOperations.methodsOf(DynamoDbAsyncClient.class).stream();
  }

  static Stream<Class<?>> interfaces() {
    return Stream.of(DynamoDbClient.class, DynamoDbAsyncClient.class);
  }

  @ParameterizedTest
  @MethodSource("interfaces")
  void operations_ofTheSdk_areAllKnown(Class<?> client) {
    assertThat(SdkOperations.difference(KNOWN, SdkOperations.namesOf(client))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("interfaces")
  void operations_oneMoreInTheSdk_isReported(Class<?> client) {
    Set<String> newer = new TreeSet<>(SdkOperations.namesOf(client));
    newer.add("TimeTravel");
    assertThat(SdkOperations.difference(KNOWN, newer)).containsExactly("TimeTravel");
  }

  @ParameterizedTest
  @MethodSource("syncOperations")
  void syncOperation_called_passesTheHookWithTheSameRequest(Method operation) throws Exception {
    CountingClient client = new CountingClient(delegate.as(DynamoDbClient.class));
    assertForwarded(operation, client, client.seen);
  }

  @ParameterizedTest
  @MethodSource("asyncOperations")
  void asyncOperation_called_passesTheHookWithTheSameRequest(Method operation) throws Exception {
    CountingAsyncClient client = new CountingAsyncClient(delegate.as(DynamoDbAsyncClient.class));
    assertForwarded(operation, client, client.seen);
  }

  /** Spring and others read all methods of a class: a type that an older SDK lacks would fail. */
  @Test
  void operations_newerThanTheOldestSdk_areTheSdksOwnRefusal() {
    CountingClient client = new CountingClient(delegate.as(DynamoDbClient.class));

    assertThatThrownBy(() -> client.searchVectors(search -> search.tableName("t")))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(Stream.of(DelegatingDynamoDbClient.class, DelegatingDynamoDbAsyncClient.class))
        .flatMap(type -> List.of(type.getDeclaredMethods()))
        .extracting(Method::getName)
        .doesNotContain("searchVectors");
  }

  @Test
  void close_borrowedDelegate_leavesItOpen() {
    new CountingClient(delegate.as(DynamoDbClient.class)).close();
    new CountingAsyncClient(delegate.as(DynamoDbAsyncClient.class)).close();
    assertThat(delegate.closed).isZero();
  }

  @Test
  void close_ownedDelegate_closesIt() {
    new CountingClient(delegate.as(DynamoDbClient.class), Ownership.OWNED).close();
    new CountingAsyncClient(delegate.as(DynamoDbAsyncClient.class), Ownership.OWNED).close();
    assertThat(delegate.closed).isEqualTo(2);
  }

  @Test
  void delegate_always_isTheClientItWasGiven() {
    DynamoDbClient sync = delegate.as(DynamoDbClient.class);
    DynamoDbAsyncClient async = delegate.as(DynamoDbAsyncClient.class);
    assertThat(new CountingClient(sync).delegate() == sync).isTrue();
    assertThat(new CountingAsyncClient(async).delegate() == async).isTrue();
  }

  @ParameterizedTest
  @MethodSource("syncOperations")
  void dynamoDbCalls_everyRequest_callsItsOperationOrIsDeclined(Method operation) throws Exception {
    assertCalledByType(operation, r -> DynamoDbCalls.call(delegate.as(DynamoDbClient.class), r));
    assertCalledByType(
        operation, r -> DynamoDbCalls.call(delegate.as(DynamoDbAsyncClient.class), r).join());
  }

  private void assertForwarded(Method operation, Object client, List<DynamoDbRequest> seen)
      throws Exception {
    DynamoDbRequest request = emptyRequest(operation);
    assertThat(operation.invoke(client, request)).isNotNull();
    assertThat(seen).singleElement().isSameAs(request);
    assertThat(delegate.calls).hasSize(1);
    assertThat(delegate.calls.get(0).method()).isEqualTo(operation.getName());
    assertThat(delegate.calls.get(0).argument()).isSameAs(request);
    assertThat(Operation.of(request).sdkName()).isEqualToIgnoringCase(operation.getName());
  }

  private void assertCalledByType(Method operation, Function<DynamoDbRequest, Object> call)
      throws Exception {
    DynamoDbRequest request = emptyRequest(operation);
    delegate.calls.clear();
    if (isCallable(Operation.of(request))) {
      assertThat(call.apply(request)).isInstanceOf(operation.getReturnType());
      assertThat(delegate.calls.get(0).method()).isEqualTo(operation.getName());
    } else {
      assertThat(catchThrowable(() -> call.apply(request)))
          .hasMessage(
              request.getClass().getSimpleName()
                  + " is a request that no flow sends. Call its method on the client itself.");
    }
  }

  private static boolean isCallable(Operation operation) {
    return switch (operation) {
      case CREATE_TABLE,
          DELETE_RESOURCE_POLICY,
          DELETE_TABLE,
          DESCRIBE_CONTINUOUS_BACKUPS,
          DESCRIBE_EXPORT,
          DESCRIBE_IMPORT,
          DESCRIBE_TABLE,
          DESCRIBE_TIME_TO_LIVE,
          EXPORT_TABLE_TO_POINT_IN_TIME,
          GET_RESOURCE_POLICY,
          LIST_TABLES,
          LIST_TAGS_OF_RESOURCE,
          PUT_RESOURCE_POLICY,
          RESTORE_TABLE_FROM_BACKUP,
          RESTORE_TABLE_TO_POINT_IN_TIME,
          TAG_RESOURCE,
          UPDATE_CONTINUOUS_BACKUPS,
          UPDATE_TABLE,
          UPDATE_TIME_TO_LIVE ->
          true;
      default ->
          switch (operation.kind()) {
            case ITEM_READ, ITEM_WRITE, PARTIQL -> true;
            default -> false;
          };
    };
  }

  private static DynamoDbRequest emptyRequest(Method operation) throws Exception {
    SdkBuilder<?, ?> builder =
        (SdkBuilder<?, ?>) operation.getParameterTypes()[0].getMethod("builder").invoke(null);
    return (DynamoDbRequest) builder.build();
  }
}
