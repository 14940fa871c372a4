package dev.evenkeel.benchmarks.canned;

/** What a canned HTTP client answers with. */
@FunctionalInterface
public interface Answering {

  /**
   * The body of the response with status 200.
   *
   * @param body the body of the request
   */
  byte[] answer(byte[] body);

  /** Always the same. */
  static Answering with(byte[] response) {
    return body -> response;
  }

  /** What a table answers to queries. */
  static Answering from(CannedTable table) {
    return new WireAnswers(table);
  }
}
