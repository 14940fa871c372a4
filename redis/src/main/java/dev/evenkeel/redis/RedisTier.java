package dev.evenkeel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.caching.spec.RemoteTier;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A tier on one server that speaks the Redis protocol: Redis 5 or newer, Valkey, or the primary
 * endpoint of a managed one. Not for cluster mode.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#redis-tier -->
 *
 * <pre>{@code
 * RedisTier tier = RedisTier.at(RedisURI.create("rediss://cache.example.com:6379"), "shop-eu");
 * ItemCache cache = ItemCache.ofBytes(64 << 20, tier);
 * }</pre>
 *
 * <ul>
 *   <li><b>Items lie on the server as they are</b>, by digests of their keys. Whoever may read the
 *       server may read them.
 *   <li><b>Each run of the server begins empty</b>: what it had before a restart, a failover or a
 *       restored backup is never given. It is gone when its time to live is over.
 *   <li><b>Evictions are harmless.</b> What the server drops is read anew.
 *   <li><b>A server that is gone or hangs costs misses</b>: commands end after half a second, and
 *       the cache waits for a tenth of that.
 *   <li>Times are the server's. A clock that is set back by some time lets items live longer by as
 *       much.
 * </ul>
 *
 * <p>A look and a fill cost the server one script each, a removal one command. Safe for use by many
 * threads. Connects at first use, and again after a failure. Holds the threads of its client until
 * it is closed.
 */
public final class RedisTier implements RemoteTier, AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /** For all that a connection takes until it can be used. */
  private static final Duration LINK_TIMEOUT = Duration.ofSeconds(2);

  private static final int QUEUE_MAX = 4096;

  /** Longer than a read takes; a stamp that is gone sooner costs a fill. */
  private static final Duration STAMP_LIFE = Duration.ofMinutes(1);

  private final RedisClient client;
  private final RedisURI server;
  private final String namespace;
  private final String process = UUID.randomUUID().toString();
  private final AtomicLong stamps = new AtomicLong();
  private final AtomicReference<@Nullable CompletableFuture<Link>> link = new AtomicReference<>();

  private RedisTier(RedisURI server, String namespace) {
    this.server =
        server.getSentinels().isEmpty() // which a copy would lose
            ? RedisURI.builder(server).withTimeout(TIMEOUT).build() // of its handshake
            : server;
    this.namespace = namespace;
    this.client = RedisClient.create();
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false) // the next connection may lead to another run
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(QUEUE_MAX)
            .socketOptions(SocketOptions.builder().connectTimeout(TIMEOUT).build())
            .timeoutOptions(TimeoutOptions.enabled(TIMEOUT))
            .build());
  }

  /**
   * A tier on a server. Connects when it is first asked.
   *
   * @param server with credentials and TLS, if it needs them
   * @param namespace begins all keys: one for each region, account and set of rights, since
   *     processes with one namespace see each other's items
   */
  public static RedisTier at(RedisURI server, String namespace) {
    return new RedisTier(requireNonNull(server), requireNonNull(namespace));
  }

  @Override
  public CompletionStage<LookResult> look(ItemId item) {
    return link()
        .thenCompose(
            open ->
                open.<List<Object>>run(
                        Script.LOOK,
                        ScriptOutputType.MULTI,
                        item,
                        text(process + "." + stamps.incrementAndGet()),
                        text(Long.toString(STAMP_LIFE.toMillis())))
                    .thenApply(found -> looked(open.run, found)));
  }

  /** Milliseconds are cut off at both ends, so an item may be one older than they say. */
  private static LookResult looked(String run, List<Object> found) {
    String stamp = run + "/" + new String((byte[]) found.get(0), UTF_8);
    return found.size() == 1
        ? new LookResult(run, stamp, null, Duration.ZERO)
        : new LookResult(
            run,
            stamp,
            SdkBytes.fromByteArrayUnsafe((byte[]) found.get(1)),
            Duration.ofMillis((Long) found.get(2) < 0 ? -1 : (Long) found.get(2) + 1));
  }

  @Override
  public CompletionStage<Boolean> fill(
      ItemId item, String stamp, SdkBytes value, Duration timeToLive) {
    String[] parts = stamp.split("/", -1);
    return link()
        .thenCompose(
            open ->
                !open.run.equals(parts[0])
                    ? CompletableFuture.completedFuture(false)
                    : open.run(
                        Script.FILL,
                        ScriptOutputType.BOOLEAN,
                        item,
                        text(parts[1]),
                        text(parts[2]),
                        text(parts[3]),
                        text(Long.toString(timeToLive.toMillis())),
                        value.asByteArrayUnsafe()));
  }

  @Override
  public CompletionStage<String> remove(Collection<ItemId> items) {
    return removed(open -> items.stream().map(open::item).toList());
  }

  @Override
  public CompletionStage<String> removeAll(Collection<String> tables) {
    return removed(open -> tables.stream().map(open::table).toList());
  }

  private CompletionStage<String> removed(Function<Link, List<byte[]>> keys) {
    return link().thenCompose(open -> open.remove(keys.apply(open)));
  }

  private static byte[] text(String text) {
    return text.getBytes(UTF_8);
  }

  /** The connection that is there, or a new one. */
  private CompletionStage<Link> link() {
    CompletableFuture<Link> there = link.get();
    if (there != null && !isBroken(there)) {
      return there;
    }
    CompletableFuture<Link> next = new CompletableFuture<>();
    if (!link.compareAndSet(there, next)) {
      return link();
    }
    try {
      var unused =
          client
              .connectAsync(ByteArrayCodec.INSTANCE, server)
              .thenCompose(connection -> Link.over(connection, namespace))
              .whenComplete((made, failure) -> end(next, made, failure));
      var unusedLimit = next.orTimeout(LINK_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RuntimeException closed) {
      next.completeExceptionally(closed);
    }
    return next;
  }

  private static void end(
      CompletableFuture<Link> next, @Nullable Link made, @Nullable Throwable failure) {
    if (made != null) {
      if (!next.complete(made)) { // too late
        made.close();
      }
    } else {
      next.completeExceptionally(requireNonNull(failure));
    }
  }

  private static boolean isBroken(CompletableFuture<Link> there) {
    return there.isCompletedExceptionally() || (there.isDone() && !there.join().isOpen());
  }

  /** Ends the connection and the client's threads. What the server holds stays there. */
  @Override
  public void close() {
    client.shutdown(Duration.ZERO, TIMEOUT);
  }
}
