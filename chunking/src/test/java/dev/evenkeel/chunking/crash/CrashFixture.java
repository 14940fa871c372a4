package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.s3.S3Client;

/** Tables and a bucket that flows are stepped over, with a clock of their own. */
final class CrashFixture implements AutoCloseable {
  static final String DOCS = "Docs";
  static final String CHUNKS = "Chunks";
  static final String INTENTS = "Intents";
  static final Duration GRACE = Duration.ofMinutes(10);

  final SteppedTime time = new SteppedTime();
  final Function<Request<?>, Object> calls;
  private final DynamoDbClient dynamoDb;
  private final S3Client s3;
  private final String bucket;

  CrashFixture(DynamoDbClient dynamoDb, S3Client s3, String bucket) {
    this.dynamoDb = dynamoDb;
    this.s3 = s3;
    this.bucket = bucket;
    this.calls = Sender.sync(dynamoDb, ObjectCalls.sync(s3))::send;
    createTable(DOCS, KeyAttribute.ofString("id"));
    createTable(CHUNKS, KeyAttribute.ofString("Id"));
    createTable(INTENTS, KeyAttribute.ofNumber("Bucket"), KeyAttribute.ofString("Due"));
  }

  private void createTable(String name, KeyAttribute... key) {
    List<KeySchemaElement> schema = new ArrayList<>();
    List<AttributeDefinition> types = new ArrayList<>();
    for (KeyAttribute part : key) {
      KeyType type = schema.isEmpty() ? KeyType.HASH : KeyType.RANGE;
      schema.add(KeySchemaElement.builder().attributeName(part.name()).keyType(type).build());
      types.add(
          AttributeDefinition.builder()
              .attributeName(part.name())
              .attributeType(part.type())
              .build());
    }
    dynamoDb.createTable(
        table ->
            table
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema)
                .attributeDefinitions(types));
  }

  ChunkingPlanner planner(ChunkingSpec spec) {
    return new ChunkingPlanner(List.of(spec), TableScope.of(dynamoDb), time, List.of());
  }

  /** The flow by which a client runs a request. */
  static <R> Flow<R> flow(ChunkingPlanner planner, DynamoDbRequest request) {
    Flow<R> planned = planner.plan(request);
    return planned == null ? sent(request) : planned;
  }

  @SuppressWarnings("unchecked") // the answer to a request is of the type that belongs to it
  private static <R> Flow<R> sent(DynamoDbRequest request) {
    return (Flow<R>) Flow.ask(new TableCall<>(request));
  }

  /** All items of a table, as they are stored. */
  List<Map<String, AttributeValue>> stored(String table) {
    return dynamoDb
        .scanPaginator(scan -> scan.tableName(table).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  /** The calls, from whose queries these intents are hidden. */
  Function<Request<?>, Object> hiding(List<Map<String, AttributeValue>> intents) {
    Set<Map<String, AttributeValue>> hidden = Set.copyOf(intents);
    return request -> {
      Object answer = calls.apply(request);
      if (answer instanceof QueryResponse found) {
        return found.toBuilder()
            .items(found.items().stream().filter(item -> !hidden.contains(item)).toList())
            .build();
      }
      return answer;
    };
  }

  /** The keys of all objects. */
  List<String> objects() {
    return s3.listObjectsV2Paginator(list -> list.bucket(bucket)).contents().stream()
        .map(object -> requireNonNull(object.key()))
        .toList();
  }

  /** Leaves nothing for the next. */
  @Override
  public void close() {
    List.of(DOCS, CHUNKS, INTENTS).forEach(name -> dynamoDb.deleteTable(t -> t.tableName(name)));
    objects().forEach(key -> s3.deleteObject(object -> object.bucket(bucket).key(key)));
  }
}
