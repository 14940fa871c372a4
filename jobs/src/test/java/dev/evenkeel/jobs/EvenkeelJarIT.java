package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar, as a process of its own. Built by {@code package}, so run after it. */
@ExtendWith(LocalDynamoDbExtension.class)
class EvenkeelJarIT {
  private static final Path JAR =
      Path.of(System.getProperty("evenkeel.jar", "target/evenkeel.jar"));
  private static final int MINUTES_MAX = 3;

  @TempDir private Path folder;
  private LocalDynamoDb server;
  private Path config;

  @BeforeEach
  void begin(LocalDynamoDb local) throws IOException {
    server = local;
    config = folder.resolve("evenkeel.yaml");
    Files.writeString(
        config,
        """
        controlTable: evenkeel-control
        tables:
          - tableName: clicks
            time: {attribute: at}
            period: day
            since: 2026-11-01
            template:
              partitionKey: {name: page}
              sortKey: {name: at}
        """);
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", JAR.toAbsolutePath().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "AWS_REGION",
                "eu-central-1",
                "AWS_ENDPOINT_URL_DYNAMODB",
                server.endpoint().toString(),
                "AWS_ACCESS_KEY_ID",
                "jar" + folder.getFileName().toString().replaceAll("\\W", ""),
                "AWS_SECRET_ACCESS_KEY",
                "none",
                "EVENKEEL_CONFIG",
                config.toString()));
    return builder
        .redirectError(folder.resolve("err.txt").toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .start();
  }

  private int run(String... arguments) throws Exception {
    Process process = start(arguments);
    try {
      assertThat(process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  private String out() throws IOException {
    return Files.readString(folder.resolve("out.txt"));
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err.txt"));
  }

  @Test
  void jar_asACommand_findsEverythingInTheEnvironment() throws Exception {
    assertThat(run("tables", "plan", "--detailed-exitcode")).as(err()).isEqualTo(2);
    assertThat(run("tables", "apply", "--output", "json")).as(err()).isZero();
    JsonNode report = new ObjectMapper().readTree(out());
    assertThat(report.path("complete").asBoolean()).isTrue();
    assertThat(err()).contains("apply: creating evenkeel-control").doesNotContain("SLF4J", "WARN");
    assertThat(run("tables", "plan", "--detailed-exitcode")).isZero();
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("evenkeel 0.");
  }

  @Test
  void jar_withAWrongConfiguration_endsWithOneAndOneMessage() throws Exception {
    Files.writeString(config, "controlTable: control\ntable: []\n");

    assertThat(run("tables", "apply")).isEqualTo(1);
    assertThat(out()).isEmpty();
    assertThat(err())
        .startsWith(config + ":2:1: there is no key 'table' at the top. Did you mean 'tables'?")
        .doesNotContain("\tat ");
  }

  @Test
  void jar_thatWatches_endsWithZeroWhenItIsAskedTo() throws Exception {
    Process watching = start("tables", "watch", "--every", "1h", "-o", "json");
    try {
      String line = firstLine(watching);
      watching.destroy(); // SIGTERM

      assertThat(watching.waitFor(MINUTES_MAX, TimeUnit.MINUTES)).isTrue();
      assertThat(watching.exitValue()).as(err()).isZero();
      assertThat(line).isEqualTo("{");
      assertThat(new ObjectMapper().readTree(out()).path("complete").asBoolean()).isTrue();
    } finally {
      watching.destroyForcibly();
    }
  }

  /** The first line of its report, as soon as it is there; empty if the process ends before. */
  private String firstLine(Process process) throws IOException {
    while (process.isAlive() && Files.size(folder.resolve("out.txt")) == 0) {
      Thread.onSpinWait();
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Files.newInputStream(folder.resolve("out.txt")), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      return line == null ? "" : line;
    }
  }

  @Test
  void jar_holdsNoTestsAndNothingThatMayNotBeRedistributed() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(entry -> entry.getName()))
          .contains(
              "dev/evenkeel/jobs/Evenkeel.class", "dev/evenkeel/jobs/lambda/TablesHandler.class")
          .noneMatch(name -> name.startsWith("software/amazon/dynamodb/"))
          .noneMatch(name -> name.startsWith("com/almworks/"))
          .noneMatch(name -> name.startsWith("dev/evenkeel/testkit/"))
          .noneMatch(name -> name.startsWith("org/junit/"))
          .noneMatch(name -> name.startsWith("io/netty/"))
          .noneMatch(name -> name.endsWith("Test.class"));
      assertThat(jar.getManifest().getMainAttributes().getValue("Main-Class"))
          .isEqualTo("dev.evenkeel.jobs.Evenkeel");
    }
  }
}
