package dev.evenkeel.testkit.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A second copy of the tables, in another namespace on the same server for each of theirs, that
 * repeats every successful write a fixed number of writes later. A read sent to it is answered as
 * of then.
 */
final class Replica {
  private static final Set<String> TABLE_CHANGES =
      Set.of("CreateTable", "UpdateTable", "DeleteTable");

  private final int writesBehind;
  private final String prefix = "replica" + UUID.randomUUID().toString().replace("-", "");
  private final SerialQueue queue = new SerialQueue();
  private final Deque<DynamoDbCall> pending = new ArrayDeque<>();
  private final Map<String, Set<String>> copied = new HashMap<>();

  private Replica(int writesBehind) {
    this.writesBehind = writesBehind;
  }

  /** The replica that the plan's stale reads need, if it has any. */
  static @Nullable Replica of(FaultPlan plan) {
    for (FaultRule rule : plan.rules()) {
      if (rule.fault() instanceof StaleReadFault stale) {
        return new Replica(stale.writesBehind());
      }
    }
    return null;
  }

  /** Sends to the server as it is, and remembers what the replica has to repeat. */
  CompletableFuture<Answer> send(DynamoDbCall call, Exchange exchange) {
    if (call.isWrite()) {
      return queue.submit(
          () ->
              copyTables(call, exchange)
                  .thenCompose(done -> exchange.send(call))
                  .thenCompose(answer -> afterWrite(call, answer, exchange)));
    }
    if (TABLE_CHANGES.contains(call.operation())) {
      return queue.submit(
          () ->
              exchange.send(call).thenCompose(answer -> afterTableChange(call, answer, exchange)));
    }
    return exchange.send(call);
  }

  /** Asks the replica. */
  CompletableFuture<Answer> sendPast(DynamoDbCall call, Exchange exchange) {
    return queue.submit(
        () -> copyTables(call, exchange).thenCompose(done -> exchange.send(past(call))));
  }

  private CompletableFuture<Void> copyTables(DynamoDbCall call, Exchange exchange) {
    CompletableFuture<Void> all = CompletableFuture.allOf();
    for (String table : call.tables()) {
      if (!copiedOf(call).contains(table)) {
        TableCopy copy = new TableCopy(table, call, past(call).accessKey(), exchange);
        all =
            all.thenCompose(done -> copy.run()).thenAccept(found -> markCopied(call, table, found));
      }
    }
    return all;
  }

  private void markCopied(DynamoDbCall call, String table, boolean found) {
    if (found) {
      copiedOf(call).add(table);
    }
  }

  /** The tables of the call's namespace that have a copy. */
  private Set<String> copiedOf(DynamoDbCall call) {
    return copied.computeIfAbsent(call.accessKey(), namespace -> new HashSet<>());
  }

  /** The same call in the namespace of the copies. */
  private DynamoDbCall past(DynamoDbCall call) {
    return call.withAccessKey(prefix + call.accessKey());
  }

  private CompletableFuture<Answer> afterWrite(
      DynamoDbCall call, Answer answer, Exchange exchange) {
    if (!answer.isSuccess()) {
      return CompletableFuture.completedFuture(answer);
    }
    pending.add(call);
    return repeatPending(writesBehind, exchange).thenApply(done -> answer);
  }

  /** Tables do not lag: what is pending is repeated first, so that it meets its own tables. */
  private CompletableFuture<Answer> afterTableChange(
      DynamoDbCall call, Answer answer, Exchange exchange) {
    if (!answer.isSuccess()) {
      return CompletableFuture.completedFuture(answer);
    }
    if (call.operation().equals("CreateTable")) {
      copiedOf(call).addAll(call.tables());
    } else if (!copiedOf(call).containsAll(call.tables())) {
      return CompletableFuture.completedFuture(answer);
    } else if (call.operation().equals("DeleteTable")) {
      copiedOf(call).removeAll(call.tables());
    }
    pending.add(call);
    return repeatPending(0, exchange).thenApply(done -> answer);
  }

  private CompletableFuture<Void> repeatPending(int kept, Exchange exchange) {
    CompletableFuture<Void> all = CompletableFuture.allOf();
    while (pending.size() > kept) {
      DynamoDbCall oldest = pending.remove();
      all =
          all.thenCompose(done -> exchange.send(past(oldest)))
              .thenAccept(answer -> requireSuccess(oldest, answer));
    }
    return all;
  }

  static void requireSuccess(DynamoDbCall call, Answer answer) {
    if (!answer.isSuccess()) {
      throw new IllegalStateException(
          call.operation()
              + " on "
              + call.tables()
              + " succeeded, but failed when the replica of a staleRead rule repeated it (status "
              + answer.http().statusCode()
              + "). Send all writes to these tables through the same injector.");
    }
  }

  /** Runs asynchronous tasks one after the other, in the order in which they came. */
  static final class SerialQueue {
    private CompletableFuture<?> tail = CompletableFuture.completedFuture(true);

    synchronized <T> CompletableFuture<T> submit(Supplier<CompletableFuture<T>> task) {
      CompletableFuture<T> run = tail.thenCompose(done -> task.get());
      tail = run.handle((result, failure) -> true);
      return run;
    }
  }
}
