package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.sharding.ShardingClientBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A delegate that fails with everything physical. */
final class FailingDelegate {
  private final PhysicalFixture fixture;
  private final Class<?> type;
  private final boolean late;
  private final PhysicalAnswers answers;
  private final List<SdkException> thrown = new CopyOnWriteArrayList<>();
  private final List<SdkException> expected = new CopyOnWriteArrayList<>();

  /**
   * @param late whether reads are answered, so that the write after them fails
   */
  FailingDelegate(PhysicalFixture fixture, Class<?> type, boolean late) {
    this.fixture = fixture;
    this.type = type;
    this.late = late;
    this.answers = new PhysicalAnswers(fixture, true);
  }

  void assertLogical(DynamoDbRequest request, Client client) {
    assertLogical(request, client, builder -> builder.table(fixture.spec()));
  }

  /**
   * Calls, and checks what is thrown.
   *
   * @param tables the specs to make of the client
   */
  void assertLogical(
      DynamoDbRequest request, Client client, Consumer<ShardingClientBuilder<?>> tables) {
    Throwable shown = catchThrowable(() -> client.call(tables, this::fail, request));
    String what = type.getSimpleName() + " on " + request;
    Throwable bare = shown instanceof CompletionException ? shown.getCause() : shown;
    assertThat(LeakWalker.leaks(fixture, shown)).as(what).isEmpty();
    assertThat(expected).as(what).anySatisfy(one -> SameFailure.assertSame(bare, one));
    assertThat(thrown).as(what).allMatch(one -> LeakWalker.leaks(fixture, one).size() > 10);
  }

  private DynamoDbResponse fail(DynamoDbRequest request) {
    if (late && request instanceof BatchGetItemRequest) {
      return answers.answer(request);
    }
    List<Map<String, AttributeValue>> items = new PhysicalAnswers.AskedItems(fixture).of(request);
    List<Map<String, AttributeValue>> logicalItems =
        items.stream().map(item -> with(item, "pk", fixture.logical())).toList();
    SdkException failure =
        SdkExceptions.of(type, quoting(items), bringsItems(request) ? items : logicalItems);
    String logicalText = quoting(logicalItems);
    boolean combined =
        type == TransactionCanceledException.class && request instanceof TransactGetItemsRequest;
    SdkException shown =
        SdkExceptions.of(type, logicalText, combined ? distinct(logicalItems) : logicalItems);
    shown.setStackTrace(failure.getStackTrace());
    thrown.add(failure);
    expected.add(shown);
    throw failure;
  }

  /** Only a write of one item fails on its condition, and only a transaction is cancelled. */
  private boolean bringsItems(DynamoDbRequest request) {
    if (type == ConditionalCheckFailedException.class) {
      return request instanceof PutItemRequest
          || request instanceof UpdateItemRequest
          || request instanceof DeleteItemRequest;
    }
    return request instanceof TransactGetItemsRequest
        || request instanceof TransactWriteItemsRequest;
  }

  /** The caller's read of an item on any of its shards has one reason. */
  private static List<Map<String, AttributeValue>> distinct(
      List<Map<String, AttributeValue>> items) {
    return items.stream().distinct().toList();
  }

  private static String quoting(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .flatMap(item -> PhysicalFixture.texts(item.get("pk")).stream())
        .collect(Collectors.joining("', '", "keys '", "', 12.5% of all"));
  }

  private static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> changed = new HashMap<>(item);
    changed.put(name, value);
    return changed;
  }
}
