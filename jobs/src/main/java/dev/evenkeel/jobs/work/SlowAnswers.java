package dev.evenkeel.jobs.work;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.DaemonThread;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Tells of a request that has no answer for long: the SDK is silent until it has timed out, and
 * then repeats it, which takes minutes. Of many requests at a time it tells of one.
 */
public final class SlowAnswers implements ExecutionInterceptor {
  private static final Duration LONG = Duration.ofSeconds(15);
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  /** One for each object: the SDK wants each name once in a JVM. */
  private final ExecutionAttribute<Future<?>> notice =
      new ExecutionAttribute<>(
          SlowAnswers.class.getName() + "@" + Integer.toHexString(System.identityHashCode(this)));

  private final Duration length;
  private final Consumer<String> telling;
  private final AtomicLong toldAt;

  SlowAnswers(Duration length, Consumer<String> telling) {
    this.length = length;
    this.telling = telling;
    this.toldAt = new AtomicLong(System.nanoTime() - length.toNanos());
  }

  /** Tells of it in the log. */
  public static SlowAnswers logged() {
    return new SlowAnswers(LONG, LoggerFactory.getLogger(SlowAnswers.class)::warn);
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, work -> DaemonThread.of("evenkeel-slow-answers", work));
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /** Of each attempt. */
  @Override
  public void beforeTransmission(
      Context.BeforeTransmission context, ExecutionAttributes attributes) {
    answered(attributes);
    String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    SdkHttpRequest request = context.httpRequest();
    attributes.putAttribute(
        notice,
        TIMER.schedule(() -> tell(operation, request), length.toMillis(), TimeUnit.MILLISECONDS));
  }

  @Override
  public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
    answered(attributes);
  }

  @Override
  public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
    answered(attributes);
  }

  private void answered(ExecutionAttributes attributes) {
    Future<?> waiting = attributes.getAttribute(notice);
    if (waiting != null) {
      waiting.cancel(false);
    }
  }

  private void tell(String operation, SdkHttpRequest request) {
    long now = System.nanoTime();
    long last = toldAt.get();
    if (now - last >= length.toNanos() && toldAt.compareAndSet(last, now)) {
      telling.accept(
          "%s has no answer from %s://%s:%d for %s. It is waited for, and repeated if it times out. Check the region, the endpoint and the network if this goes on."
              .formatted(
                  operation,
                  request.protocol(),
                  request.host(),
                  request.port(),
                  TimeText.of(length)));
    }
  }
}
