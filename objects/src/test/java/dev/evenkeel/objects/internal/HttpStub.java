package dev.evenkeel.objects.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server that answers as S3 does where the local server does not, such as to owners. */
final class HttpStub implements AutoCloseable {
  /** An answer: a status, XML, and headers. A HEAD is answered without the XML. */
  record Reply(int status, String xml, Map<String, String> headers) {
    Reply(int status, String xml) {
      this(status, xml, Map.of());
    }

    static Reply error(int status, String code) {
      return new Reply(
          status,
          "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
              .formatted(code, code));
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private HttpStub(HttpServer server) {
    this.server = server;
  }

  static HttpStub start(Function<HttpExchange, Reply> replies) {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      HttpStub stub = new HttpStub(server);
      server.setExecutor(stub.threads);
      server.createContext("/", exchange -> answer(exchange, replies));
      server.start();
      return stub;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(HttpExchange exchange, Function<HttpExchange, Reply> replies)
      throws IOException {
    try (exchange) {
      Reply reply = replies.apply(exchange);
      exchange.getRequestBody().readAllBytes();
      byte[] body = reply.xml().getBytes(StandardCharsets.UTF_8);
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      boolean silent = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(reply.status(), silent ? -1 : body.length);
      if (!silent) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
