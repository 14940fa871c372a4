package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The steps of sub-requests, and the ways to edit one. */
final class Edits {
  private Edits() {}

  static boolean isNote(DynamoDbRequest request) {
    return request instanceof PutItemRequest put && put.tableName().equals(CrashFixture.INTENTS);
  }

  static boolean isOpening(DynamoDbRequest request) {
    return isNote(request)
        && AttributeValue.fromS("OPEN").equals(((PutItemRequest) request).item().get("State"));
  }

  static boolean isForgetting(DynamoDbRequest request) {
    return request instanceof DeleteItemRequest delete
        && delete.tableName().equals(CrashFixture.INTENTS);
  }

  static boolean isGivingUp(DynamoDbRequest request) {
    return request instanceof UpdateItemRequest update
        && update.tableName().equals(CrashFixture.INTENTS)
        && update.updateExpression().equals("SET #state = :next");
  }

  static boolean isCommit(DynamoDbRequest request) {
    return request instanceof TransactWriteItemsRequest;
  }

  static boolean isPlainWrite(DynamoDbRequest request) {
    return request instanceof UpdateItemRequest update
        && update.tableName().equals(CrashFixture.DOCS);
  }

  static boolean isLook(DynamoDbRequest request) {
    return request instanceof QueryRequest query && query.tableName().equals(CrashFixture.DOCS);
  }

  static boolean isStaging(DynamoDbRequest request) {
    return isOnChunks(request, write -> write.putRequest() != null);
  }

  static boolean isRemoval(DynamoDbRequest request) {
    return isOnChunks(request, write -> write.deleteRequest() != null);
  }

  private static boolean isOnChunks(DynamoDbRequest request, Predicate<WriteRequest> kind) {
    return request instanceof BatchWriteItemRequest batch
        && batch.requestItems().containsKey(CrashFixture.CHUNKS)
        && batch.requestItems().get(CrashFixture.CHUNKS).stream().allMatch(kind);
  }

  /** The table of an action of a transaction. */
  static String table(TransactWriteItem action) {
    if (action.put() != null) {
      return action.put().tableName();
    }
    if (action.update() != null) {
      return action.update().tableName();
    }
    return action.delete() != null
        ? action.delete().tableName()
        : requireNonNull(action.conditionCheck()).tableName();
  }

  /** The replacement of a request to DynamoDB, as a flow that ends with its response. */
  interface Making {
    Flow<?> of(DynamoDbRequest request);
  }

  /** Steps that are not made; what they would be answered is made up. */
  static Mutant skip(Predicate<DynamoDbRequest> step) {
    return on(step, request -> Flow.of(made(request)));
  }

  private static Object made(DynamoDbRequest request) {
    if (request instanceof PutItemRequest) {
      return PutItemResponse.builder().build();
    }
    if (request instanceof UpdateItemRequest) {
      return UpdateItemResponse.builder().build();
    }
    if (request instanceof QueryRequest) {
      return QueryResponse.builder().items(List.of()).build();
    }
    return request instanceof DeleteItemRequest
        ? DeleteItemResponse.builder().build()
        : BatchWriteItemResponse.builder().build();
  }

  /** Steps that are made otherwise. */
  static Mutant on(Predicate<DynamoDbRequest> step, Making making) {
    return () ->
        new Mutant.Edit() {
          @Override
          @SuppressWarnings("unchecked") // it ends with the response of its request
          public <A> Flow<A> rewrite(Request<A> request) {
            return request instanceof TableCall<?> call && step.test(call.request())
                ? (Flow<A>) making.of(call.request())
                : Flow.ask(request);
          }
        };
  }

  /** Steps that are made only when another step has been made. */
  static Mutant swap(Predicate<DynamoDbRequest> earlier, Predicate<DynamoDbRequest> later) {
    return () ->
        new Mutant.Edit() {
          private final List<DynamoDbRequest> held = new ArrayList<>();

          @Override
          @SuppressWarnings("unchecked") // what is held is answered as it is when it is made
          public <A> Flow<A> rewrite(Request<A> request) {
            if (!(request instanceof TableCall<?> call)) {
              return Flow.ask(request);
            }
            if (earlier.test(call.request())) {
              held.add(call.request());
              return (Flow<A>) Flow.of(made(call.request()));
            }
            return later.test(call.request())
                ? Flow.ask(request).then(answer -> release().then(done -> Flow.of(answer)))
                : Flow.ask(request);
          }

          private Flow<Done> release() {
            List<Flow<Object>> all = new ArrayList<>();
            held.forEach(request -> all.add(sent(request)));
            held.clear();
            return Flow.awaitAll(all).map(done -> Done.DONE);
          }
        };
  }

  @SuppressWarnings("unchecked") // only that it is answered matters
  static Flow<Object> sent(DynamoDbRequest request) {
    return (Flow<Object>) (Flow<?>) Flow.ask(new TableCall<>(request));
  }

  /** A transaction with other actions. */
  static Flow<Object> transact(
      DynamoDbRequest request, Function<TransactWriteItem, @Nullable TransactWriteItem> each) {
    TransactWriteItemsRequest transaction = (TransactWriteItemsRequest) request;
    List<TransactWriteItem> actions = new ArrayList<>();
    for (TransactWriteItem action : transaction.transactItems()) {
      TransactWriteItem now = each.apply(action);
      if (now != null) {
        actions.add(now);
      }
    }
    return sent(transaction.toBuilder().transactItems(actions).build());
  }

  /** The actions on a table, and then the others. */
  static Flow<?> inTwo(DynamoDbRequest request, String firstTable) {
    return transact(request, one -> table(one).equals(firstTable) ? one : null)
        .then(done -> transact(request, one -> table(one).equals(firstTable) ? null : one));
  }

  /** An action whose condition holds always; DynamoDB wants every placeholder used. */
  static TransactWriteItem unconditional(TransactWriteItem action) {
    TransactWriteItem.Builder loose = TransactWriteItem.builder();
    if (action.put() != null) {
      Put put = action.put();
      loose.put(
          put.toBuilder()
              .conditionExpression(orTrue(put.conditionExpression()))
              .expressionAttributeNames(named(put.expressionAttributeNames()))
              .build());
    } else if (action.update() != null) {
      Update update = action.update();
      loose.update(
          update.toBuilder()
              .conditionExpression(orTrue(update.conditionExpression()))
              .expressionAttributeNames(named(update.expressionAttributeNames()))
              .build());
    } else {
      Delete delete = requireNonNull(action.delete());
      loose.delete(
          delete.toBuilder()
              .conditionExpression(orTrue(delete.conditionExpression()))
              .expressionAttributeNames(named(delete.expressionAttributeNames()))
              .build());
    }
    return loose.build();
  }

  /** An update whose condition holds always. */
  static Flow<?> unconditional(DynamoDbRequest request) {
    UpdateItemRequest update = (UpdateItemRequest) request;
    return sent(
        update.toBuilder()
            .conditionExpression(orTrue(update.conditionExpression()))
            .expressionAttributeNames(named(update.expressionAttributeNames()))
            .build());
  }

  private static String orTrue(String condition) {
    return "(%s) OR attribute_not_exists(#nowhere)".formatted(condition);
  }

  private static Map<String, String> named(Map<String, String> names) {
    Map<String, String> all = new HashMap<>(names);
    all.put("#nowhere", "nowhere");
    return all;
  }

  /** The intent that a request notes. */
  static Intent intent(DynamoDbRequest note) {
    return requireNonNull(
        IntentFormat.read(
            IntentTableSpec.of(CrashFixture.INTENTS), ((PutItemRequest) note).item()));
  }

  /** The replaced payloads that an intent's commit names. */
  static List<Intent.Change> replaced(DynamoDbRequest commit) {
    List<Intent.Change> replaced = new ArrayList<>();
    for (TransactWriteItem action : ((TransactWriteItemsRequest) commit).transactItems()) {
      if (table(action).equals(CrashFixture.INTENTS) && action.update() != null) {
        Map<String, AttributeValue> item = new HashMap<>(action.update().key());
        item.put("State", AttributeValue.fromS("OPEN"));
        item.put("Changes", action.update().expressionAttributeValues().get(":changes"));
        Intent intent = IntentFormat.read(IntentTableSpec.of(CrashFixture.INTENTS), item);
        replaced.addAll(requireNonNull(intent).changes());
      }
    }
    replaced.removeIf(change -> change.replaced() == null);
    return replaced;
  }

  /** Removes chunks. */
  static Flow<Done> remove(Intent.Change change, @Nullable PayloadRef payload) {
    KeySchema schema = KeySchema.of(KeyAttribute.ofString("id"));
    ChunkStore chunks = new ChunkStore(ChunkTableSpec.of(CrashFixture.CHUNKS), schema, 1);
    return new StoredPayloads(schema, chunks, null)
        .remove(change.parent(), requireNonNull(payload));
  }
}
