package dev.evenkeel.core.internal.explain;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The least that a request costs, as far as the request alone can tell: a put by the size of its
 * item, any other write one block, a read one block for each key or page. Stored items may be
 * larger, and indexes are not counted. Rules and sources are those of {@link ReadCapacity} and
 * {@link WriteCapacity}.
 */
public final class LeastUnits {
  private LeastUnits() {}

  /** The least units of a request; zero for one that works on no items, and for PartiQL. */
  public static ReadWriteUnits of(DynamoDbRequest request) {
    CapacityUnits reads = reads(request);
    return reads == null ? ReadWriteUnits.ofWrites(writes(request)) : ReadWriteUnits.ofReads(reads);
  }

  /** Null if it is no read. */
  private static @Nullable CapacityUnits reads(DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      return consistency(get.consistentRead()).get(0);
    }
    if (request instanceof QueryRequest query) {
      return consistency(query.consistentRead()).page(0);
    }
    if (request instanceof ScanRequest scan) {
      return consistency(scan.consistentRead()).page(0);
    }
    if (request instanceof BatchGetItemRequest batch) {
      return batch.requestItems().values().stream()
          .map(LeastUnits::keys)
          .reduce(CapacityUnits.ZERO, CapacityUnits::plus);
    }
    return request instanceof TransactGetItemsRequest transaction
        ? ReadCapacity.TRANSACTIONAL.get(0).times(transaction.transactItems().size())
        : null;
  }

  private static CapacityUnits keys(KeysAndAttributes keys) {
    return consistency(keys.consistentRead()).get(0).times(keys.keys().size());
  }

  private static ReadCapacity consistency(@Nullable Boolean consistentRead) {
    return Boolean.TRUE.equals(consistentRead) ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
  }

  private static CapacityUnits writes(DynamoDbRequest request) {
    if (request instanceof PutItemRequest put) {
      return put(WriteCapacity.STANDARD, put.item());
    }
    if (request instanceof UpdateItemRequest || request instanceof DeleteItemRequest) {
      return WriteCapacity.STANDARD.delete(0);
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch.requestItems().values().stream()
          .flatMap(List::stream)
          .map(LeastUnits::write)
          .reduce(CapacityUnits.ZERO, CapacityUnits::plus);
    }
    return request instanceof TransactWriteItemsRequest transaction
        ? transaction.transactItems().stream()
            .map(LeastUnits::write)
            .reduce(CapacityUnits.ZERO, CapacityUnits::plus)
        : CapacityUnits.ZERO;
  }

  private static CapacityUnits write(WriteRequest write) {
    return write.putRequest() == null
        ? WriteCapacity.STANDARD.delete(0)
        : put(WriteCapacity.STANDARD, write.putRequest().item());
  }

  private static CapacityUnits write(TransactWriteItem action) {
    return action.put() == null
        ? WriteCapacity.TRANSACTIONAL.delete(0)
        : put(WriteCapacity.TRANSACTIONAL, action.put().item());
  }

  private static CapacityUnits put(WriteCapacity capacity, Map<String, AttributeValue> item) {
    return capacity.put(0, Math.max(1, bytes(item)));
  }

  /** An item that DynamoDB will refuse has no size. */
  private static long bytes(Map<String, AttributeValue> item) {
    try {
      return ItemSize.bytes(item);
    } catch (DecoratorException e) {
      return 0;
    }
  }
}
