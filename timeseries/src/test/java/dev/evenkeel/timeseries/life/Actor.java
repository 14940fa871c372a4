package dev.evenkeel.timeseries.life;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.timeseries.LifecycleBuilder;
import dev.evenkeel.timeseries.TableAsyncLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleAsyncHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The sync or the async lifecycle, so that one test runs on both. */
interface Actor {
  void createControlTable();

  List<LifecyclePlan> plan();

  List<SeriesStatus> status();

  LifecycleReport apply(LifecyclePlan plan);

  List<LifecycleReport> run();

  void adopt(String table);

  void acceptClock();

  List<ArchivedTable> archives();

  RestoreReport restore(RestoreOrder order);

  void restartArchive(String table);

  List<LifecycleReport> archive();

  List<String> checkControlTable();

  List<FoundArchive> planCatalogue();

  List<FoundArchive> rebuildCatalogue();

  static Actor sync(
      DynamoDbClient client, @Nullable LifecycleHook hook, Consumer<LifecycleBuilder<?>> settings) {
    return sync(client, null, hook, settings);
  }

  static Actor sync(
      DynamoDbClient client,
      @Nullable S3Client s3,
      @Nullable LifecycleHook hook,
      Consumer<LifecycleBuilder<?>> settings) {
    TableLifecycle.Builder builder = TableLifecycle.builder(client);
    if (s3 != null) {
      builder.s3(s3);
    }
    settings.accept(builder);
    if (hook != null) {
      builder.hook(hook);
    }
    TableLifecycle lifecycle = builder.build();
    return new Actor() {
      @Override
      public void createControlTable() {
        lifecycle.createControlTable();
      }

      @Override
      public List<LifecyclePlan> plan() {
        return lifecycle.plan();
      }

      @Override
      public List<SeriesStatus> status() {
        return lifecycle.status();
      }

      @Override
      public LifecycleReport apply(LifecyclePlan plan) {
        return lifecycle.apply(plan);
      }

      @Override
      public List<LifecycleReport> run() {
        return lifecycle.run();
      }

      @Override
      public void adopt(String table) {
        lifecycle.adopt(table);
      }

      @Override
      public void acceptClock() {
        lifecycle.acceptClock();
      }

      @Override
      public List<ArchivedTable> archives() {
        return lifecycle.archives();
      }

      @Override
      public RestoreReport restore(RestoreOrder order) {
        return lifecycle.restore(order);
      }

      @Override
      public void restartArchive(String table) {
        lifecycle.restartArchive(table);
      }

      @Override
      public List<LifecycleReport> archive() {
        return lifecycle.archive();
      }

      @Override
      public List<String> checkControlTable() {
        return lifecycle.checkControlTable();
      }

      @Override
      public List<FoundArchive> planCatalogue() {
        return lifecycle.planCatalogue();
      }

      @Override
      public List<FoundArchive> rebuildCatalogue() {
        return lifecycle.rebuildCatalogue();
      }
    };
  }

  static Actor async(
      DynamoDbAsyncClient client,
      @Nullable LifecycleHook hook,
      Consumer<LifecycleBuilder<?>> settings) {
    return async(client, null, hook, settings);
  }

  static Actor async(
      DynamoDbAsyncClient client,
      @Nullable S3AsyncClient s3,
      @Nullable LifecycleHook hook,
      Consumer<LifecycleBuilder<?>> settings) {
    TableAsyncLifecycle.Builder builder = TableAsyncLifecycle.builder(client);
    if (s3 != null) {
      builder.s3(s3);
    }
    settings.accept(builder);
    if (hook != null) {
      builder.hook(asAsync(hook));
    }
    TableAsyncLifecycle lifecycle = builder.build();
    return new Actor() {
      @Override
      public void createControlTable() {
        ClientUnderTest.join(lifecycle.createControlTable());
      }

      @Override
      public List<LifecyclePlan> plan() {
        return ClientUnderTest.join(lifecycle.plan());
      }

      @Override
      public List<SeriesStatus> status() {
        return ClientUnderTest.join(lifecycle.status());
      }

      @Override
      public LifecycleReport apply(LifecyclePlan plan) {
        return ClientUnderTest.join(lifecycle.apply(plan));
      }

      @Override
      public List<LifecycleReport> run() {
        return ClientUnderTest.join(lifecycle.run());
      }

      @Override
      public void adopt(String table) {
        ClientUnderTest.join(lifecycle.adopt(table));
      }

      @Override
      public void acceptClock() {
        ClientUnderTest.join(lifecycle.acceptClock());
      }

      @Override
      public List<ArchivedTable> archives() {
        return ClientUnderTest.join(lifecycle.archives());
      }

      @Override
      public RestoreReport restore(RestoreOrder order) {
        return ClientUnderTest.join(lifecycle.restore(order));
      }

      @Override
      public void restartArchive(String table) {
        ClientUnderTest.join(lifecycle.restartArchive(table));
      }

      @Override
      public List<LifecycleReport> archive() {
        return ClientUnderTest.join(lifecycle.archive());
      }

      @Override
      public List<String> checkControlTable() {
        return ClientUnderTest.join(lifecycle.checkControlTable());
      }

      @Override
      public List<FoundArchive> planCatalogue() {
        return ClientUnderTest.join(lifecycle.planCatalogue());
      }

      @Override
      public List<FoundArchive> rebuildCatalogue() {
        return ClientUnderTest.join(lifecycle.rebuildCatalogue());
      }
    };
  }

  private static LifecycleAsyncHook asAsync(LifecycleHook hook) {
    return new LifecycleAsyncHook() {
      @Override
      public CompletionStage<?> onTableActive(TableEvent event) {
        return CompletableFuture.runAsync(() -> hook.onTableActive(event));
      }

      @Override
      public CompletionStage<?> onTableRetiring(TableEvent event) {
        return CompletableFuture.runAsync(() -> hook.onTableRetiring(event));
      }
    };
  }
}
