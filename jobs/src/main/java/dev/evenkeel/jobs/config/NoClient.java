package dev.evenkeel.jobs.config;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Clients that refuse every request, with which builders validate a spec. */
final class NoClient {
  static final DynamoDbClient DYNAMODB =
      new DynamoDbClient() {
        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  static final S3Client S3 =
      new S3Client() {
        @Override
        public String serviceName() {
          return SERVICE_NAME;
        }

        @Override
        public void close() {}
      };

  private NoClient() {}
}
