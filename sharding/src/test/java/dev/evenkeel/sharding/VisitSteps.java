package dev.evenkeel.sharding;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteResult;
import software.amazon.awssdk.enhanced.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.enhanced.dynamodb.model.DeleteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.IgnoreNullsMode;
import software.amazon.awssdk.enhanced.dynamodb.model.PutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.UpdateItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What the stock Enhanced Client does to {@link Visit}s, numbered by their sort keys. */
final class VisitSteps {
  static final String WRITTEN = "written";
  static final Expression IS_NEW =
      Expression.builder().expression("attribute_not_exists(sk)").build();
  static final Expression IS_THERE =
      Expression.builder().expression("attribute_exists(sk)").build();

  private VisitSteps() {}

  static Key key(int number) {
    return Key.builder().partitionValue("hot").sortValue(LiveTable.time(number)).build();
  }

  static Visit visit(int number, @Nullable String text, @Nullable Long version) {
    return Visit.of(LiveTable.time(number), text, version);
  }

  static Function<VisitCalls, Object> put(Visit visit, @Nullable Expression condition) {
    return calls ->
        calls
            .put()
            .apply(
                PutItemEnhancedRequest.builder(Visit.class)
                    .item(visit)
                    .conditionExpression(condition)
                    .returnValues(ReturnValue.ALL_OLD)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .build())
            .attributes();
  }

  static Function<VisitCalls, Object> update(Visit visit, ReturnValue returned) {
    return calls ->
        calls
            .update()
            .apply(
                UpdateItemEnhancedRequest.builder(Visit.class)
                    .item(visit)
                    .ignoreNullsMode(IgnoreNullsMode.SCALAR_ONLY)
                    .returnValues(returned)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .build())
            .attributes();
  }

  static Function<VisitCalls, Object> delete(int number, @Nullable Expression condition) {
    return calls ->
        calls
            .delete()
            .apply(
                DeleteItemEnhancedRequest.builder()
                    .key(key(number))
                    .conditionExpression(condition)
                    .build())
            .attributes();
  }

  static Object batch(VisitCalls calls, int put, int deleted) {
    EnhancedDocument document =
        EnhancedDocument.builder()
            .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
            .putString("pk", "hot")
            .putString("sk", LiveTable.time(put))
            .putString("text", "batch")
            .build();
    BatchWriteResult result =
        calls
            .batchWrite()
            .apply(
                BatchWriteItemEnhancedRequest.builder()
                    .writeBatches(
                        WriteBatch.builder(EnhancedDocument.class)
                            .mappedTableResource(calls.documents())
                            .addPutItem(document)
                            .addDeleteItem(key(deleted))
                            .build())
                    .build());
    return result.unprocessedPutItemsForTable(calls.documents());
  }

  /** Puts and updates records by their versions, checks another, and deletes one. */
  static Function<VisitCalls, Object> transaction(
      Visit put, int checked, Visit updated, int deleted) {
    return calls -> {
      calls
          .transactWrite()
          .accept(
              TransactWriteItemsEnhancedRequest.builder()
                  .addPutItem(
                      calls.visits(),
                      TransactPutItemEnhancedRequest.builder(Visit.class)
                          .item(put)
                          .returnValuesOnConditionCheckFailure(
                              ReturnValuesOnConditionCheckFailure.ALL_OLD)
                          .build())
                  .addConditionCheck(
                      calls.visits(),
                      ConditionCheck.builder()
                          .key(key(checked))
                          .conditionExpression(IS_THERE)
                          .build())
                  .addUpdateItem(calls.visits(), updated)
                  .addDeleteItem(calls.visits(), key(deleted))
                  .build());
      return WRITTEN;
    };
  }

  static Object outcome(VisitCalls calls, Function<VisitCalls, Object> step) {
    try {
      return String.valueOf(step.apply(calls));
    } catch (ConditionalCheckFailedException e) {
      return Map.copyOf(e.item());
    } catch (TransactionCanceledException e) {
      return e.cancellationReasons().stream()
          .map(reason -> reason.code() + new TreeMap<>(reason.item()))
          .toList();
    }
  }
}
