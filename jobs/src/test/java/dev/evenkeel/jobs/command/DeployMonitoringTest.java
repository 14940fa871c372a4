package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What dashboards, alarms and modules of infrastructure name, exists. */
class DeployMonitoringTest {
  private static final Path FOLDER = Path.of("../examples/deploy");
  private static final Path PAGE = Path.of("../docs/metrics.md");

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  private static Set<String> found(String pattern, String text) {
    return new TreeSet<>(
        Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList());
  }

  /** The rows of the page, by the names that Micrometer's Prometheus naming gives the meters. */
  private static Set<String> meters() throws IOException {
    Set<String> names = new HashSet<>();
    Pattern row = Pattern.compile("(?m)^\\| (`evenkeel[^|]*) \\| (\\w+) \\|");
    for (MatchResult match : row.matcher(Files.readString(PAGE)).results().toList()) {
      String[] listed = match.group(1).replaceAll("[` ]", "").split(",", -1);
      String first = listed[0];
      for (String one : listed) {
        // "evenkeel.cache.page.reads, .page.units.saved": the first has what all begin with
        String meter = one.startsWith(".") ? first.replaceAll("\\.page\\..*", "") + one : one;
        String name = meter.replace('.', '_');
        switch (match.group(2)) {
          case "timer" -> names.addAll(List.of(name + "_seconds_count", name + "_seconds_sum"));
          case "summary" -> names.addAll(List.of(name + "_count", name + "_sum"));
          case "gauge" -> names.add(name);
          default -> names.add(name + "_total");
        }
      }
    }
    return names;
  }

  @Test
  void dashboard_queriesMetersThatExist() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(read("grafana/evenkeel.json"));
    Set<Integer> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    Set<String> queried = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).as("%s", panel).isTrue();
      JsonNode place = panel.path("gridPos");
      assertThat(places.add(place.path("x") + "/" + place.path("y"))).isTrue();
      assertThat(panel.path("title").asText()).isNotEmpty();
      assertThat(panel.path("targets")).isNotEmpty();
      for (JsonNode target : panel.path("targets")) {
        String query = target.path("expr").asText();
        assertThat(query.chars().filter(c -> c == '(').count())
            .as(query)
            .isEqualTo(query.chars().filter(c -> c == ')').count());
        queried.addAll(found("(evenkeel_\\w+)", query));
      }
    }

    assertThat(ids).hasSizeGreaterThan(10);
    assertThat(dashboard.path("uid").asText()).isEqualTo("evenkeel");
    assertThat(queried).isSubsetOf(meters());
    String variable = dashboard.at("/templating/list/1/query/query").asText();
    assertThat(found("(evenkeel_\\w+)", variable)).isSubsetOf(meters());
  }

  @Test
  void alarms_areOverMetricsThatJobsPrint() throws IOException {
    String page = Files.readString(PAGE);
    String operations = Files.readString(Path.of("../docs/operations.md"));
    for (String metric : found("MetricName: (\\w+)", read("lambda/alarms.yaml"))) {
      String member = metric.replace("intents_", "");
      assertThat(page.contains("`" + metric + "`") || operations.contains("`" + member + "`"))
          .as(metric)
          .isTrue();
    }
    assertThat(found("Namespace: (\\S+)", read("lambda/alarms.yaml"))).containsExactly("Evenkeel");
    assertThat(found("!Ref (\\w+)", read("lambda/alarms.yaml")))
        .containsExactlyInAnyOrder("AlarmTopic", "Series", "HalfOfThePrebuild");
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
