package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.caching.CachingDynamoDbAsyncClient;
import dev.evenkeel.caching.CachingDynamoDbClient;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.batch.BatchingDynamoDbAsyncClient;
import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbAsyncClient;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.ItemTime;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The stack trace of a failed request names the operation and its step, of any decorator. */
@ExtendWith(LocalDynamoDbExtension.class)
class StepsInStackTracesTest {
  private static final String TABLE = "visits";

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private static final ShardingSpec SHARDED =
      ShardingSpec.builder(TABLE).partitionKey("page").sortKey("at").shards(4).build();

  private static final ChunkingSpec CHUNKED =
      ChunkingSpec.builder(TABLE)
          .partitionKey("page")
          .sortKey("at")
          .attribute("log", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("chunks"))
          .intentTable("intents")
          .build();

  private static final TimeSeriesSpec SERIES =
      TimeSeriesSpec.builder(TABLE)
          .period(Period.DAY)
          .since(Instant.parse("2026-11-20T00:00:00Z"))
          .time(ItemTime.iso("at"))
          .template(ExampleTables.provisioned(1, 1, "page", "at"))
          .build();

  private static final CachingSpec CACHED =
      CachingSpec.builder(TABLE)
          .partitionKey("page", ScalarAttributeType.S)
          .sortKey("at", ScalarAttributeType.S)
          .popular(1, Duration.ofMinutes(1))
          .pages()
          .build();

  /** Clients of each library, for one table. */
  enum Library implements Decoration {
    CORE {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return BatchingDynamoDbClient.builder(plain).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return BatchingDynamoDbAsyncClient.builder(plain).build();
      }
    },
    SHARDING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return ShardingDynamoDbClient.builder(plain).table(SHARDED).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return ShardingDynamoDbAsyncClient.builder(plain).table(SHARDED).build();
      }
    },
    CHUNKING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return ChunkingDynamoDbClient.builder(plain).table(CHUNKED).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return ChunkingDynamoDbAsyncClient.builder(plain).table(CHUNKED).build();
      }
    },
    TIMESERIES {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return TimeSeriesDynamoDbClient.builder(plain).table(SERIES).clock(() -> NOW).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return TimeSeriesDynamoDbAsyncClient.builder(plain).table(SERIES).clock(() -> NOW).build();
      }
    },
    CACHING {
      @Override
      public DynamoDbClient around(DynamoDbClient plain) {
        return CachingDynamoDbClient.builder(plain).table(CACHED).build();
      }

      @Override
      public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
        return CachingDynamoDbAsyncClient.builder(plain).table(CACHED).build();
      }
    }
  }

  static Stream<Arguments> failures() {
    GetItemRequest get =
        GetItemRequest.builder()
            .tableName(TABLE)
            .key(Map.of("page", fromS("a"), "at", fromS("2026-11-20T12:00:00Z")))
            .build();
    Map<String, AttributeValue> values =
        Map.of(
            ":page",
            fromS("a"),
            ":from",
            fromS("2026-11-20T00:00:00Z"),
            ":to",
            fromS("2026-11-20T23:00:00Z"));
    QueryRequest query =
        QueryRequest.builder()
            .tableName(TABLE)
            .keyConditionExpression("page = :page AND #at BETWEEN :from AND :to")
            .expressionAttributeNames(Map.of("#at", "at"))
            .expressionAttributeValues(values)
            .build();
    PutItemRequest put =
        PutItemRequest.builder()
            .tableName(TABLE)
            .item(Map.of("page", fromS("a"), "at", fromS("2026-11-20T12:00:00Z"), "v", fromS("x")))
            .build();
    BatchGetItemRequest batch =
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(TABLE, KeysAndAttributes.builder().keys(List.of(get.key())).build()))
            .build();
    DescribeTableRequest describe = DescribeTableRequest.builder().tableName(TABLE).build();
    String getItem = "operation.GetItem.GetItem";
    String putItem = "operation.PutItem.PutItem";
    String ofQuery = "operation.Query.Query";
    return Arrays.stream(Kind.values())
        .flatMap(
            kind ->
                Stream.of(
                    Arguments.of(kind, Library.CORE, batch, "batch.BatchRounds.BatchGetItem", ""),
                    Arguments.of(kind, Library.SHARDING, get, getItem, ""),
                    Arguments.of(kind, Library.SHARDING, put, putItem, ""),
                    Arguments.of(kind, Library.SHARDING, query, ofQuery, "query.QueryPlan.merge"),
                    Arguments.of(
                        kind,
                        Library.SHARDING,
                        describe,
                        "operation.TableOperation.DescribeTable",
                        ""),
                    Arguments.of(kind, Library.CHUNKING, get, getItem, ""),
                    Arguments.of(kind, Library.CHUNKING, put, putItem, ""),
                    Arguments.of(kind, Library.CHUNKING, query, ofQuery, ""),
                    Arguments.of(kind, Library.TIMESERIES, get, getItem, ""),
                    Arguments.of(kind, Library.TIMESERIES, put, putItem, ""),
                    Arguments.of(
                        kind, Library.TIMESERIES, query, ofQuery, "read.SequentialRead.page"),
                    Arguments.of(kind, Library.CACHING, get, getItem, "store.SharedRead.read"),
                    Arguments.of(
                        kind, Library.CACHING, put, "operation.WriteOperation.PutItem", ""),
                    Arguments.of(kind, Library.CACHING, query, ofQuery, "store.SharedRead.read")));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failure_ofTheService_namesTheOperationAndTheStep(
      Kind kind,
      Library library,
      DynamoDbRequest request,
      String operation,
      String step,
      LocalDynamoDb local) {
    FaultPlan down =
        FaultPlan.seeded(1).rule(FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY))).build();
    try (ClientUnderTest client = kind.open(local, down.injector(), library)) {
      Throwable failure = catchThrowable(() -> client.call(request));

      assertThat(failure).isInstanceOf(InternalServerErrorException.class);
      String internal = "dev.evenkeel." + library.name().toLowerCase(Locale.ROOT) + ".internal.";
      assertThat(failure.getStackTrace())
          .extracting(frame -> frame.getClassName() + "." + frame.getMethodName())
          .contains(internal + operation)
          .anyMatch(frame -> frame.startsWith(internal + step));
    }
  }
}
