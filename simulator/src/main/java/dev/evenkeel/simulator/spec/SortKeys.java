package dev.evenkeel.simulator.spec;

/** The pattern of sort keys under one partition key, which decides splits. */
public enum SortKeys {
  /**
   * There are none, or the table has local secondary indexes, whose item collections are never
   * divided: all items of a key stay together. (There DynamoDB refuses to let a collection grow
   * above 10 GB, with ItemCollectionSizeLimitExceededException; that is not simulated.)
   */
  NONE,

  /**
   * Requests fall on sort keys in no order. A split divides the items of a key, and its requests,
   * in halves. (The place of a sort key is its hash: an approximation of a split at the median.)
   */
  SPREAD,

  /**
   * New sort keys are larger than all before, and requests are for the newest, as in a log. A split
   * between sort keys divides what is stored, but every request still goes to the last piece. So
   * heat does not split there, while size does; AWS's posts <em>Scaling DynamoDB</em> say, in other
   * words, that such a split is not made where it does not help, and name ever larger sort keys.
   */
  GROWING
}
