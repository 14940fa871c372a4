package dev.evenkeel.testkit.equivalence;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
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
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * A sync or an async client, called alike, so that one test runs over both: each call waits for its
 * response, and what the async client fails with is thrown as the sync client throws it.
 *
 * <p>As safe for use by several threads as the client.
 */
public final class ClientUnderTest implements AutoCloseable {
  private final Function<DynamoDbRequest, DynamoDbResponse> calls;
  private final SdkAutoCloseable closed;

  private ClientUnderTest(
      Function<DynamoDbRequest, DynamoDbResponse> calls, SdkAutoCloseable closed) {
    this.calls = calls;
    this.closed = closed;
  }

  /** A sync client, which is closed with this. */
  public static ClientUnderTest of(DynamoDbClient client) {
    return new ClientUnderTest(Calls.of(client), client);
  }

  /** An async client, which is closed with this. */
  public static ClientUnderTest of(DynamoDbAsyncClient client) {
    return new ClientUnderTest(Calls.of(client), client);
  }

  /** Waits for what an async client gives; throws its failure without what is around it. */
  public static <T> T join(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw Calls.unchecked(e);
    }
  }

  /** The SDK client that is tested: the parameter of a test. */
  public enum Kind {
    /** {@link DynamoDbClient}. */
    SYNC,
    /** {@link DynamoDbAsyncClient}. */
    ASYNC;

    /**
     * One of them at each change, and the other where {@link Rounds} go on: for tests of flows,
     * which are the same for both.
     */
    public static List<Kind> inTurn() {
      return Rounds.inTurn(List.of(values()));
    }

    /** A decorated client of this kind in a namespace. */
    public ClientUnderTest open(LocalDynamoDb local, Decoration decoration) {
      return open(local, request -> {}, decoration);
    }

    /**
     * The same, with a hook that the plain client calls before it sends a request.
     *
     * @param before is called on the thread that sends
     */
    public ClientUnderTest open(
        LocalDynamoDb local, Consumer<SdkRequest> before, Decoration decoration) {
      return switch (this) {
        case SYNC ->
            decorated(
                local.clientBuilder().overrideConfiguration(c -> observe(c, before)).build(),
                decoration);
        case ASYNC ->
            decorated(
                local.asyncClientBuilder().overrideConfiguration(c -> observe(c, before)).build(),
                decoration);
      };
    }

    /** The same, whose plain client meets faults and repeats nothing. */
    public ClientUnderTest open(LocalDynamoDb local, FaultInjector faults, Decoration decoration) {
      return switch (this) {
        case SYNC ->
            decorated(
                withoutRetries(local.clientBuilder().httpClientBuilder(faults.httpClientBuilder())),
                decoration);
        case ASYNC ->
            decorated(
                withoutRetries(
                    local.asyncClientBuilder().httpClientBuilder(faults.asyncHttpClientBuilder())),
                decoration);
      };
    }

    /** A decorated client of this kind over the plain one of the same kind, which stays open. */
    public ClientUnderTest over(
        DynamoDbClient sync, DynamoDbAsyncClient async, Decoration decoration) {
      return switch (this) {
        case SYNC -> new ClientUnderTest(Calls.of(decoration.around(sync)), () -> {});
        case ASYNC -> new ClientUnderTest(Calls.of(decoration.around(async)), () -> {});
      };
    }

    private static ClientUnderTest decorated(DynamoDbClient plain, Decoration decoration) {
      DynamoDbClient client = decoration.around(plain);
      return new ClientUnderTest(Calls.of(client), both(client, plain));
    }

    private static ClientUnderTest decorated(DynamoDbAsyncClient plain, Decoration decoration) {
      DynamoDbAsyncClient client = decoration.around(plain);
      return new ClientUnderTest(Calls.of(client), both(client, plain));
    }

    private static SdkAutoCloseable both(SdkAutoCloseable client, SdkAutoCloseable plain) {
      return client.equals(plain)
          ? plain
          : () -> {
            try (plain) {
              client.close();
            }
          };
    }

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

    private static <B extends AwsClientBuilder<B, C>, C> C withoutRetries(B builder) {
      return builder
          .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
          .build();
    }
  }

  /**
   * Sends a request of any operation that has one response, and waits for the response.
   *
   * @throws RuntimeException the client's failure, without a wrapping CompletionException
   */
  public DynamoDbResponse call(DynamoDbRequest request) {
    return calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public GetItemResponse call(GetItemRequest request) {
    return (GetItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public PutItemResponse call(PutItemRequest request) {
    return (PutItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public UpdateItemResponse call(UpdateItemRequest request) {
    return (UpdateItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public DeleteItemResponse call(DeleteItemRequest request) {
    return (DeleteItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public QueryResponse call(QueryRequest request) {
    return (QueryResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public ScanResponse call(ScanRequest request) {
    return (ScanResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public BatchGetItemResponse call(BatchGetItemRequest request) {
    return (BatchGetItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public BatchWriteItemResponse call(BatchWriteItemRequest request) {
    return (BatchWriteItemResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public TransactGetItemsResponse call(TransactGetItemsRequest request) {
    return (TransactGetItemsResponse) calls.apply(request);
  }

  /** Sends the request, and waits for the response. */
  public TransactWriteItemsResponse call(TransactWriteItemsRequest request) {
    return (TransactWriteItemsResponse) calls.apply(request);
  }

  /**
   * All pages of a query, from its own start key on.
   *
   * @throws AssertionError if there are more than {@code pagesMax}
   */
  public List<QueryResponse> pages(QueryRequest query, int pagesMax) {
    List<QueryResponse> pages = new ArrayList<>();
    Map<String, AttributeValue> start;
    QueryRequest next = query;
    do {
      requireMore(query, pages.size(), pagesMax);
      QueryResponse page = call(next);
      pages.add(page);
      start = page.lastEvaluatedKey();
      next = query.toBuilder().exclusiveStartKey(start).build();
    } while (!start.isEmpty());
    return pages;
  }

  /**
   * All pages of a scan, from its own start key on.
   *
   * @throws AssertionError if there are more than {@code pagesMax}
   */
  public List<ScanResponse> pages(ScanRequest scan, int pagesMax) {
    List<ScanResponse> pages = new ArrayList<>();
    Map<String, AttributeValue> start;
    ScanRequest next = scan;
    do {
      requireMore(scan, pages.size(), pagesMax);
      ScanResponse page = call(next);
      pages.add(page);
      start = page.lastEvaluatedKey();
      next = scan.toBuilder().exclusiveStartKey(start).build();
    } while (!start.isEmpty());
    return pages;
  }

  private static void requireMore(DynamoDbRequest request, int pages, int pagesMax) {
    if (pages >= pagesMax) {
      throw new AssertionError("no end after %d pages: %s".formatted(pages, request));
    }
  }

  /** Closes the client, and the plain one if this opened it. */
  @Override
  public void close() {
    closed.close();
  }
}
