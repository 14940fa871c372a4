package dev.evenkeel.chunking;

import dev.evenkeel.core.DecoratorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * What a request told, without the name of its table.
 *
 * @param type the class of the response or the exception
 * @param told all else, in order
 */
record Outcome(Class<?> type, List<@Nullable Object> told) {

  static Outcome of(ClientUnderTest face, String table, DynamoDbRequests request) {
    try {
      DynamoDbResponse response = face.call(request.of(table));
      return new Outcome(response.getClass(), told(response, table));
    } catch (AwsServiceException e) {
      return new Outcome(e.getClass(), told(e));
    } catch (DecoratorException e) {
      throw new AssertionError(e + " at " + request.of(table), e);
    }
  }

  boolean failed() {
    return Throwable.class.isAssignableFrom(type);
  }

  private static List<@Nullable Object> told(DynamoDbResponse response, String table) {
    List<@Nullable Object> told = new ArrayList<>();
    if (response instanceof PutItemResponse put) {
      told.add(item(put.hasAttributes(), put.attributes()));
    } else if (response instanceof UpdateItemResponse update) {
      told.add(item(update.hasAttributes(), update.attributes()));
    } else if (response instanceof DeleteItemResponse delete) {
      told.add(item(delete.hasAttributes(), delete.attributes()));
    } else if (response instanceof GetItemResponse get) {
      told.add(item(get.hasItem(), get.item()));
    } else if (response instanceof QueryResponse page) {
      told.add(Normal.items(page.items()));
      told.addAll(List.of(page.count(), page.scannedCount(), Normal.item(page.lastEvaluatedKey())));
    } else if (response instanceof ScanResponse page) {
      told.add(Normal.items(page.items()));
      told.addAll(List.of(page.count(), page.scannedCount(), Normal.item(page.lastEvaluatedKey())));
    } else if (response instanceof BatchGetItemResponse batch) {
      told.add(Normal.anyOrder(batch.responses().getOrDefault(table, List.of())));
      told.add(batch.unprocessedKeys().isEmpty());
    } else if (response instanceof BatchWriteItemResponse batch) {
      told.add(batch.unprocessedItems().isEmpty());
    } else if (response instanceof TransactGetItemsResponse transaction) {
      transaction.responses().forEach(each -> told.add(item(each.hasItem(), each.item())));
    } else if (!(response instanceof TransactWriteItemsResponse)) {
      throw new AssertionError("unexpected " + response);
    }
    return told;
  }

  private static List<@Nullable Object> told(AwsServiceException e) {
    List<@Nullable Object> told = new ArrayList<>();
    told.add(e.awsErrorDetails().errorCode());
    told.add(e.statusCode());
    if (e instanceof ConditionalCheckFailedException failed) {
      told.add(e.awsErrorDetails().errorMessage());
      told.add(item(failed.hasItem(), failed.item()));
    }
    if (e instanceof TransactionCanceledException canceled) {
      told.add(e.awsErrorDetails().errorMessage());
      for (CancellationReason reason : canceled.cancellationReasons()) {
        told.add(reason.code());
        told.add(item(reason.hasItem(), reason.item()));
      }
    }
    return told;
  }

  private static @Nullable Object item(boolean isThere, Map<String, AttributeValue> item) {
    return isThere ? Normal.item(item) : null;
  }
}
