package dev.evenkeel.examples.upload;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.FileCheckpoints;
import dev.evenkeel.upload.spec.UploadReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Uploads a file of JSON items, such as AWS's sample of films, into a table that is sharded by its
 * partition key. Killed and run again it resumes where it stopped.
 */
@Command(
    name = "bulk-upload",
    mixinStandardHelpOptions = true,
    description = "Uploads JSON items, one a line or in one array, into a sharded table.")
public final class BulkUpload implements Callable<Integer> {
  private final PrintWriter out;
  private final PrintWriter err;

  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "FILE", description = "JSON lines, or a JSON array")
  private Path file = Path.of("");

  @Option(names = "--table", description = "default ${DEFAULT-VALUE}; created if absent")
  private String table = "movies";

  @Option(names = "--partition-key", description = "NAME:S or NAME:N; default ${DEFAULT-VALUE}")
  private String partitionKey = "year:N";

  @Option(names = "--sort-key", description = "NAME:S or NAME:N; default ${DEFAULT-VALUE}")
  private String sortKey = "title:S";

  @Option(names = "--shards", description = "per partition key; default ${DEFAULT-VALUE}")
  private int shards = 8;

  @Option(
      names = "--endpoint",
      description = "default: an embedded DynamoDB Local, gone at the end")
  private @Nullable URI endpoint;

  @Option(names = "--units", description = "write units a second; default: no limit")
  private @Nullable Double unitsPerSecond;

  @Option(names = "--rejected", description = "bad items to pass over; default ${DEFAULT-VALUE}")
  private long rejectedMax = 100;

  /** The JDK does not tell whether the error stream is a terminal. */
  @Option(names = "--bar", description = "a moving bar, for a terminal; default: a line a second")
  private boolean bar;

  @Option(names = "--checkpoint", description = "default: beside FILE, named .upload")
  private @Nullable Path checkpoint;

  private BulkUpload(PrintWriter out, PrintWriter err) {
    this.out = out;
    this.err = err;
    this.command = CommandSpec.create(); // picocli puts its own here
  }

  public static void main(String[] arguments) {
    Charset charset = Charset.defaultCharset();
    int exitCode =
        run(
            new PrintWriter(System.out, true, charset),
            new PrintWriter(System.err, true, charset),
            arguments);
    System.exit(exitCode);
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new BulkUpload(out, err)).setOut(out).setErr(err).execute(arguments);
  }

  @Override
  public Integer call() {
    requireTyped("--partition-key", partitionKey);
    requireTyped("--sort-key", sortKey);
    if (endpoint != null) {
      return upload(client(endpoint), checkpoint == null ? beside() : checkpoint);
    }
    try (LocalDynamoDb local = LocalDynamoDb.start()) {
      return upload(
          local.client(), checkpoint); // a table that is gone afterwards has no checkpoint
    }
  }

  private Path beside() {
    return file.resolveSibling(file.getFileName() + ".upload");
  }

  private static DynamoDbClient client(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .build();
  }

  private int upload(DynamoDbClient plain, @Nullable Path savedAt) {
    try (plain;
        UploadDisplay display = UploadDisplay.on(err, bar)) {
      ShardingSpec spec = spec();
      DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(spec).build();
      createIfAbsent(client, spec);
      DistributedUpload.Builder upload =
          DistributedUpload.builder(client)
              .table(spec.tableName(), spec.logicalKey())
              .source(JsonItems.of(file))
              .rejectedMax(rejectedMax)
              .listener(display);
      if (savedAt != null) {
        upload.checkpoints(FileCheckpoints.at(savedAt));
      }
      if (unitsPerSecond != null) {
        upload.unitsPerSecond(unitsPerSecond);
      }
      report(upload.build().run());
      return 0;
    } catch (DecoratorException e) {
      err.println(e.getMessage());
      if (e.getCause() != null) {
        err.println("bulk-upload: because of: " + e.getCause().getMessage());
      }
      return 1;
    } catch (SdkException | IllegalArgumentException e) {
      err.println("bulk-upload: " + e.getMessage());
      return 1;
    } catch (IOException e) {
      err.printf("bulk-upload: cannot read '%s' (%s)%n", file, e.getClass().getSimpleName());
      return 1;
    }
  }

  private ShardingSpec spec() {
    return ShardingSpec.builder(table)
        .partitionKey(name(partitionKey), type(partitionKey))
        .sortKey(name(sortKey), type(sortKey))
        .shards(shards)
        .build();
  }

  private void requireTyped(String option, String key) {
    if (!key.matches(".+:[SN]")) {
      throw new ParameterException(
          command.commandLine(), option + " must be NAME:S or NAME:N but is '" + key + "'");
    }
  }

  private static String name(String key) {
    return key.substring(0, key.lastIndexOf(':'));
  }

  private static ScalarAttributeType type(String key) {
    return ScalarAttributeType.fromValue(key.substring(key.lastIndexOf(':') + 1));
  }

  /** The sharding client takes the logical key and gives the table the physical one. */
  private void createIfAbsent(DynamoDbClient client, ShardingSpec spec) {
    try {
      client.createTable(
          create ->
              create
                  .tableName(spec.tableName())
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .keySchema(
                      element(spec.partitionKey(), KeyType.HASH),
                      element(name(sortKey), KeyType.RANGE))
                  .attributeDefinitions(
                      definition(spec.partitionKey(), spec.partitionType()),
                      definition(name(sortKey), type(sortKey))));
      client.waiter().waitUntilTableExists(wait -> wait.tableName(spec.tableName()));
    } catch (ResourceInUseException e) {
      // It is there already; if its key is another, the upload says so.
    }
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  private void report(UploadReport report) {
    out.printf(
        Locale.ROOT,
        "bulk-upload: ok %d stored now, %d in all, %d rejected; %d batches of %.1f partition keys"
            + " each; %.0f write units%n",
        report.progress().itemsStored(),
        report.checkpoint().itemsStored(),
        report.checkpoint().itemsRejected(),
        report.progress().batches(),
        report.progress().partitionKeysPerBatch(),
        report.progress().units());
  }
}
