package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What alarms and modules of infrastructure name, exists. */
class DeployMonitoringTest {
  private static final Path FOLDER = Path.of("../examples/deploy");

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  private static Set<String> found(String pattern, String text) {
    return new TreeSet<>(
        Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList());
  }

  @Test
  void alarms_referToParametersThatTheyHave() throws IOException {
    assertThat(found("Namespace: (\\S+)", read("lambda/alarms.yaml"))).containsExactly("Evenkeel");
    assertThat(found("!Ref (\\w+)", read("lambda/alarms.yaml")))
        .containsExactlyInAnyOrder("AlarmTopic", "Series", "HalfOfThePrebuild");
  }

  /** The jobs print nothing for the dashboard and the alarms unless they are told to. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubernetes/cronjobs.yaml",
        "kubernetes/job-workers.yaml",
        "kubernetes/reshard-workers.yaml",
        "systemd/evenkeel-tables.service",
        "systemd/evenkeel-sweep.service",
        "batch/template.yaml",
        "lambda/template.yaml"
      })
  void jobs_areToldToPrintMetrics(String file) throws IOException {
    String text = read(file).replaceAll("(?m)^\\s*#.*$", "");
    long jobs = file.endsWith("cronjobs.yaml") ? 2 : 1;
    Pattern metrics = Pattern.compile("EVENKEEL_METRICS(?:=|: |, value: |, Value: )EMF\\b");
    assertThat(metrics.matcher(text).results().count()).isEqualTo(jobs);
  }

  @Test
  void terraform_namesWhatItDeclares() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(FOLDER.resolve("terraform"))) {
      for (Path file : files.sorted().toList()) {
        String text = Files.readString(file).replaceAll("(?m)#.*$", "");
        for (String pair : List.of("{}", "[]", "()")) {
          assertThat(text.chars().filter(c -> c == pair.charAt(0)).count())
              .as("%s of %s", pair, file)
              .isEqualTo(text.chars().filter(c -> c == pair.charAt(1)).count());
        }
        all.append(text);
      }
    }
    String text = all.toString();

    assertThat(found("\\bvar\\.(\\w+)", text)).isEqualTo(found("variable \"(\\w+)\"", text));
    Set<String> declared = new TreeSet<>();
    Pattern.compile("resource \"(\\w+)\" \"(\\w+)\"")
        .matcher(text)
        .results()
        .forEach(match -> declared.add(match.group(1) + "." + match.group(2)));
    assertThat(found("\\b(aws_(?:lambda|iam_role|cloudwatch)\\w*\\.\\w+)", text))
        .isSubsetOf(declared);
    assertThat(found("local\\.(\\w+)", text)).containsExactly("jobs");
    assertThat(text).contains("jsonencode({ \"delete\" = var.deletes })");
  }

  @ParameterizedTest
  @ValueSource(strings = {"terraform/main.tf", "cdk/evenkeel-stack.ts"})
  void functions_haveHandlersAndVariablesThatExist(String file) throws Exception {
    String text = read(file);
    Set<String> handlers = found("\"(dev\\.evenkeel[\\w.]+)\"", text);
    assertThat(handlers).hasSize(2);
    for (String handler : handlers) {
      assertThat(RequestStreamHandler.class).isAssignableFrom(Class.forName(handler));
    }
    assertThat(found("\\b(EVENKEEL_\\w+)", text))
        .containsExactlyInAnyOrder("EVENKEEL_CONFIG", "EVENKEEL_METRICS");
    assertThat(text).contains("/var/task/evenkeel.yaml");
  }

  @Test
  void cdk_importsWhatItUses() throws IOException {
    String text = read("cdk/evenkeel-stack.ts");
    String body = text.substring(text.indexOf("export "));
    for (String names : found("import \\{ ([^}]+) }", text)) {
      for (String name : names.split(", ", -1)) {
        assertThat(body).containsPattern("\\b" + name + "\\b");
      }
    }
  }
}
