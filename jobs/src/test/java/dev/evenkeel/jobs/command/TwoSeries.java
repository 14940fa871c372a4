package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Two series in a namespace of their own, and an operator who looks after them. */
final class TwoSeries {
  static final String CONFIGURATION =
      """
      controlTable: evenkeel-control
      tables:
        - tableName: clicks
          time: {attribute: at}
          period: day
          since: 2026-11-20
          template: {partitionKey: {name: page}, sortKey: {name: at}, provisioned: {readUnits: 5, writeUnits: 100}}
          tiers:
            - {age: 0s, provisioned: {readUnits: 5, writeUnits: 1}}
          retention: {age: 2d, withoutArchive: true}
        - tableName: visits
          time: {attribute: at, format: epochMillis}
          period: month
          since: 2026-11-01
          template:
            partitionKey: {name: user}
            sortKey: {name: at, type: N}
      lifecycle: {deletes: 1}
      """;

  final CommandRunner typed;
  final DynamoDbClient client;
  final String config;

  TwoSeries(LocalDynamoDb server, Path folder) throws IOException {
    LocalDynamoDb own = server.isolated();
    typed = CommandRunner.on(own);
    client = own.client();
    config = Files.writeString(folder.resolve("evenkeel.yaml"), CONFIGURATION).toString();
  }

  Result run(String command, String... more) {
    return run(typed, command, more);
  }

  /** Runs with another client. */
  Result run(CommandRunner by, String command, String... more) {
    List<String> arguments = new ArrayList<>(List.of("tables", command, "-c", config));
    arguments.addAll(List.of(more));
    return by.run(arguments.toArray(String[]::new));
  }

  List<String> tables() {
    return client.listTables().tableNames();
  }
}
