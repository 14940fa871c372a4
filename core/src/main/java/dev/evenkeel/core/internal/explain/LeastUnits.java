package dev.evenkeel.core.internal.explain;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.core.item.ReadCapacity;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
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
  private static final Map<Class<?>, Function<DynamoDbRequest, ReadWriteUnits>> RULES =
      new HashMap<>();

  static {
    reads(GetItemRequest.class, get -> consistency(get.consistentRead()).get(0));
    reads(QueryRequest.class, query -> consistency(query.consistentRead()).page(0));
    reads(ScanRequest.class, scan -> consistency(scan.consistentRead()).page(0));
    reads(
        BatchGetItemRequest.class,
        batch -> sum(batch.requestItems().values().stream().map(LeastUnits::keys)));
    reads(
        TransactGetItemsRequest.class,
        transaction -> ReadCapacity.TRANSACTIONAL.get(0).times(transaction.transactItems().size()));
    writes(PutItemRequest.class, put -> put(WriteCapacity.STANDARD, put.item()));
    writes(UpdateItemRequest.class, update -> WriteCapacity.STANDARD.delete(0));
    writes(DeleteItemRequest.class, delete -> WriteCapacity.STANDARD.delete(0));
    writes(
        BatchWriteItemRequest.class,
        batch ->
            sum(
                batch.requestItems().values().stream()
                    .flatMap(List::stream)
                    .map(LeastUnits::write)));
    writes(
        TransactWriteItemsRequest.class,
        transaction -> sum(transaction.transactItems().stream().map(LeastUnits::write)));
  }

  private LeastUnits() {}

  private static <Q extends DynamoDbRequest> void reads(
      Class<Q> requests, Function<Q, CapacityUnits> units) {
    RULES.put(requests, request -> ReadWriteUnits.ofReads(units.apply(requests.cast(request))));
  }

  private static <Q extends DynamoDbRequest> void writes(
      Class<Q> requests, Function<Q, CapacityUnits> units) {
    RULES.put(requests, request -> ReadWriteUnits.ofWrites(units.apply(requests.cast(request))));
  }

  /** The least units of a request; zero for one that works on no items, and for PartiQL. */
  public static ReadWriteUnits of(DynamoDbRequest request) {
    Function<DynamoDbRequest, ReadWriteUnits> rule = RULES.get(request.getClass());
    return rule == null ? ReadWriteUnits.ZERO : rule.apply(request);
  }

  private static CapacityUnits sum(Stream<CapacityUnits> units) {
    return units.reduce(CapacityUnits.ZERO, CapacityUnits::plus);
  }

  private static CapacityUnits keys(KeysAndAttributes keys) {
    return consistency(keys.consistentRead()).get(0).times(keys.keys().size());
  }

  private static ReadCapacity consistency(@Nullable Boolean consistentRead) {
    return Boolean.TRUE.equals(consistentRead) ? ReadCapacity.STRONG : ReadCapacity.EVENTUAL;
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
