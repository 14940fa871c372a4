package dev.evenkeel.objects.internal;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Answers DeleteObjects: one key is locked for good, another is busy the first time. */
final class DeleteRefusingStore implements AutoCloseable {
  private static final Pattern KEY = Pattern.compile("<Key>(.*?)</Key>");

  private final List<Integer> requests = new CopyOnWriteArrayList<>();
  private final HttpStub stub;

  private DeleteRefusingStore(String locked, String busy) {
    stub = HttpStub.start(exchange -> reply(exchange, locked, busy));
  }

  static DeleteRefusingStore start(String locked, String busy) {
    return new DeleteRefusingStore(locked, busy);
  }

  private HttpStub.Reply reply(HttpExchange exchange, String locked, String busy) {
    List<String> keys = keys(exchange);
    requests.add(keys.size());
    StringBuilder errors = new StringBuilder();
    if (keys.contains(locked)) {
      errors.append(error(locked, "AccessDenied", "Access Denied"));
    }
    if (keys.contains(busy) && requests.size() == 1) {
      errors.append(error(busy, "InternalError", "try again"));
    }
    return new HttpStub.Reply(200, "<DeleteResult>" + errors + "</DeleteResult>");
  }

  private static String error(String key, String code, String message) {
    return "<Error><Key>%s</Key><Code>%s</Code><Message>%s</Message></Error>"
        .formatted(key, code, message);
  }

  private static List<String> keys(HttpExchange exchange) {
    try {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      return KEY.matcher(body).results().map((MatchResult found) -> found.group(1)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number of keys in each request. */
  List<Integer> requests() {
    return requests;
  }

  URI endpoint() {
    return stub.endpoint();
  }

  @Override
  public void close() {
    stub.close();
  }
}
