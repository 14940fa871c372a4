package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/** Runs flows on a client, notes what they send, and comes between them and some of that. */
final class WatchedClient {
  private final Sender<Object> sending;
  private final List<Object> sent = new CopyOnWriteArrayList<>();
  private Predicate<Object> inConflict = request -> false;

  WatchedClient(DynamoDbClient client) {
    this.sending = Sender.sync(client, Sender.nothingElse());
  }

  /** Carries a request out, or not, and gives what the caller gets. */
  interface Between {
    Between NOTHING = Supplier::get;

    /** Each answer is lost. */
    Between LOST =
        carriedOut -> {
          throw lost(carriedOut.get());
        };

    Object answer(Supplier<Object> carriedOut);

    /** What a caller sees instead of the answer. */
    static SdkClientException lost(Object answer) {
      return SdkClientException.create("lost " + answer.getClass());
    }
  }

  <T> T run(Flow<T> flow) {
    return run(flow, Between.NOTHING);
  }

  <T> T run(Flow<T> flow, Between transactions) {
    return run(flow, TransactWriteItemsRequest.class::isInstance, transactions);
  }

  /**
   * Runs a flow.
   *
   * @param some requests, which something comes between
   */
  <T> T run(Flow<T> flow, Predicate<Object> some, Between between) {
    Sender<Object> watched =
        new Sender<>() {
          @Override
          public Object send(Request<?> request) {
            if (!(request instanceof TableCall<?> call)) {
              return sending.send(request);
            }
            sent.add(call.request());
            if (inConflict.test(call.request())) {
              inConflict = same -> false;
              throw TransactionConflictException.builder().message("under way").build();
            }
            return some.test(call.request())
                ? between.answer(() -> sending.send(request))
                : sending.send(request);
          }

          @Override
          public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
            return sending.unsent(request, alone);
          }
        };
    return SyncRunner.create().run(flow, watched, Deadline.NONE);
  }

  /** The next of these requests meets a transaction on its row. */
  void inConflict(Predicate<Object> requests) {
    inConflict = requests;
  }

  long sent(Class<?> kind) {
    return sent(kind::isInstance);
  }

  long sent(Predicate<Object> some) {
    return sent.stream().filter(some).count();
  }

  int sent() {
    return sent.size();
  }

  /** Forgets what was sent. */
  void forget() {
    sent.clear();
  }
}
