package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Named;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Chunking clients of both kinds over one fixture, with real drivers and real time. */
final class ClientsUnderTest implements AutoCloseable {
  private final ChunkingSpec spec;
  private final List<AutoCloseable> delegates = new ArrayList<>();
  private final CrashFixtures fixtures;
  private final FaultPlan faults;

  ClientsUnderTest(CrashFixtures fixtures, ChunkingSpec spec, FaultPlan faults) {
    this.fixtures = fixtures;
    this.spec = spec;
    this.faults = faults;
  }

  List<Named<ClientUnderTest>> both() {
    return List.of(Named.of("sync", sync()), Named.of("async", async()));
  }

  ClientUnderTest sync() {
    FaultInjector injector = faults.injector();
    DynamoDbClient dynamoDb = kept(fixtures.local.client(injector.httpClientBuilder()));
    S3Client s3 = kept(fixtures.localS3.client(injector.httpClientBuilder()));
    DynamoDbClient client = ChunkingDynamoDbClient.builder(dynamoDb).s3(s3).table(spec).build();
    return ClientUnderTest.of(client);
  }

  private ClientUnderTest async() {
    FaultInjector injector = faults.injector();
    DynamoDbAsyncClient dynamoDb =
        kept(fixtures.local.asyncClient(injector.asyncHttpClientBuilder()));
    S3AsyncClient s3 = kept(fixtures.localS3.asyncClient(injector.asyncHttpClientBuilder()));
    DynamoDbAsyncClient client =
        ChunkingDynamoDbAsyncClient.builder(dynamoDb).s3(s3).table(spec).build();
    return ClientUnderTest.of(client);
  }

  private <C extends AutoCloseable> C kept(C client) {
    delegates.add(client);
    return client;
  }

  @Override
  public void close() {
    for (AutoCloseable delegate : delegates) {
      try {
        delegate.close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
