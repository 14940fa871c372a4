package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar, as a process of its own. Built by {@code package}, so run after it. */
@ExtendWith(LocalDynamoDbExtension.class)
class EvenkeelJarIT {
  @TempDir private Path folder;
  private Jar jar;
  private Path config;

  @BeforeEach
  void begin(LocalDynamoDb local) throws IOException {
    config = folder.resolve("evenkeel.yaml");
    jar =
        new Jar(folder)
            .with(
                "AWS_ACCESS_KEY_ID", "jar" + folder.getFileName().toString().replaceAll("\\W", ""))
            .with("AWS_ENDPOINT_URL_DYNAMODB", local.endpoint())
            .with("EVENKEEL_CONFIG", config);
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

  @Test
  void jar_asACommand_findsEverythingInTheEnvironment() throws Exception {
    Ended plan = jar.run("tables", "plan", "--detailed-exitcode");
    assertThat(plan.code()).as(plan.err()).isEqualTo(2);
    Ended apply = jar.run("tables", "apply", "--output", "json");
    assertThat(apply.code()).as(apply.err()).isZero();
    assertThat(apply.json().path("complete").asBoolean()).isTrue();
    assertThat(apply.err())
        .contains("apply: creating evenkeel-control")
        .doesNotContain("SLF4J", "WARN");
    assertThat(jar.run("tables", "plan", "--detailed-exitcode").code()).isZero();
    Ended version = jar.run("--version");
    assertThat(version.code()).isZero();
    assertThat(version.out()).startsWith("evenkeel 0.");
  }

  @Test
  void jar_withAWrongConfiguration_endsWithOneAndOneMessage() throws Exception {
    Files.writeString(config, "controlTable: control\ntable: []\n");
    Ended apply = jar.run("tables", "apply");

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.out()).isEmpty();
    assertThat(apply.err())
        .startsWith(config + ":2:1: there is no key 'table' at the top. Did you mean 'tables'?")
        .doesNotContain("\tat ");
  }

  @Test
  void jar_withAClockThatIsNone_endsWithOneAndOneMessage() throws Exception {
    jar.properties(Map.of("evenkeel.clock", "noon"));
    Ended apply = jar.run("tables", "apply");

    assertThat(apply.code()).isEqualTo(1);
    assertThat(apply.err())
        .isEqualTo(
            "evenkeel: -Devenkeel.clock is 'noon', which is no time. Write it such as 2026-11-21T06:00:00Z.%n"
                .formatted());
  }

  @Tag("deep")
  @Test
  void jar_withAClockOfItsOwn_sendsNothingToAws() throws Exception {
    Jar atAws = new Jar(folder).with("EVENKEEL_CONFIG", config);
    atAws.properties(Map.of("evenkeel.clock", "2026-11-01T06:00:00Z"));
    Ended plan = atAws.run("tables", "plan");

    assertThat(plan.code()).isEqualTo(1);
    assertThat(plan.err())
        .startsWith("evenkeel: -Devenkeel.clock would have AWS's DynamoDB go by a clock");
  }

  @Tag("deep")
  @Test
  void jar_thatWatches_endsWithZeroWhenItIsAskedTo() throws Exception {
    Process watching = jar.start("tables", "watch", "--every", "59m", "-o", "json");
    String line = firstLine(watching);
    watching.destroy(); // SIGTERM
    Ended watch = jar.ended(watching);

    assertThat(watch.code()).as(watch.err()).isZero();
    assertThat(line).isEqualTo("{");
    assertThat(watch.json().path("complete").asBoolean()).isTrue();
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
    try (JarFile jar = new JarFile(Jar.FILE.toFile())) {
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

  @Test
  void jar_saysUnderWhatLicensesItIs() throws IOException {
    try (JarFile jar = new JarFile(Jar.FILE.toFile())) {
      Map<String, Path> files =
          Map.of(
              "META-INF/LICENSE", LegalFiles.LICENSE,
              "META-INF/NOTICE", LegalFiles.NOTICE,
              "META-INF/THIRD-PARTY", LegalFiles.THIRD_PARTY);
      for (Map.Entry<String, Path> file : files.entrySet()) {
        assertThat(jar.getInputStream(jar.getEntry(file.getKey())))
            .as(file.getKey())
            .hasSameContentAs(Files.newInputStream(file.getValue()));
      }
      assertThat(jar.stream().map(JarEntry::getName).filter(LegalFiles::isLegal))
          .containsExactlyInAnyOrder("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }
}
