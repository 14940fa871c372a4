package dev.evenkeel.jobs.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.jobs.iam.Calls;
import dev.evenkeel.jobs.work.NamedTables;
import dev.evenkeel.sharding.LayoutGuard;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import picocli.CommandLine;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.s3.S3Client;

/** Types commands as an operator would, in this process, with a clock that tests move. */
final class CommandRunner {
  private final Clients clients;
  private final List<Runnable> endings = new ArrayList<>();
  private Consumer<Runnable> onEnding = ending -> {};

  /** The columns of the terminal behind standard error; it is none unless a test says so. */
  int columns;

  /** The requests of all commands to AWS. */
  final Calls calls;

  /** The regions that are at another endpoint. */
  final Map<String, URI> elsewhere;

  Instant now = Instant.parse("2026-11-20T12:00:00Z");

  private CommandRunner(Clients clients, Calls calls) {
    this(clients, calls, Map.of());
  }

  private CommandRunner(Clients clients, Calls calls, Map<String, URI> elsewhere) {
    this.clients = clients;
    this.calls = calls;
    this.elsewhere = elsewhere;
  }

  static CommandRunner on(LocalDynamoDb dynamodb) {
    return on(dynamodb, null);
  }

  static CommandRunner on(LocalDynamoDb dynamodb, LocalS3 s3) {
    Calls calls = new Calls();
    Map<String, URI> elsewhere = new HashMap<>();
    return new CommandRunner(
        new Clients() {
          @Override
          public DynamoDbClient dynamodb(Connection connection) {
            DynamoDbClientBuilder builder = dynamodb.clientBuilder();
            if (connection.region() != null) {
              builder.region(Region.of(connection.region()));
              if (elsewhere.containsKey(connection.region())) {
                builder.endpointOverride(elsewhere.get(connection.region()));
              }
            }
            return builder
                .httpClientBuilder(Apache5HttpClient.builder())
                .overrideConfiguration(
                    all ->
                        all.addExecutionInterceptor(calls)
                            .addExecutionInterceptor(new NamedTables())
                            .addExecutionInterceptor(LayoutGuard.create()))
                .build();
          }

          @Override
          public S3Client s3(Connection connection) {
            return s3.clientBuilder()
                .httpClientBuilder(Apache5HttpClient.builder())
                .overrideConfiguration(all -> all.addExecutionInterceptor(calls))
                .build();
          }
        },
        calls,
        elsewhere);
  }

  /** With clients of the test's own, whose calls are noted and refused as those of servers. */
  static CommandRunner guarded(DynamoDbClient dynamodb, LocalS3 s3) {
    Calls calls = new Calls();
    DynamoDbClient guarded =
        new DelegatingDynamoDbClient(dynamodb) {
          @Override
          protected <T extends DynamoDbRequest, R> R invokeOperation(
              T request, Function<T, R> operation) {
            calls.asked(request);
            return operation.apply(request);
          }
        };
    return new CommandRunner(
        new Clients() {
          @Override
          public DynamoDbClient dynamodb(Connection connection) {
            return guarded;
          }

          @Override
          public S3Client s3(Connection connection) {
            return s3.clientBuilder()
                .httpClientBuilder(Apache5HttpClient.builder())
                .overrideConfiguration(all -> all.addExecutionInterceptor(calls))
                .build();
          }
        },
        calls);
  }

  /** With a DynamoDB of the test's own. */
  static CommandRunner on(DynamoDbClient dynamodb) {
    return new CommandRunner(
        new Clients() {
          @Override
          public DynamoDbClient dynamodb(Connection connection) {
            return dynamodb;
          }

          @Override
          public S3Client s3(Connection connection) {
            throw new AssertionError("a client of S3 was asked for");
          }
        },
        new Calls());
  }

  /** With the clients that an operator has, for commands that have to send nothing. */
  static CommandRunner onTheSdk() {
    return new CommandRunner(Clients.ofTheSdk(), new Calls());
  }

  /** For commands that have to send nothing. */
  static CommandRunner offline() {
    return new CommandRunner(
        new Clients() {
          @Override
          public DynamoDbClient dynamodb(Connection connection) {
            throw new AssertionError("a client of DynamoDB was asked for");
          }

          @Override
          public S3Client s3(Connection connection) {
            throw new AssertionError("a client of S3 was asked for");
          }
        },
        new Calls());
  }

  /**
   * The result of a command.
   *
   * @param shown both streams as they were written
   */
  record Result(int code, String out, String err, String shown) {
    /** The final screen of a terminal that gets both streams. */
    String screen() {
      return Screens.shows(shown);
    }

    JsonNode json() {
      try {
        return new ObjectMapper().readTree(out);
      } catch (JsonProcessingException e) {
        throw new AssertionError("no JSON: " + out, e);
      }
    }
  }

  Result run(String... arguments) {
    return runInto(new StringWriter(), arguments);
  }

  /** Runs with another place for standard output. */
  Result runInto(Writer out, String... arguments) {
    StringWriter err = new StringWriter();
    StringWriter shown = new StringWriter();
    Terminal terminal =
        new Terminal(
            new PrintWriter(new TeeWriter(out, shown)),
            new PrintWriter(new TeeWriter(err, shown)),
            columns);
    Environment environment = new Environment(terminal, clients, () -> now, this::ending);
    int code = EvenkeelCommand.line(environment).execute(arguments);
    return new Result(code, out.toString(), err.toString(), shown.toString());
  }

  /** The whole command line, with its output dropped. */
  CommandLine line() {
    PrintWriter nobody = new PrintWriter(Writer.nullWriter());
    return EvenkeelCommand.line(
        new Environment(new Terminal(nobody, nobody, 0), clients, () -> now, this::ending));
  }

  private void ending(Runnable ending) {
    endings.add(ending);
    onEnding.accept(ending);
  }

  /** What happens to commands that can be asked to end: nothing, unless a test asks them. */
  void onEnding(Consumer<Runnable> newOnEnding) {
    onEnding = newOnEnding;
  }

  /** Asks what runs to end, as a signal would; false if nothing that runs can be asked yet. */
  boolean end() {
    endings.forEach(Runnable::run);
    return !endings.isEmpty();
  }
}
