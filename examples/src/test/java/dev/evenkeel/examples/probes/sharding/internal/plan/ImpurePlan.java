package dev.evenkeel.examples.probes.sharding.internal.plan;

import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.internal.flow.SyncRunner;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** One impurity a method. */
abstract class ImpurePlan {
  abstract void client(DynamoDbClient client);

  abstract void asyncClient(DynamoDbAsyncClient client);

  abstract void calls(DynamoDbCalls calls);

  abstract void driver(SyncRunner driver);

  abstract void asyncDriver(AsyncRunner driver);

  abstract void clock(Clock clock);

  abstract void instantSource(InstantSource source);

  abstract void thread(Thread thread);

  abstract void threads(Thread[] threads);

  abstract void timer(Timer timer);

  abstract void executor(Executor executor);

  abstract void executorService(ExecutorService executor);

  abstract void future(Future<String> future);

  abstract void completableFuture(CompletableFuture<String> future);

  abstract void completionStage(CompletionStage<String> stage);

  abstract void random(Random random);

  abstract void secureRandom(SecureRandom random);

  abstract void threadLocalRandom(ThreadLocalRandom random);

  abstract void randomGenerator(RandomGenerator random);

  abstract void file(File file);

  abstract void fileInput(FileInputStream file);

  abstract void fileOutput(FileOutputStream file);

  abstract void fileReader(FileReader file);

  abstract void fileWriter(FileWriter file);

  abstract void randomAccess(RandomAccessFile file);

  abstract void path(Path path);

  abstract void channel(FileChannel channel);

  abstract void network(URI uri);

  Instant instantNow() {
    return Instant.now();
  }

  ZonedDateTime dateNow() {
    return ZonedDateTime.now(ZoneOffset.UTC);
  }

  Supplier<Instant> reference() {
    return Instant::now;
  }

  long nanos() {
    return System.nanoTime();
  }

  long millis() {
    return System.currentTimeMillis();
  }

  UUID uuid() {
    return UUID.randomUUID();
  }

  double chance() {
    return Math.random();
  }

  void sleep() throws InterruptedException {
    Thread.sleep(1);
  }
}
