package dev.evenkeel.core.internal.batch;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.FlowStepper.Ask;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A batch on the table "events" that is answered by hand, part by part. */
final class BatchScript<R> {
  static final String TABLE = "events";
  static final String KEY = "id";

  private final FlowStepper<R> stepper;

  private BatchScript(Flow<R> flow) {
    this.stepper = FlowStepper.of(flow);
  }

  static <R> BatchScript<R> of(BatchPlanner planner, DynamoDbRequest batch) {
    return new BatchScript<>(requireNonNull(planner.<R>plan(batch)));
  }

  /** A planner that knows the keys of the table. */
  static BatchPlanner planner(int fruitlessMax, int widthMax) {
    return new BatchPlanner(fruitlessMax, widthMax, Map.of(TABLE, List.of(KEY)));
  }

  private static AttributeValue number(int id) {
    return AttributeValue.fromN(Integer.toString(id));
  }

  static WriteRequest put(int id, String... more) {
    return WriteRequest.builder().putRequest(put -> put.item(item(id, more))).build();
  }

  static WriteRequest delete(int id, String... more) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(item(id, more))).build();
  }

  /** An item with more attributes of one value. */
  private static Map<String, AttributeValue> item(int id, String... more) {
    Map<String, AttributeValue> item = new HashMap<>(Map.of(KEY, number(id)));
    Stream.of(more).forEach(name -> item.put(name, number(0)));
    return item;
  }

  static List<WriteRequest> puts(int count) {
    return IntStream.range(0, count).mapToObj(BatchScript::put).toList();
  }

  static BatchWriteItemRequest write(List<WriteRequest> writes) {
    return BatchWriteItemRequest.builder().requestItems(Map.of(TABLE, writes)).build();
  }

  static BatchGetItemRequest get(int count) {
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                TABLE,
                KeysAndAttributes.builder()
                    .keys(IntStream.range(0, count).mapToObj(BatchScript::item).toList())
                    .build()))
        .build();
  }

  static ProvisionedThroughputExceededException throttle() {
    return ProvisionedThroughputExceededException.builder().message("too much").build();
  }

  static <T> T request(Ask ask, Class<T> type) {
    return type.cast(((TableCall<?>) ask.request()).request());
  }

  /** The writes to the table in an asked part. */
  static List<WriteRequest> writes(Ask ask) {
    return request(ask, BatchWriteItemRequest.class).requestItems().get(TABLE);
  }

  FlowStepper<R> stepper() {
    return stepper;
  }

  List<Ask> asks() {
    return stepper.asks();
  }

  /** The only request that is asked now. */
  Ask ask() {
    List<Ask> asks = asks();
    if (asks.size() != 1) {
      throw new AssertionError("asked " + asks.size() + " requests");
    }
    return asks.get(0);
  }

  void written(Ask part) {
    answerWrites(part, writes -> Map.of());
  }

  void unprocessed(Ask part) {
    answerWrites(part, writes -> Map.of(TABLE, writes));
  }

  private void answerWrites(
      Ask part, Function<List<WriteRequest>, Map<String, List<WriteRequest>>> left) {
    stepper.answer(
        part.ticket(),
        BatchWriteItemResponse.builder().unprocessedItems(left.apply(writes(part))).build());
  }

  void read(Ask part) {
    stepper.answer(
        part.ticket(),
        BatchGetItemResponse.builder()
            .responses(
                Map.of(
                    TABLE,
                    request(part, BatchGetItemRequest.class).requestItems().get(TABLE).keys()))
            .build());
  }

  void fail(Ask ask, Throwable cause) {
    stepper.fail(ask.ticket(), cause);
  }

  /** Passes the pause that is asked now, and tells it. */
  Pause pause() {
    Ask ask = ask();
    stepper.answer(ask.ticket(), Done.DONE);
    return (Pause) ask.request();
  }

  /** Answers the description that is asked now, and tells its request. */
  DescribeTableRequest describe(String... keyNames) {
    Ask ask = ask();
    stepper.answer(
        ask.ticket(),
        DescribeTableResponse.builder()
            .table(
                table ->
                    table.keySchema(
                        Stream.of(keyNames)
                            .map(
                                name ->
                                    KeySchemaElement.builder()
                                        .attributeName(name)
                                        .keyType(KeyType.HASH)
                                        .build())
                            .toList()))
            .build());
    return request(ask, DescribeTableRequest.class);
  }
}
