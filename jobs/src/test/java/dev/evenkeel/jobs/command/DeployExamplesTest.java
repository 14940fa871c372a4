package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.iam.Account;
import dev.evenkeel.jobs.iam.Policy;
import dev.evenkeel.jobs.iam.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;

/**
 * Everything that the deployment examples name exists: commands, options, handlers, permissions.
 */
class DeployExamplesTest {
  private static final Path FOLDER = Path.of("../examples/deploy");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Account TEMPLATE =
      new Account("${AWS::Partition}", "${AWS::Region}", "${AWS::AccountId}");

  /** CloudFormation's own tags, such as {@code !Sub}, stand for the texts behind them. */
  private static final class Template extends SafeConstructor {
    Template() {
      super(new LoaderOptions());
      yamlMultiConstructors.put(
          "!",
          new AbstractConstruct() {
            @Override
            public Object construct(Node node) {
              return ((ScalarNode) node).getValue();
            }
          });
    }
  }

  private static List<JsonNode> yaml(String file) throws IOException {
    Iterable<Object> documents =
        new Yaml(new Template()).loadAll(Files.readString(FOLDER.resolve(file)));
    return StreamSupport.stream(documents.spliterator(), false)
        .<JsonNode>map(JSON::valueToTree)
        .toList();
  }

  private static Configuration configuration() {
    return ConfigurationReader.read(FOLDER.resolve("evenkeel.yaml"));
  }

  private static void assertParses(List<String> arguments) {
    assertThatCode(() -> CommandRunner.offline().line().parseArgs(arguments.toArray(String[]::new)))
        .as(String.join(" ", arguments))
        .doesNotThrowAnyException();
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    if (list.isTextual()) {
      texts.add(list.asText());
    }
    list.forEach(item -> texts.add(item.asText()));
    return texts;
  }

  @Test
  void kubernetes_cronJobs_runCommandsThatExistOneAtATimeWithoutPrivileges() throws IOException {
    List<JsonNode> jobs =
        yaml("kubernetes/cronjobs.yaml").stream()
            .filter(document -> document.path("kind").asText().equals("CronJob"))
            .toList();

    assertThat(jobs).hasSize(2);
    for (JsonNode job : jobs) {
      assertThat(job.path("spec").path("concurrencyPolicy").asText()).isEqualTo("Forbid");
      assertThat(job.path("spec").path("timeZone").asText()).isEqualTo("Etc/UTC");
      assertRuns(job.at("/spec/jobTemplate/spec/template/spec"));
    }
  }

  /** A pod runs a command that exists, without privileges. */
  private static void assertRuns(JsonNode pod) {
    JsonNode container = pod.path("containers").path(0);
    assertParses(texts(container.path("args")));
    assertThat(texts(container.path("command"))).endsWith("-jar", "/opt/evenkeel.jar");
    assertThat(container.at("/resources/limits/memory").asText()).endsWith("Mi");
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
    assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes/reshard-workers.yaml", "kubernetes/job-workers.yaml"})
  void kubernetes_workers_areAnIndexedJobOfACommandThatExists(String file) throws IOException {
    JsonNode spec = yaml(file).get(0).path("spec");

    assertThat(spec.path("completionMode").asText()).isEqualTo("Indexed");
    assertThat(spec.path("completions")).isEqualTo(spec.path("parallelism"));
    assertRuns(spec.at("/template/spec"));
  }

  @Test
  void batch_workersOfAMove_runACommandThatExistsWithTheRightsItPrints() throws IOException {
    JsonNode resources = yaml("batch/template.yaml").get(0).path("Resources");
    JsonNode container = resources.at("/Worker/Properties/ContainerProperties");
    List<String> command = texts(container.path("Command"));

    assertThat(Files.readString(FOLDER.resolve("batch/template.yaml")))
        .as("CloudFormation takes no aliases")
        .doesNotContainPattern(": [&*]\\w");
    assertThat(command).startsWith("java").contains("/opt/evenkeel.jar");
    assertParses(command.subList(command.indexOf("/opt/evenkeel.jar") + 1, command.size()));
    assertThat(written(resources.at("/WorkerRole/Properties/Policies/0/PolicyDocument/Statement")))
        .isEqualTo(
            needed(
                new Policy(List.of())
                    .resharding(List.of("clicks"), List.of(), "evenkeel-layouts", TEMPLATE)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubernetes/reshard-workers.yaml",
        "kubernetes/job-workers.yaml",
        "batch/template.yaml"
      })
  void commands_inTheComments_exist(String file) throws IOException {
    List<String> commands =
        Files.readString(FOLDER.resolve(file))
            .lines()
            .filter(line -> line.startsWith("#   evenkeel "))
            .map(line -> line.substring("#   evenkeel ".length()))
            .toList();
    assertThat(commands).hasSize(3);
    commands.forEach(command -> assertParses(List.of(command.split(" "))));
  }

  @Test
  void systemd_services_runCommandsThatExist() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve("systemd"))) {
      List<Path> units = files.sorted().toList();
      assertThat(units).hasSize(4);
      for (Path unit : units) {
        List<String> lines = Files.readAllLines(unit);
        assertThat(lines)
            .as(unit.toString())
            .allMatch(line -> line.matches("|#.*|\\[[A-Z][a-z]+]|[A-Z][A-Za-z]+=.*"));
        boolean isService = unit.toString().endsWith(".service");
        List<String> starts = lines.stream().filter(line -> line.startsWith("ExecStart=")).toList();
        assertThat(starts.isEmpty()).isNotEqualTo(isService);
        starts.forEach(
            start ->
                assertParses(
                    Pattern.compile(" +")
                        .splitAsStream(start.substring(start.indexOf(".jar ") + 5))
                        .toList()));
        assertThat(Files.exists(Path.of(unit.toString().replace(".timer", ".service")))).isTrue();
      }
    }
  }

  @Test
  void lambda_functions_haveHandlersThatExistAndEventsTheyKnow() throws Exception {
    JsonNode resources = yaml("lambda/template.yaml").get(0).path("Resources");
    List<JsonNode> functions = new ArrayList<>();
    for (JsonNode resource : resources) {
      if (resource.path("Type").asText().equals("AWS::Serverless::Function")) {
        functions.add(resource.path("Properties"));
      }
    }

    assertThat(functions).hasSize(2);
    for (JsonNode function : functions) {
      Class<?> handler = Class.forName(function.path("Handler").asText());
      assertThat(RequestStreamHandler.class).isAssignableFrom(handler);
      assertThat(handler.getConstructor().getParameterCount()).isZero();
      for (JsonNode event : function.path("Events")) {
        JsonNode input =
            JSON.readTree(event.at("/Properties/Input").asText().replace("${Deletes}", "false"));
        assertThat(input.fieldNames()).toIterable().isSubsetOf("delete", "deep", "cursor");
      }
    }
    JsonNode step = resources.at("/DeepSweep/Properties/Definition/States/Step/Parameters");
    assertThat(step.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("deep", "delete.$", "cursor.$");
  }

  /** Whoever tries an example must not lose a table by it. */
  @Test
  void examples_asTheyAre_deleteNothing() throws IOException {
    JsonNode lambda = yaml("lambda/template.yaml").get(0);
    assertThat(lambda.at("/Parameters/Deletes/Default").asText()).isEqualTo("false");
    assertThat(Files.readString(FOLDER.resolve("lambda/template.yaml")))
        .contains("Deletes: !Ref Deletes", "delete.$: States.StringToJson('${Deletes}')")
        .doesNotContainPattern("delete\"?: true");
    assertThat(Files.readString(FOLDER.resolve("terraform/variables.tf")))
        .containsPattern("variable \"deletes\" \\{[^}]*default     = false\\s+}");
    assertThat(Files.readString(FOLDER.resolve("cdk/evenkeel-stack.ts")))
        .contains("const event = { delete: props.deletes ?? false };", "fromObject(event)")
        .doesNotContain("delete: true");
    for (String file :
        List.of(
            "kubernetes/cronjobs.yaml",
            "systemd/evenkeel-tables.service",
            "systemd/evenkeel-sweep.service")) {
      assertThat(Files.readString(FOLDER.resolve(file)).lines())
          .as(file)
          .noneMatch(line -> !line.strip().startsWith("#") && line.contains("--delete"))
          .anyMatch(line -> line.strip().startsWith("#") && line.contains("--delete"));
    }
  }

  @Test
  void lambda_policies_areThoseThatTheCommandPrints() throws IOException {
    JsonNode resources = yaml("lambda/template.yaml").get(0).path("Resources");
    Set<String> written = new TreeSet<>();
    for (String function : List.of("Tables", "Sweep")) {
      written.addAll(written(resources.path(function).at("/Properties/Policies/0/Statement")));
    }

    assertThat(written).isEqualTo(needed(Policy.of(configuration(), TEMPLATE)));
  }

  private static Set<String> written(JsonNode statements) {
    Set<String> written = new TreeSet<>();
    for (JsonNode statement : statements) {
      written.add(
          "%s %s %s"
              .formatted(
                  statement.path("Sid").asText(),
                  new TreeSet<>(texts(statement.path("Action"))),
                  texts(statement.path("Resource"))));
    }
    return written;
  }

  private static Set<String> needed(Policy policy) {
    Set<String> needed = new TreeSet<>();
    for (Statement statement : policy.statements()) {
      needed.add(
          "%s %s %s"
              .formatted(
                  statement.sid(), new TreeSet<>(statement.actions()), statement.resources()));
    }
    return needed;
  }

  @Test
  void configuration_ofTheExamples_isRight() {
    Configuration configuration = configuration();

    assertThat(configuration.tables()).hasSize(1);
    assertThat(configuration.chunking()).hasSize(1);
    assertThat(Arrays.asList(FOLDER.toFile().list()))
        .containsExactlyInAnyOrder(
            "batch",
            "cdk",
            "evenkeel.yaml",
            "grafana",
            "kubernetes",
            "lambda",
            "systemd",
            "terraform");
  }
}
