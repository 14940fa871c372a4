package dev.evenkeel.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.caching.spec.RemoteTier.ItemId;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to one run of a server. It is never made again: the next connection may lead to
 * another run, and each run has keys of its own. So nothing that a server has lost, or that a copy
 * of it has kept, is taken for what is there.
 */
final class Link {
  private static final Pattern RUN = Pattern.compile("run_id:([0-9a-zA-Z]+)");

  final String run;
  private final String prefix;
  private final StatefulRedisConnection<byte[], byte[]> connection;
  private final Map<Script, String> loaded;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private Link(
      String run,
      String namespace,
      StatefulRedisConnection<byte[], byte[]> connection,
      Map<Script, String> loaded) {
    this.run = run;
    this.prefix = namespace + ":" + run + ":";
    this.connection = connection;
    this.loaded = loaded;
  }

  /** Asks which run this is, and loads the scripts. Closes the connection if that fails. */
  static CompletionStage<Link> over(
      StatefulRedisConnection<byte[], byte[]> connection, String namespace) {
    RedisAsyncCommands<byte[], byte[]> commands = connection.async();
    Map<Script, String> loaded = new EnumMap<>(Script.class);
    CompletionStage<Link> made =
        commands
            .scriptLoad(Script.LOOK.text.getBytes(UTF_8))
            .thenAccept(digest -> loaded.put(Script.LOOK, digest))
            .thenCompose(done -> commands.scriptLoad(Script.FILL.text.getBytes(UTF_8)))
            .thenAccept(digest -> loaded.put(Script.FILL, digest))
            .thenCompose(done -> commands.info("server"))
            .thenApply(info -> new Link(run(info), namespace, connection, loaded));
    return made.whenComplete(
        (link, failure) -> {
          if (failure != null) {
            var unused = connection.closeAsync();
          }
        });
  }

  private static String run(String info) {
    Matcher found = RUN.matcher(info);
    if (!found.find()) {
      throw new IllegalStateException(
          "The server does not say its run_id in INFO, so its restarts would go unnoticed. Use a"
              + " server that does, and a user that may send INFO.");
    }
    return found.group(1);
  }

  boolean isOpen() {
    return !isClosed.get() && connection.isOpen();
  }

  byte[] item(ItemId item) {
    return key("i:" + item.table() + ":" + item.digest());
  }

  byte[] table(String table) {
    return key("t:" + table);
  }

  private byte[] key(String rest) {
    return (prefix + rest).getBytes(UTF_8);
  }

  /** Ends the connection, once. */
  void close() {
    if (isClosed.compareAndSet(false, true)) {
      var unused = connection.closeAsync();
    }
  }

  /** Runs a script on an item. Whatever fails ends the connection: the next one loads anew. */
  <T> CompletionStage<T> run(
      Script script, ScriptOutputType type, ItemId item, byte[]... arguments) {
    byte[][] keys = {item(item), table(item.table())};
    CompletionStage<T> answer =
        connection.async().evalsha(loaded.get(script), type, keys, arguments);
    return closedOnFailure(answer);
  }

  CompletionStage<String> remove(List<byte[]> keys) {
    return closedOnFailure(connection.async().unlink(keys.toArray(byte[][]::new)))
        .thenApply(count -> run);
  }

  private <T> CompletionStage<T> closedOnFailure(CompletionStage<T> answer) {
    return answer.whenComplete(
        (value, failure) -> {
          if (failure != null && !isNotSent(failure)) {
            close();
          }
        });
  }

  /** Whether too many commands wait for answers, so that this one was not sent. */
  private static boolean isNotSent(Throwable failure) {
    String message = failure.getMessage();
    return failure.getClass().equals(RedisException.class)
        && message != null
        && (message.startsWith("Request queue size exceeded")
            || message.startsWith("Internal stack size exceeded"));
  }
}
