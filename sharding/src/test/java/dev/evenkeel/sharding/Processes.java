package dev.evenkeel.sharding;

import dev.evenkeel.testkit.LocalDynamoDb;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Processes of their own that work on the tables of a test, and are disturbed. */
final class Processes {
  private Processes() {}

  /** A process that runs a program. Its first two arguments are for {@link #client}. */
  static ProcessBuilder of(Class<?> program, LocalDynamoDb local, String... more) {
    List<String> command = new ArrayList<>();
    Collections.addAll(
        command,
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto",
        "-cp",
        System.getProperty("java.class.path"),
        "-Dsoftware.amazon.awssdk.http.service.impl="
            + System.getProperty("software.amazon.awssdk.http.service.impl"),
        program.getName(),
        local.endpoint().toString(),
        accessKey(local));
    Collections.addAll(command, more);
    return new ProcessBuilder(command);
  }

  private static String accessKey(LocalDynamoDb local) {
    try (DynamoDbClient client = local.client()) {
      var provider = client.serviceClientConfiguration().credentialsProvider();
      return ((AwsBasicCredentials) provider.resolveIdentity().join()).accessKeyId();
    }
  }

  /** The client of such a process, with a guard. */
  static DynamoDbClient client(String[] arguments, ExecutionInterceptor... more) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create(arguments[0]))
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(arguments[1], "local")))
        .overrideConfiguration(
            all -> {
              all.addExecutionInterceptor(LayoutGuard.create());
              List.of(more).forEach(all::addExecutionInterceptor);
            })
        .build();
  }

  /** Sends a signal, as Linux has them. */
  static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }
}
