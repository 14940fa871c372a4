package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.fault.FaultInjector;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The sync or the async sharding client, so that one test runs on both. */
final class Face implements AutoCloseable {
  private final Function<DynamoDbRequest, DynamoDbResponse> call;
  private final Runnable close;

  private Face(Function<DynamoDbRequest, DynamoDbResponse> call, Runnable close) {
    this.call = call;
    this.close = close;
  }

  /** Sends a request of any operation. */
  DynamoDbResponse call(DynamoDbRequest request) {
    return call.apply(request);
  }

  BatchGetItemResponse batchGet(BatchGetItemRequest request) {
    return (BatchGetItemResponse) call(request);
  }

  BatchWriteItemResponse batchWrite(BatchWriteItemRequest request) {
    return (BatchWriteItemResponse) call(request);
  }

  PutItemResponse put(PutItemRequest request) {
    return (PutItemResponse) call(request);
  }

  GetItemResponse get(GetItemRequest request) {
    return (GetItemResponse) call(request);
  }

  UpdateItemResponse update(UpdateItemRequest request) {
    return (UpdateItemResponse) call(request);
  }

  DeleteItemResponse delete(DeleteItemRequest request) {
    return (DeleteItemResponse) call(request);
  }

  QueryResponse query(QueryRequest request) {
    return (QueryResponse) call(request);
  }

  ScanResponse scan(ScanRequest request) {
    return (ScanResponse) call(request);
  }

  TransactWriteItemsResponse transactWrite(TransactWriteItemsRequest request) {
    return (TransactWriteItemsResponse) call(request);
  }

  TransactGetItemsResponse transactGet(TransactGetItemsRequest request) {
    return (TransactGetItemsResponse) call(request);
  }

  @Override
  public void close() {
    close.run();
  }

  /** Which client a face is made of. */
  enum Kind {
    SYNC {
      @Override
      Face open(LocalDynamoDb local, Consumer<SdkRequest> before, Tables tables) {
        return sync(
            local.clientBuilder().overrideConfiguration(c -> observe(c, before)).build(), tables);
      }

      @Override
      Face open(LocalDynamoDb local, FaultInjector faults, Tables tables) {
        return sync(
            withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder())),
            tables);
      }
    },
    ASYNC {
      @Override
      Face open(LocalDynamoDb local, Consumer<SdkRequest> before, Tables tables) {
        return async(
            local.asyncClientBuilder().overrideConfiguration(c -> observe(c, before)).build(),
            tables);
      }

      @Override
      Face open(LocalDynamoDb local, FaultInjector faults, Tables tables) {
        return async(
            withoutRetries(
                local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())),
            tables);
      }
    };

    Face open(LocalDynamoDb local, ShardingSpec... specs) {
      return open(local, request -> {}, specs);
    }

    /** A face that keeps nothing of what it reads beyond a page, if not told to. */
    Face open(LocalDynamoDb local, boolean readAhead, ShardingSpec... specs) {
      return open(local, request -> {}, Tables.of(specs).and(b -> b.readAhead(readAhead)));
    }

    Face open(LocalDynamoDb local, Consumer<SdkRequest> before, ShardingSpec... specs) {
      return open(local, before, Tables.of(specs));
    }

    Face open(
        LocalDynamoDb local,
        FaultInjector faults,
        List<DecoratorListener> listeners,
        ShardingSpec... specs) {
      return open(local, faults, Tables.of(specs).and(b -> listeners.forEach(b::listener)));
    }

    Face open(LocalDynamoDb local, FaultInjector faults, ShardingSpec... specs) {
      return open(local, faults, Tables.of(specs));
    }

    /** A face whose delegate tells {@code before} of every request it is about to send. */
    abstract Face open(LocalDynamoDb local, Consumer<SdkRequest> before, Tables tables);

    private static void observe(
        ClientOverrideConfiguration.Builder configuration, Consumer<SdkRequest> before) {
      configuration.addExecutionInterceptor(
          new ExecutionInterceptor() {
            @Override
            public void beforeExecution(
                Context.BeforeExecution context, ExecutionAttributes attributes) {
              before.accept(context.request());
            }
          });
    }

    /** A face over a client that meets faults and does not retry. */
    abstract Face open(LocalDynamoDb local, FaultInjector faults, Tables tables);

    private static <B extends AwsClientBuilder<B, C>, C> C withoutRetries(B builder) {
      return builder
          .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
          .build();
    }
  }

  /** The tables a face is told about. */
  interface Tables {
    void addTo(ShardingClientBuilder<?> builder);

    static Tables of(ShardingSpec... specs) {
      return builder -> List.of(specs).forEach(builder::table);
    }

    default Tables with(CounterSpec... counters) {
      return and(builder -> List.of(counters).forEach(builder::counter));
    }

    /** And further settings of the client. */
    default Tables and(Consumer<ShardingClientBuilder<?>> settings) {
      return builder -> {
        addTo(builder);
        settings.accept(builder);
      };
    }
  }

  private static Face sync(DynamoDbClient plain, Tables tables) {
    ShardingDynamoDbClient.Builder builder = ShardingDynamoDbClient.builder(plain);
    tables.addTo(builder);
    ShardingDynamoDbClient sharded = builder.closeDelegate(true).build();
    return new Face(request -> DynamoDbCalls.call(sharded, request), sharded::close);
  }

  private static Face async(DynamoDbAsyncClient plain, Tables tables) {
    ShardingDynamoDbAsyncClient.Builder builder = ShardingDynamoDbAsyncClient.builder(plain);
    tables.addTo(builder);
    ShardingDynamoDbAsyncClient sharded = builder.closeDelegate(true).build();
    return new Face(request -> join(DynamoDbCalls.call(sharded, request)), sharded::close);
  }

  private static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }
}
