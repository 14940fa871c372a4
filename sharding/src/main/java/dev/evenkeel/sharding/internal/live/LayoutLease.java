package dev.evenkeel.sharding.internal.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The records by which a call was planned, and what may be done with that plan. */
public final class LayoutLease {
  private final List<LiveCall.Scope> scopes;
  private final List<LayoutRecord> views;
  private final boolean writes;
  private volatile boolean hasWritten;

  /** Updates that were let pass and not refused; guarded by this. */
  private int unrefused;

  LayoutLease(List<LiveCall.Scope> scopes, List<LayoutRecord> views, boolean writes) {
    this.scopes = scopes;
    this.views = List.copyOf(views);
    this.writes = writes;
  }

  /** The records of the tables that the call touches, by the names of these. */
  public Map<String, LayoutRecord> records() {
    if (scopes.size() == 1) {
      return Map.of(scopes.get(0).table(), views.get(0));
    }
    Map<String, LayoutRecord> records = new HashMap<>();
    for (int i = 0; i < scopes.size(); i++) {
      records.put(scopes.get(i).table(), views.get(i));
    }
    return records;
  }

  /** The record of each scope. */
  public List<LayoutRecord> views() {
    return views;
  }

  /** Whether the call waits while writes of its keys are held back. */
  public boolean writes() {
    return writes;
  }

  /**
   * Asked after each attempt of a write was signed, right before it is sent.
   *
   * @param attempt an identity of this attempt
   * @throws StaleLayoutException if a record does not hold any more; nothing may be sent
   */
  public void send(Object attempt) {
    for (int i = 0; writes && i < scopes.size(); i++) {
      LiveCall.Scope scope = scopes.get(i);
      if (!scope.session().maySend(attempt, views.get(i), scope.keys())) {
        answered(attempt, i);
        throw new StaleLayoutException(scope.table()).asCause();
      }
    }
    hasWritten |= writes;
  }

  /** An attempt of an update was let pass, which adds to what is there. */
  public synchronized void updating() {
    unrefused++;
  }

  /** The answer to it says that nothing was written. */
  public synchronized void refused() {
    unrefused--;
  }

  /** Whether a write of the call was let pass, and may have been applied. */
  boolean hasWritten() {
    return hasWritten;
  }

  /**
   * Whether an update was let pass that was not refused: it may have been applied, or may be yet. A
   * good answer says so, too, for the SDK may drop it and send the update once more.
   */
  public synchronized boolean mayHaveUpdated() {
    return unrefused > 0;
  }

  /** Whether items that the call touches may be moved by others meanwhile. */
  public boolean isOfMove() {
    return views.stream().anyMatch(view -> view.target() != null);
  }

  /** Whether a request is of a lease under which an update may have been applied. */
  public static boolean mayHaveUpdated(DynamoDbRequest request) {
    return request
        .overrideConfiguration()
        .map(settings -> settings.executionAttributes().getAttribute(LeaseAttribute.LEASE))
        .filter(LayoutLease::mayHaveUpdated)
        .isPresent();
  }

  /** The attempt was answered, whatever the answer. */
  public void answered(Object attempt) {
    answered(attempt, scopes.size());
  }

  /** In the first scopes only. */
  private void answered(Object attempt, int count) {
    for (int i = 0; i < count; i++) {
      scopes.get(i).session().answered(attempt, views.get(i));
    }
  }

  /**
   * Asked when the call has its answer: whether that may be used. What was read before a write was
   * good when the write was sent; a call that has sent none may have read what is not so any more.
   */
  boolean mayUse() {
    for (int i = 0; i < scopes.size() && !hasWritten; i++) {
      if (!scopes.get(i).session().mayUse(views.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The request, whose sub-requests carry this lease down to the client that sends. */
  public DynamoDbRequest on(DynamoDbRequest request) {
    AwsRequestOverrideConfiguration.Builder settings =
        request
            .overrideConfiguration()
            .map(AwsRequestOverrideConfiguration::toBuilder)
            .orElseGet(AwsRequestOverrideConfiguration::builder);
    AwsRequest.Builder guarded = request.toBuilder();
    return (DynamoDbRequest)
        guarded
            .overrideConfiguration(
                settings.putExecutionAttribute(LeaseAttribute.LEASE, this).build())
            .build();
  }
}
