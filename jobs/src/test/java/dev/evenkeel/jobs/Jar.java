package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The runnable jar and the environment it is started in, as by an operator at a terminal. */
final class Jar {
  static final Path FILE = Path.of(System.getProperty("evenkeel.jar", "target/evenkeel.jar"));
  private static final String SHARING = "SharedArchiveFile";
  private static final String DUMPING = "ArchiveClassesAtExit";
  private static final int MINUTES_MAX = 3;

  /** The classes of the first process that ended by itself, which those after it load faster. */
  private static final Path CLASSES = FILE.resolveSibling("evenkeel.jsa");

  /**
   * A command lives for a second or two: what the second compiler would do for it comes too late.
   */
  private static final List<String> SHORT_LIVED =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable");

  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private Map<String, ?> properties = Map.of();

  /**
   * @param folder for what processes write
   */
  Jar(Path folder) {
    this.folder = folder;
    environment.put("AWS_REGION", "us-east-1");
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
  }

  Jar with(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  /** Sets the system properties of all processes from now on, and no others. */
  void properties(Map<String, ?> newProperties) {
    properties = newProperties;
  }

  /** The result of a command. */
  record Ended(int code, String out, String err) {
    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + out + err, e);
      }
    }
  }

  /** Starts a process whose end is not awaited. */
  Process start(String... arguments) throws IOException {
    return start(command(arguments), folder.resolve("out.txt"));
  }

  private Process start(List<String> command, Path out) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder
        .redirectError(folder.resolve("err.txt").toFile())
        .redirectOutput(out.toFile())
        .start();
  }

  private List<String> command(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.add("-XX:%s=%s".formatted(hasClasses() ? SHARING : DUMPING, CLASSES.toAbsolutePath()));
    properties.forEach((name, value) -> command.add("-D%s=%s".formatted(name, value)));
    command.addAll(List.of("-jar", FILE.toAbsolutePath().toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Runs on a terminal, which {@code script} of util-linux makes; its screen is the output. */
  Ended onATerminal(String... arguments) throws IOException, InterruptedException {
    String quoted =
        command(arguments).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return ended(start(List.of("script", "-qec", quoted, "/dev/null"), folder.resolve("out.txt")));
  }

  /** Runs with another place for its standard output. */
  Ended into(Path out, String... arguments) throws IOException, InterruptedException {
    Files.writeString(folder.resolve("out.txt"), "");
    return ended(start(command(arguments), out));
  }

  private static boolean hasClasses() throws IOException {
    return Files.exists(CLASSES)
        && Files.getLastModifiedTime(CLASSES).compareTo(Files.getLastModifiedTime(FILE)) > 0;
  }

  Ended ended(Process process) throws IOException, InterruptedException {
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), out(), Files.readString(folder.resolve("err.txt")));
    } finally {
      process.destroyForcibly();
    }
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return ended(start(arguments));
  }

  /** The output of the last process so far. */
  String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }
}
