package dev.evenkeel.jobs;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A namespace, a bucket and a folder of one's own, and the jar that works there over a wire. */
final class Fixture implements AutoCloseable {
  final DynamoDbClient client;
  final S3Client s3;
  final String bucket;
  final Path home;
  final Path config;
  final Wire wire = new Wire();
  final Jar jar;

  /**
   * @param region no other's: DynamoDB Local keeps regions apart
   */
  Fixture(LocalDynamoDb server, LocalS3 objects, Path folder, String region) throws IOException {
    client =
        server
            .clientBuilder()
            .region(Region.of(region))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();
    s3 = objects.client();
    bucket = objects.newBucket();
    home = Files.createDirectories(folder.resolve(region));
    config = home.resolve("evenkeel.yaml");
    jar =
        new Jar(home)
            .with("AWS_REGION", region)
            .with("AWS_ENDPOINT_URL_DYNAMODB", wire.to(server.endpoint()))
            .with("AWS_ENDPOINT_URL_S3", wire.to(objects.endpoint()))
            .with("EVENKEEL_CONFIG", config);
  }

  /** Creates a table with these keys, each with its type. */
  void create(String table, String... keys) {
    KeyedTables.create(client, table, keys);
  }

  @Override
  public void close() throws IOException {
    wire.close();
    client.close();
    s3.close();
  }
}
