package dev.evenkeel.core.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Notes every request that passes the hook. */
final class CountingClient extends DelegatingDynamoDbClient {
  final List<DynamoDbRequest> seen = Collections.synchronizedList(new ArrayList<>());

  CountingClient(DynamoDbClient delegate) {
    super(delegate);
  }

  CountingClient(DynamoDbClient delegate, Ownership ownership) {
    super(delegate, ownership);
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    seen.add(request);
    return super.invokeOperation(request, operation);
  }
}
