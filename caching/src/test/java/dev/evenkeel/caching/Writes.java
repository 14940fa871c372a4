package dev.evenkeel.caching;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ParameterizedStatement;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** All ways to write a reply. */
enum Writes {
  PUT,
  UPDATE,
  UPDATE_THAT_RETURNS,
  BATCH,
  TRANSACTION,
  STATEMENT,
  STATEMENTS,
  STATEMENTS_OF_A_TRANSACTION,
  DELETE;

  boolean isStatement() {
    return name().startsWith("STATEMENT");
  }

  void send(ClientUnderTest client, int thread, int nr, String text) {
    client.call(request(thread, nr, text));
  }

  DynamoDbRequest request(int thread, int nr, String text) {
    return switch (this) {
      case PUT -> Replies.put(thread, nr, text).build();
      case UPDATE -> update(thread, nr, text).build();
      case UPDATE_THAT_RETURNS ->
          update(thread, nr, text).returnValues(ReturnValue.ALL_NEW).build();
      case BATCH ->
          BatchWriteItemRequest.builder()
              .requestItems(
                  Map.of(
                      Replies.TABLE,
                      List.of(
                          WriteRequest.builder()
                              .putRequest(put -> put.item(Replies.reply(thread, nr, text)))
                              .build())))
              .build();
      case TRANSACTION ->
          TransactWriteItemsRequest.builder()
              .transactItems(TransactWriteItem.builder().update(of(thread, nr, text)).build())
              .build();
      case STATEMENT ->
          ExecuteStatementRequest.builder().statement(statement(thread, nr, text)).build();
      case STATEMENTS ->
          BatchExecuteStatementRequest.builder()
              .statements(
                  BatchStatementRequest.builder().statement(statement(thread, nr, text)).build())
              .build();
      case STATEMENTS_OF_A_TRANSACTION ->
          ExecuteTransactionRequest.builder()
              .transactStatements(
                  ParameterizedStatement.builder().statement(statement(thread, nr, text)).build())
              .build();
      case DELETE -> delete(thread, nr);
    };
  }

  static DeleteItemRequest delete(int thread, int nr) {
    return DeleteItemRequest.builder()
        .tableName(Replies.TABLE)
        .key(Replies.key(thread, nr))
        .build();
  }

  private static UpdateItemRequest.Builder update(int thread, int nr, String text) {
    Update update = of(thread, nr, text);
    return UpdateItemRequest.builder()
        .tableName(update.tableName())
        .key(update.key())
        .updateExpression(update.updateExpression())
        .expressionAttributeNames(update.expressionAttributeNames())
        .expressionAttributeValues(update.expressionAttributeValues());
  }

  private static Update of(int thread, int nr, String text) {
    return Update.builder()
        .tableName(Replies.TABLE)
        .key(Replies.key(thread, nr))
        .updateExpression("SET #t = :t")
        .expressionAttributeNames(Map.of("#t", "text"))
        .expressionAttributeValues(Map.of(":t", AttributeValue.fromS(text)))
        .build();
  }

  private static String statement(int thread, int nr, String text) {
    return "UPDATE \"%s\" SET \"text\" = '%s' WHERE thread = %d AND nr = %d"
        .formatted(Replies.TABLE, text, thread, nr);
  }
}
