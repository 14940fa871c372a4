package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.internal.sweep.SweptTables;
import dev.evenkeel.chunking.spec.*;
import dev.evenkeel.core.internal.flow.*;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.testkit.*;
import java.time.Duration;
import java.util.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.*;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Payloads staged by a write that fails late, when a sweep has run or is about to. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LateStagingTest {
  private CrashFixtures fixtures;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixtures = new CrashFixtures(local, s3);
  }

  @AfterAll
  void close() {
    fixtures.close();
  }

  private static boolean writes(Request<?> request, String table) {
    return request instanceof TableCall<?> call
        && ((call.request() instanceof BatchWriteItemRequest b
                && b.requestItems().containsKey(table))
            || (call.request() instanceof PutItemRequest p && p.tableName().equals(table)));
  }

  private void sweep(CrashFixture fixture, List<ChunkingSpec> specs) {
    SweepOptions options =
        new SweepOptions(new SweptTables(specs), fixture.time, false, 4, report -> {});
    for (int i = 0; i < 2; i++) {
      fixture.time.pass(CrashFixture.GRACE.plusMinutes(1));
      Object unused = Stepper.run(IntentSweep.flow(options), fixture.calls);
    }
  }

  @Test
  void put_chunksOfUnknownFateLandAfterTheCleanUp_sweptAway() {
    try (CrashFixture fixture = fixtures.fresh()) {
      ChunkingSpec spec = fixtures.spec();
      ChunkingPlanner planner = fixture.planner(spec);
      PutItemRequest put =
          PutItemRequest.builder()
              .tableName(CrashFixture.DOCS)
              .item(Map.of("id", AttributeValue.fromS("x"), "body", Values.large("new")))
              .build();
      Stepper<?> run = new Stepper<>(CrashFixture.flow(planner, put), fixture.calls);
      while (!writes(run.next(), CrashFixture.CHUNKS)) {
        run.apply();
      }
      fixture.time.pass(Duration.ofMinutes(6)); // grace 10
      Request<?> request = run.next();
      run.fail(SdkClientException.create("The answer was lost."));
      run.toEnd();
      run.sendOnly(request);
      sweep(fixture, List.of(spec));
      assertThat(fixture.stored(CrashFixture.CHUNKS)).isEmpty();
      assertThat(fixture.stored(CrashFixture.INTENTS)).isEmpty();
    }
  }

  @Test
  void transaction_firstTablesChunksLandAfterTheSweepAndTheSecondsFail_nothingLeft() {
    String other = "Others";
    fixtures.dynamoDb.createTable(
        table ->
            table
                .tableName(other)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("id")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
    try (CrashFixture fixture = fixtures.fresh()) {
      ChunkingSpec first = fixtures.spec();
      ChunkingSpec second =
          ChunkingSpec.builder(other)
              .partitionKey("id")
              .attribute("body", AttributePolicy.chunked().moveFrom(400))
              .chunkTable(ChunkTableSpec.of(CrashFixture.CHUNKS).withChunkBytes(300))
              .intentTable(IntentTableSpec.of(CrashFixture.INTENTS))
              .grace(CrashFixture.GRACE)
              .build();
      ChunkingPlanner planner =
          new ChunkingPlanner(
              List.of(first, second), TableScope.of(fixtures.dynamoDb), fixture.time, List.of());
      Map<String, AttributeValue> item =
          Map.of("id", AttributeValue.fromS("x"), "body", Values.large("new"));
      TransactWriteItemsRequest request =
          TransactWriteItemsRequest.builder()
              .transactItems(
                  TransactWriteItem.builder()
                      .put(p -> p.tableName(CrashFixture.DOCS).item(item))
                      .build(),
                  TransactWriteItem.builder().put(p -> p.tableName(other).item(item)).build())
              .build();
      Stepper<?> run = new Stepper<>(CrashFixture.flow(planner, request), fixture.calls);
      while (!writes(run.next(), CrashFixture.CHUNKS)) {
        run.apply();
      }
      sweep(fixture, List.of(first, second)); // paused longer than the grace
      run.apply(); // the first table's chunks land
      while (!writes(run.next(), CrashFixture.CHUNKS)) {
        run.apply();
      }
      run.fail(SdkClientException.create("The answer was lost.")); // the second's do not
      run.toEnd();
      assertThat(run.failure()).isNotNull();
      sweep(fixture, List.of(first, second));
      assertThat(fixture.stored(CrashFixture.INTENTS)).isEmpty();
      assertThat(fixture.stored(CrashFixture.CHUNKS)).isEmpty();
    } finally {
      fixtures.dynamoDb.deleteTable(t -> t.tableName(other));
    }
  }
}
