package dev.evenkeel.timeseries.life;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** DynamoDB Local with simulated tags: those that tables are created with are returned. */
final class TaggingClient extends DelegatingDynamoDbClient {
  private final Map<String, List<Tag>> tags = new HashMap<>();

  /** Whether tags are visible yet. */
  BooleanSupplier isVisible = () -> true;

  /** Whether they may be read. */
  boolean isAllowed = true;

  TaggingClient(DynamoDbClient delegate) {
    super(delegate);
  }

  /** The same engine, without tags. */
  DynamoDbClient plain() {
    return delegate();
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    CreateTableResponse answer = delegate().createTable(request);
    tags.put(answer.tableDescription().tableArn(), request.tags());
    return answer;
  }

  @Override
  public ListTagsOfResourceResponse listTagsOfResource(ListTagsOfResourceRequest request) {
    if (!isAllowed) {
      throw DynamoDbException.builder()
          .awsErrorDetails(
              AwsErrorDetails.builder()
                  .errorCode("AccessDeniedException")
                  .errorMessage("not authorized")
                  .build())
          .build();
    }
    List<Tag> visible =
        isVisible.getAsBoolean() ? tags.getOrDefault(request.resourceArn(), List.of()) : List.of();
    return ListTagsOfResourceResponse.builder().tags(visible).build();
  }
}
