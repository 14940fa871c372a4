package dev.evenkeel.jobs.lambda;

import dev.evenkeel.jobs.config.Configuration;
import dev.evenkeel.jobs.config.ConfigurationReader;
import dev.evenkeel.jobs.work.AutoScaling;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.Logging;
import dev.evenkeel.jobs.work.NamedTables;
import dev.evenkeel.timeseries.spec.lifecycle.ScalableTargets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The environment of the handlers. Clients are made once, when the first event comes, and live as
 * long as the function's instance.
 *
 * @param configuration reads it
 * @param dynamodb the client
 * @param s3 the client, for buckets
 * @param clock the source of time
 * @param targets finds the tables that Application Auto Scaling scales; null if it is not asked
 * @param lines takes raw lines for the function's log
 */
record LambdaEnvironment(
    Supplier<Configuration> configuration,
    Supplier<DynamoDbClient> dynamodb,
    Supplier<S3Client> s3,
    InstantSource clock,
    Supplier<@Nullable ScalableTargets> targets,
    Consumer<String> lines) {

  /** Where Lambda unpacks the function's code. */
  private static final String FILE_DEFAULT = "/var/task/evenkeel.yaml";

  /**
   * The environment as Lambda sets it: {@code EVENKEEL_CONFIG} names the file, the SDK finds region
   * and role. Others are refused.
   */
  static LambdaEnvironment ofLambda() {
    Logging.toStandardError();
    Map<String, String> variables = System.getenv();
    Path file = file(variables);
    Supplier<DynamoDbClient> dynamodb =
        once(
            () ->
                DynamoDbClient.builder()
                    .overrideConfiguration(all -> all.addExecutionInterceptor(new NamedTables()))
                    .build());
    return new LambdaEnvironment(
        once(() -> fitting(ConfigurationReader.read(file), variables)),
        dynamodb,
        once(S3Client::create),
        InstantSource.system(),
        () -> AutoScaling.of(dynamodb.get().serviceClientConfiguration()),
        System.out::println);
  }

  private static Path file(Map<String, String> variables) {
    String named = variables.getOrDefault("EVENKEEL_CONFIG", "");
    return Path.of(named.isEmpty() ? FILE_DEFAULT : named);
  }

  /**
   * The configuration, if the function's own region and role are what is asked for.
   *
   * @throws JobException if they are not: a function has one of each
   */
  static Configuration fitting(Configuration configuration, Map<String, String> variables) {
    String region = variables.getOrDefault("AWS_REGION", "");
    if (!configuration.regions().isEmpty()
        && !Set.copyOf(configuration.regions()).equals(Set.of(region))) {
      throw new JobException(
          "%s: 'regions' is %s, and the function is in %s and works there alone. Leave 'regions' out, and have a function in each region."
              .formatted(configuration.file(), configuration.regions(), region));
    }
    if (!variables.getOrDefault("EVENKEEL_ROLE_ARN", "").isEmpty()) {
      throw new JobException(
          "EVENKEEL_ROLE_ARN is set, and a function works with its own role alone. Leave it out,"
              + " and give the function's role the rights.");
    }
    return configuration;
  }

  private static <T> Supplier<T> once(Supplier<T> making) {
    return new Lazy<>(making);
  }
}
