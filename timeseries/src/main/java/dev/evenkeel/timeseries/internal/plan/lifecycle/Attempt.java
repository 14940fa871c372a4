package dev.evenkeel.timeseries.internal.plan.lifecycle;

/** What came of one attempt at an action; what failed is a failure of its flow. */
sealed interface Attempt {
  /** It is done. */
  Attempt DONE = new Finished();

  /** See {@link #DONE}. */
  record Finished() implements Attempt {}

  /** A part of it is done, and it goes on in this run as soon as others had their turn. */
  record Sliced(String standing) implements Attempt {}

  /** A part of it is done, and it goes on in later runs, as it is meant to. */
  record GoesOn(String standing) implements Attempt {}

  /** Something else has to happen first, and may within this run. */
  record Waits(String reason) implements Attempt {}

  /**
   * The same, and what is waited for is a part of the action: a run that ends meanwhile leaves
   * nothing undone.
   */
  record Settles(String standing) implements Attempt {}

  /** Something else has to happen first, and will not within this run. */
  record Left(String reason) implements Attempt {}

  /** DynamoDB takes such a change only so often; a few more attempts tell whether that is why. */
  record Rationed(String reason) implements Attempt {}
}
