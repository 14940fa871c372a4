package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.CarriedWork;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.upload.internal.UploadAnswer;
import dev.evenkeel.upload.internal.UploadRequest;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/**
 * One run over an asynchronous client. At most two threads of its own do blocking work, reading and
 * saving; they end with it.
 */
public final class AsyncUpload {
  /** The tasks in flight beside the batches: a read and a save. */
  private static final int OTHERS_MAX = 2;

  private final UploadJob job;
  private final ClientThreads context;
  private final Function<BatchWriteItemRequest, CompletableFuture<BatchWriteItemResponse>> client;
  private final ExecutorService threads = Executors.newCachedThreadPool(AsyncUpload::daemon);
  private final CompletableFuture<UploadReport> result = new CompletableFuture<>();
  private final UploadPauses pauses = new UploadPauses();

  public AsyncUpload(
      UploadJob job,
      ClientThreads context,
      Function<BatchWriteItemRequest, CompletableFuture<BatchWriteItemResponse>> client) {
    this.job = job;
    this.context = context;
    this.client = client;
  }

  /** Threads begin and end with the run; cancelling the result cancels what is under way. */
  public CompletableFuture<UploadReport> start() {
    threads.execute(CarriedWork.of(context, this::begin));
    return result;
  }

  private void begin() {
    try {
      UploadIo io = new UploadIo(job, pauses);
      AsyncRunner runner = AsyncRunner.create(job.settings().concurrency() + OTHERS_MAX, context);
      CompletableFuture<UploadReport> run =
          runner.run(io.flow(), io.sender(ask -> answer(io, ask)), Deadline.NONE);
      var unusedRun = run.whenComplete((report, failure) -> end(io, report, failure));
      var unusedResult = result.whenComplete((report, failure) -> run.cancel(true));
    } catch (Throwable e) { // includes failures of the caller's source or store
      threads.shutdown();
      result.completeExceptionally(e);
    }
  }

  private void end(UploadIo io, @Nullable UploadReport report, @Nullable Throwable failure) {
    io.close();
    threads.shutdownNow(); // an abandoned read of the source may still block
    if (failure != null) {
      result.completeExceptionally(failure);
    } else {
      result.complete(report);
    }
  }

  public void stop() {
    pauses.stop();
  }

  private CompletableFuture<UploadAnswer> answer(UploadIo io, UploadRequest ask) {
    if (ask instanceof UploadRequest.Send send) {
      CompletableFuture<BatchWriteItemResponse> call = client.apply(send.request());
      CompletableFuture<UploadAnswer> answer = orFailed(call.thenApply(UploadAnswer.Written::new));
      // Cancelling a dependent future does not cancel the call.
      var unused = answer.whenComplete((done, failure) -> call.cancel(true));
      return answer;
    }
    return ask instanceof UploadRequest.Read read
        ? orFailed(onThread(() -> io.read(read)))
        : orFailed(onThread(() -> io.save((UploadRequest.Save) ask)));
  }

  private static CompletableFuture<UploadAnswer> orFailed(
      CompletableFuture<? extends UploadAnswer> answer) {
    return answer.handle(
        (done, failure) -> failure == null ? done : new UploadAnswer.Failed(bare(failure)));
  }

  private CompletableFuture<UploadAnswer> onThread(Callable<UploadAnswer> work) {
    CompletableFuture<UploadAnswer> done = new CompletableFuture<>();
    threads.execute(
        CarriedWork.of(
            context,
            () -> {
              try {
                done.complete(work.call());
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            }));
    return done;
  }

  private static Throwable bare(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "evenkeel-upload");
    thread.setDaemon(true);
    return thread;
  }
}
