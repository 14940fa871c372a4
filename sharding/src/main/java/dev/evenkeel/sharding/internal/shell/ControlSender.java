package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.spec.LayoutUnknownException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Sends what one change or pass asks of the control table, and says which is missing. */
final class ControlSender {
  private final DynamoDbClient client;
  private final String table;
  private final Sender<Object> sender;
  private volatile boolean hasWritten;

  /**
   * @param table the control table, which all requests are for
   */
  ControlSender(DynamoDbClient client, String table) {
    this.client = client;
    this.table = table;
    this.sender = Sender.sync(client, Sender.nothingElse());
  }

  Object send(Request<?> request) {
    boolean hadWritten = hasWritten;
    hasWritten |= isWrite(request);
    try {
      return sender.send(request);
    } catch (ResourceNotFoundException e) { // so this one did not write
      if (isOfOtherTables(request)) {
        throw e;
      }
      throw LayoutUnknownException.noControlTable(table, where(), hadWritten, e);
    }
  }

  /** A transaction does not tell which of its tables is missing. */
  private static boolean isOfOtherTables(Request<?> request) {
    return request instanceof TableCall<?> call
        && call.request() instanceof TransactWriteItemsRequest;
  }

  private static boolean isWrite(Request<?> request) {
    return request instanceof TableCall<?> call
        && !(call.request() instanceof DescribeTableRequest
            || call.request() instanceof GetItemRequest
            || call.request() instanceof QueryRequest);
  }

  private String where() {
    try {
      return " in " + client.serviceClientConfiguration().region();
    } catch (UnsupportedOperationException e) {
      return ""; // a client of the user's own, which has none
    }
  }
}
