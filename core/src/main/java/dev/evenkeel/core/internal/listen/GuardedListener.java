package dev.evenkeel.core.internal.listen;

import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A listener whose failures stay its own. */
final class GuardedListener implements DecoratorListener {
  private static final Logger LOG = LoggerFactory.getLogger(DecoratorListener.class);

  private final DecoratorListener listener;
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  GuardedListener(DecoratorListener listener) {
    this.listener = listener;
  }

  @Override
  public void callStarted(ManagedCall call) {
    tell("callStarted", DecoratorListener::callStarted, call);
  }

  @Override
  public void subRequestSent(SubRequest subRequest) {
    tell("subRequestSent", DecoratorListener::subRequestSent, subRequest);
  }

  @Override
  public void subRequestEnded(SubRequestEnd end) {
    tell("subRequestEnded", DecoratorListener::subRequestEnded, end);
  }

  @Override
  public void callEnded(CallEnd end) {
    tell("callEnded", DecoratorListener::callEnded, end);
  }

  private <E> void tell(String method, BiConsumer<DecoratorListener, E> tell, E event) {
    try {
      tell.accept(listener, event);
    } catch (Throwable failure) {
      if (failed.add(method)) {
        LOG.warn(
            "{}.{} failed. Calls go on as if it had not; further failures of it are not logged.",
            listener.getClass().getName(),
            method,
            failure);
      }
    }
  }
}
