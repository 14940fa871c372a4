package dev.evenkeel.jobs.command;

import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** Makes the clients of the AWS SDK; whoever asks closes them. */
public interface Clients {
  /** A client of DynamoDB. */
  DynamoDbClient dynamodb(Connection connection);

  /** A client of S3. */
  S3Client s3(Connection connection);

  /** Those that find region, endpoint and credentials where the SDK looks for them. */
  static Clients ofTheSdk() {
    return new Clients() {
      @Override
      public DynamoDbClient dynamodb(Connection connection) {
        var builder = region(DynamoDbClient.builder(), connection);
        return connection.dynamodb() == null
            ? builder.build()
            : builder.endpointOverride(connection.dynamodb()).build();
      }

      /** Servers other than AWS seldom answer to names that begin with a bucket. */
      @Override
      public S3Client s3(Connection connection) {
        S3ClientBuilder builder = region(S3Client.builder(), connection);
        boolean isElsewhere =
            connection.s3() != null
                || System.getenv("AWS_ENDPOINT_URL_S3") != null
                || System.getenv("AWS_ENDPOINT_URL") != null;
        builder.forcePathStyle(isElsewhere);
        return connection.s3() == null
            ? builder.build()
            : builder.endpointOverride(connection.s3()).build();
      }
    };
  }

  private static <B extends AwsClientBuilder<B, ?>> B region(B builder, Connection connection) {
    return connection.region() == null ? builder : builder.region(Region.of(connection.region()));
  }
}
