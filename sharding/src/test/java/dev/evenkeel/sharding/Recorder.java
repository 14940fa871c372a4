package dev.evenkeel.sharding;

import dev.evenkeel.core.listen.CallEnd;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.ManagedCall;
import dev.evenkeel.core.listen.SubRequest;
import dev.evenkeel.core.listen.SubRequestEnd;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps every event, as it came and in short. */
final class Recorder implements DecoratorListener {
  private final List<String> story = new CopyOnWriteArrayList<>();
  private final List<SubRequestEnd> subRequests = new CopyOnWriteArrayList<>();
  private final List<CallEnd> calls = new CopyOnWriteArrayList<>();

  @Override
  public void callStarted(ManagedCall call) {
    story.add("%s %s %s".formatted(call.decorator(), call.operation().sdkName(), call.tables()));
  }

  @Override
  public void subRequestSent(SubRequest sent) {
    story.add("sent %d %s %s".formatted(sent.number(), sent.operation().sdkName(), sent.tables()));
  }

  @Override
  public void subRequestEnded(SubRequestEnd end) {
    subRequests.add(end);
    story.add("ended %d %s".formatted(end.subRequest().number(), end.outcome()));
  }

  @Override
  public void callEnded(CallEnd end) {
    calls.add(end);
    story.add("end %s".formatted(end.outcome()));
  }

  List<String> story() {
    return story;
  }

  List<SubRequestEnd> subRequests() {
    return subRequests;
  }

  /** The only call since the last {@link #forget}. */
  CallEnd call() {
    if (calls.size() != 1) {
      throw new AssertionError("not one call but " + calls);
    }
    return calls.get(0);
  }

  List<CallEnd> calls() {
    return calls;
  }

  void forget() {
    story.clear();
    subRequests.clear();
    calls.clear();
  }
}
