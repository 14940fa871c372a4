package dev.evenkeel.timeseries.internal.plan.lifecycle;

/** Result of one attempt at an action. A failed attempt fails its flow instead. */
sealed interface Attempt {
  /** It is done. */
  Attempt DONE = new Finished();

  /** See {@link #DONE}. */
  record Finished() implements Attempt {}

  /** A part is done; this run continues it after the other actions. */
  record InProgress(String standing) implements Attempt {}

  /** A part is done; later runs continue it, as planned. */
  record Continued(String standing) implements Attempt {}

  /** Something else has to happen first; this run tries again. */
  record Retry(String reason) implements Attempt {}

  /**
   * As {@link Retry}, but only the end of what the action itself began is missing: a run that ends
   * meanwhile leaves nothing undone.
   */
  record Settling(String standing) implements Attempt {}

  /** Something else has to happen first, after this run. */
  record Deferred(String reason) implements Attempt {}

  /**
   * DynamoDB limits how often such a change is made; a few more attempts tell whether it does now.
   */
  record RateLimited(String reason) implements Attempt {}
}
