package dev.evenkeel.redis;

import io.lettuce.core.RedisURI;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;
import redis.embedded.core.ExecutableProvider;

/** A server in a process of its own, to be killed, held up and started again on the same port. */
final class RedisServer implements AutoCloseable {
  private static final int STARTS_MAX = 200;

  final int port;
  private final Path folder;
  private final File program;
  private Process process;

  private RedisServer(int port, Path folder, File program) throws IOException {
    this.port = port;
    this.folder = folder;
    this.program = program;
    start();
  }

  /**
   * A server; or a test that is skipped with the reason, and fails with it where {@code CI} is set.
   */
  static RedisServer start(Path folder) {
    try {
      return new RedisServer(
          freePort(), folder, ExecutableProvider.newJarResourceProvider(folder.toFile()).get());
    } catch (IOException | RuntimeException e) {
      String reason = "No Redis server runs on this machine: " + e.getMessage();
      if (System.getenv("CI") != null) {
        throw new AssertionError(
            reason + ". Tests of the tier are not left out where CI is set.", e);
      }
      throw new TestAbortedException(reason, e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }

  RedisURI uri() {
    return RedisURI.create("127.0.0.1", port);
  }

  void start() throws IOException {
    process =
        new ProcessBuilder(
                List.of(
                    program.getPath(),
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    "--save",
                    "",
                    "--dir",
                    folder.toString()))
            .redirectOutput(Files.createTempFile(folder, "redis", ".log").toFile())
            .redirectErrorStream(true)
            .start();
    for (int i = 0; i < STARTS_MAX; i++) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
        return;
      } catch (IOException notYet) {
        sleep();
      }
    }
    throw new IOException("the server at port " + port + " does not listen");
  }

  private static void sleep() {
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor(10, TimeUnit.SECONDS);
  }

  /** Holds the process up: it takes connections, and answers nothing. */
  void hold() throws IOException, InterruptedException {
    signal("-STOP");
  }

  void release() throws IOException, InterruptedException {
    signal("-CONT");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
