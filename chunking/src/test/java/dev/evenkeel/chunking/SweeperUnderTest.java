package dev.evenkeel.chunking;

import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The sync or the async sweeper, so that one test runs on both. */
record SweeperUnderTest(
    Supplier<SweepReport> sweeps,
    Function<@Nullable String, DeepSweepReport> deepSweeps,
    Runnable takesOwnership) {

  /** The clients of a test class. */
  record Clients(
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      @Nullable S3Client s3,
      @Nullable S3AsyncClient s3Async) {}

  SweepReport sweep() {
    return sweeps.get();
  }

  DeepSweepReport deepSweep(@Nullable String cursor) {
    return deepSweeps.apply(cursor);
  }

  void takeOwnership() {
    takesOwnership.run();
  }

  static SweeperUnderTest of(Kind kind, Clients clients, Consumer<SweeperBuilder<?>> settings) {
    return switch (kind) {
      case SYNC -> {
        OrphanSweeper.Builder builder = OrphanSweeper.builder(clients.sync());
        if (clients.s3() != null) {
          builder.s3(clients.s3());
        }
        settings.accept(builder);
        OrphanSweeper sweeper = builder.build();
        yield new SweeperUnderTest(sweeper::sweep, sweeper::deepSweep, sweeper::takeOwnership);
      }
      case ASYNC -> {
        OrphanAsyncSweeper.Builder builder = OrphanAsyncSweeper.builder(clients.async());
        if (clients.s3Async() != null) {
          builder.s3(clients.s3Async());
        }
        settings.accept(builder);
        OrphanAsyncSweeper sweeper = builder.build();
        yield new SweeperUnderTest(
            () -> ClientUnderTest.join(sweeper.sweep()),
            cursor -> ClientUnderTest.join(sweeper.deepSweep(cursor)),
            () -> ClientUnderTest.join(sweeper.takeOwnership()));
      }
    };
  }
}
