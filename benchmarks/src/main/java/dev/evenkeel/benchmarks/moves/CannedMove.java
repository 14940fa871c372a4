package dev.evenkeel.benchmarks.moves;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;

/**
 * The answers of a table of which a key is moved. Its record is the one that a client with this
 * interceptor has read last; an item is found at the places that a word names, and nowhere else.
 */
final class CannedMove implements CannedAnswers, ExecutionInterceptor {
  private static final byte[] NOTHING = "{}".getBytes(UTF_8);

  private final byte[] item;
  private byte[] record = NOTHING;
  private String control = "";
  private String place = "";
  private int requests;

  /**
   * @param item as it is answered
   */
  CannedMove(String item) {
    this.item = item.getBytes(UTF_8);
  }

  /** Keeps what follows: the record, as it was read from this control table. */
  void isKeptIn(String table) {
    control = '"' + table + '"';
  }

  /** Has items be where a request says this word. */
  void isAt(String word) {
    place = word;
  }

  /** Requests to the table since the last time. */
  int takeRequests() {
    int taken = requests;
    requests = 0;
    return taken;
  }

  @Override
  public byte[] answer(byte[] body) {
    String text = new String(body, UTF_8);
    if (text.contains(control)) {
      return text.contains("UpdateExpression") ? NOTHING : record;
    }
    requests++;
    return text.contains("\"Item\"") || !text.contains(place) ? NOTHING : item;
  }

  @Override
  public Optional<InputStream> modifyHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes executionAttributes) {
    return context.responseBody().map(this::kept);
  }

  private InputStream kept(InputStream body) {
    try {
      byte[] bytes = body.readAllBytes();
      if (new String(bytes, UTF_8).startsWith("{\"Item\"")) {
        record = bytes;
      }
      return new ByteArrayInputStream(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
