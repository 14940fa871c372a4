package dev.evenkeel.testkit.fault;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;

/**
 * One run of a {@link FaultPlan}: makes HTTP clients that inject its faults, and keeps the journal.
 *
 * <pre>{@code
 * FaultInjector faults = plan.injector();
 * DynamoDbClient client = local.client(faults.httpClientBuilder());
 * }</pre>
 *
 * <p>Any number of clients, sync and async, of DynamoDB and of S3, may share one injector, and with
 * it the counters of its rules. Bodies from and to S3 stream through and are never held. For
 * DynamoDB Local, since changed requests are not signed anew, and for S3 servers addressed in path
 * style. Safe for use by several threads.
 */
public final class FaultInjector {
  private final FaultPlan plan;
  private final long[] matches;
  private final List<InjectedFault> journal = new ArrayList<>();
  private final @Nullable Replica replica;
  private long requests;

  FaultInjector(FaultPlan plan) {
    this.plan = plan;
    this.matches = new long[plan.rules().size()];
    this.replica = Replica.of(plan);
  }

  /** For {@code httpClientBuilder} of a sync client's builder: an Apache 5 client with faults. */
  public SdkHttpClient.Builder<?> httpClientBuilder() {
    return around(Apache5HttpClient.builder());
  }

  /** For {@code httpClientBuilder} of an async client's builder: a Netty client with faults. */
  public SdkAsyncHttpClient.Builder<?> asyncHttpClientBuilder() {
    return around(NettyNioAsyncHttpClient.builder());
  }

  /** The given HTTP client with faults; the SDK client that builds it closes it. */
  public SdkHttpClient.Builder<?> around(SdkHttpClient.Builder<?> delegate) {
    return new FaultyHttpClient.Builder(this, delegate);
  }

  /** The given HTTP client with faults; the SDK client that builds it closes it. */
  public SdkAsyncHttpClient.Builder<?> around(SdkAsyncHttpClient.Builder<?> delegate) {
    return new FaultyAsyncHttpClient.Builder(this, delegate);
  }

  /** The plan that this is a run of. */
  public FaultPlan plan() {
    return plan;
  }

  /** The faults injected so far, in the order in which they were decided. */
  public synchronized List<InjectedFault> journal() {
    return List.copyOf(journal);
  }

  /** The number of requests so far, struck or not, each attempt of a retried call counted. */
  public synchronized long requestCount() {
    return requests;
  }

  CompletableFuture<Answer> handle(Call call, Exchange exchange) {
    Decision decision = decide(call);
    Injection injection =
        new Injection(
            sent -> sendNow(sent, exchange),
            sent -> sendPast(sent, exchange),
            decision.dice,
            decision.keys);
    if (decision.delay.isZero()) {
      return decision.fault.inject(call, injection);
    }
    return exchange
        .pause(decision.delay)
        .thenCompose(waited -> decision.fault.inject(call, injection));
  }

  private CompletableFuture<Answer> sendNow(Call call, Exchange exchange) {
    return replica != null && call instanceof DynamoDbCall data
        ? replica.send(data, exchange)
        : exchange.send(call);
  }

  private CompletableFuture<Answer> sendPast(Call call, Exchange exchange) {
    return replica != null && call instanceof DynamoDbCall data
        ? replica.sendPast(data, exchange)
        : exchange.send(call);
  }

  private synchronized Decision decide(Call call) {
    requests++;
    Duration delay = Duration.ZERO;
    for (int i = 0; i < matches.length; i++) {
      FaultRule rule = plan.rules().get(i);
      if (!rule.matches(call)) {
        continue;
      }
      RandomGenerator dice = plan.dice(i, ++matches[i]);
      if (!rule.choice().strikes(matches[i], dice)) {
        continue;
      }
      note(call, rule.fault(), matches[i]);
      if (!(rule.fault() instanceof DelayFault slow)) {
        return new Decision(delay, rule.fault(), dice, rule.keys());
      }
      delay = delay.plus(slow.duration());
    }
    return new Decision(delay, new DelayFault(delay), plan.dice(0, 0), keys -> true);
  }

  private void note(Call call, Fault fault, long match) {
    journal.add(
        new InjectedFault(requests, call.operation(), call.resources(), fault.toString(), match));
  }

  /** The treatment of one request: a wait, then a fault, or plain sending. */
  private record Decision(
      Duration delay, Fault fault, RandomGenerator dice, Predicate<JsonNode> keys) {}
}
