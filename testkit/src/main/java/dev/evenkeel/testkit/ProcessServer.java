package dev.evenkeel.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a JVM of its own, a child of this one. */
record ProcessServer(Process process, URI endpoint) implements Server {
  private static final int STOP_SECONDS_MAX = 10;

  /**
   * Starts a program that prints the port it listens on.
   *
   * @param program has a main method
   * @param arguments of the program
   * @param jvmOptions of its JVM
   */
  static ProcessServer start(Class<?> program, List<String> arguments, List<String> jvmOptions) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(program.getName());
    command.addAll(arguments);
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader output = process.inputReader();
      URI endpoint = endpoint(output);
      discard(output);
      return new ProcessServer(process, endpoint);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first line that is a port: logs that are not set up may stand before it. */
  private static URI endpoint(BufferedReader output) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.matches("\\d{1,5}")) {
        return URI.create("http://127.0.0.1:" + line);
      }
    }
    throw new IOException("The process of the server ended before it named its port");
  }

  /** Logs may still come, and a full pipe would stop the server. */
  private static void discard(BufferedReader output) {
    Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "evenkeel-server-output");
    reader.setDaemon(true);
    reader.start();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
