package dev.evenkeel.benchmarks.canned;

/** The answers of a canned HTTP client. */
@FunctionalInterface
public interface CannedAnswers {

  /**
   * The body of the response with status 200.
   *
   * @param body the body of the request
   */
  byte[] answer(byte[] body);

  /** Always the same. */
  static CannedAnswers with(byte[] response) {
    return body -> response;
  }

  /** The answers of a table to queries. */
  static CannedAnswers from(CannedTable table) {
    return new WireAnswers(table);
  }
}
