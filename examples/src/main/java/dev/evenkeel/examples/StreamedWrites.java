package dev.evenkeel.examples;

import dev.evenkeel.caching.spec.InvalidationSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells a cache what the stream of a table says. One thread reads all shards, which suits tables
 * that are written seldom; the Kinesis Client Library reads streams of any size. While the stream
 * cannot be read, the cache is emptied again and again, and when nobody reads it any more, too.
 */
// [docs:class]
final class StreamedWrites implements InvalidationSource, AutoCloseable {
  private static final long PAUSE_MILLIS = 50;
  private static final long PAUSE_AFTER_FAILURE_MILLIS = 500;
  private static final long LOOK_AGAIN = TimeUnit.SECONDS.toNanos(10);

  private final DynamoDbStreamsClient streams;
  private final String table;
  private final String streamArn;
  private final Map<String, @Nullable String> iterators = new HashMap<>();
  private @Nullable Thread thread;
  private long nextLook; // for new shards
  private volatile boolean isClosed;

  StreamedWrites(DynamoDbStreamsClient streams, String table, String streamArn) {
    this.streams = streams;
    this.table = table;
    this.streamArn = streamArn;
  }

  @Override
  public void begin(Listener listener) {
    look(ShardIteratorType.LATEST); // what is written from now on
    thread = new Thread(() -> tell(listener), "streamed-writes");
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(Listener listener) {
    try {
      while (!isClosed) {
        readAll(listener);
        Thread.sleep(iterators.isEmpty() ? PAUSE_AFTER_FAILURE_MILLIS : PAUSE_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    } finally {
      listener.lost(); // whatever has ended this thread, nobody tells what is written from now on
    }
  }

  private void readAll(Listener listener) {
    try {
      if (iterators.isEmpty()) { // after a failure
        look(ShardIteratorType.LATEST);
        listener.lost(); // what was written until then
      }
      Set.copyOf(iterators.keySet()).forEach(shard -> read(shard, listener));
      if (System.nanoTime() - nextLook >= 0) {
        lookForNew();
      }
    } catch (SdkException failure) { // such as a lost connection, or an iterator that is too old
      iterators.clear();
      listener.lost(); // again each time, so that nothing grows old while the stream is not read
    }
  }

  /** Of shards that are read to their ends, others go on. They are read from their first record. */
  private void lookForNew() {
    try {
      look(ShardIteratorType.TRIM_HORIZON);
    } catch (DynamoDbException failure) {
      if (!failure.isThrottlingException() && !(failure instanceof LimitExceededException)) {
        throw failure;
      }
      nextLook =
          System.nanoTime() + LOOK_AGAIN / 10; // too often, by all readers: nothing is missed
    }
  }

  private void read(String shard, Listener listener) {
    String iterator = iterators.get(shard);
    if (iterator == null) {
      return; // read to its end
    }
    GetRecordsResponse read = streams.getRecords(get -> get.shardIterator(iterator));
    read.records().forEach(record -> listener.written(table, record.dynamodb().keys()));
    iterators.put(shard, read.nextShardIterator());
    if (read.nextShardIterator() == null) {
      nextLook = System.nanoTime();
    }
  }

  /** Begins to read the shards that are not known, and forgets those that are gone. */
  private void look(ShardIteratorType from) {
    Set<String> there = new HashSet<>();
    String last = null;
    do {
      StreamDescription page = page(last);
      for (Shard shard : page.shards()) {
        there.add(shard.shardId());
        if (!iterators.containsKey(shard.shardId())) {
          iterators.put(shard.shardId(), iterator(shard, from));
        }
      }
      last = page.lastEvaluatedShardId();
    } while (last != null);
    iterators.keySet().retainAll(there);
    nextLook = System.nanoTime() + LOOK_AGAIN;
  }

  private StreamDescription page(@Nullable String last) {
    return streams
        .describeStream(describe -> describe.streamArn(streamArn).exclusiveStartShardId(last))
        .streamDescription();
  }

  private String iterator(Shard shard, ShardIteratorType from) {
    return streams
        .getShardIterator(
            get -> get.streamArn(streamArn).shardId(shard.shardId()).shardIteratorType(from))
        .shardIterator();
  }

  @Override
  public void close() {
    isClosed = true;
    if (thread != null) {
      thread.interrupt();
    }
  }
}
// [docs]
