package dev.evenkeel.examples;

import dev.evenkeel.caching.spec.InvalidationSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells a cache what the stream of a table says. One thread reads all shards, which suits tables
 * that are written seldom; the Kinesis Client Library reads streams of any size.
 */
final class StreamedWrites implements InvalidationSource, AutoCloseable {
  private static final long PAUSE_MILLIS = 50;

  private final DynamoDbStreamsClient streams;
  private final String table;
  private final String streamArn;
  private final Map<String, @Nullable String> iterators = new HashMap<>();
  private @Nullable Thread thread;

  StreamedWrites(DynamoDbStreamsClient streams, String table, String streamArn) {
    this.streams = streams;
    this.table = table;
    this.streamArn = streamArn;
  }

  // [docs:begin]
  @Override
  public void begin(Listener listener) {
    look(ShardIteratorType.LATEST); // what is written from now on
    thread = new Thread(() -> tell(listener), "streamed-writes");
    thread.setDaemon(true);
    thread.start();
  }

  private void tell(Listener listener) {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Set.copyOf(iterators.keySet()).forEach(shard -> read(shard, listener));
        look(ShardIteratorType.TRIM_HORIZON); // shards that have come meanwhile, from the first
        Thread.sleep(PAUSE_MILLIS);
      } catch (DynamoDbException behind) { // such as an iterator that is too old
        iterators.clear();
        look(ShardIteratorType.LATEST);
        listener.lost();
      } catch (InterruptedException closed) {
        return;
      }
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
  }

  // [docs]

  /** Begins to read the shards that are not known. */
  private void look(ShardIteratorType from) {
    Set<String> there = new HashSet<>();
    for (Shard shard :
        streams.describeStream(d -> d.streamArn(streamArn)).streamDescription().shards()) {
      there.add(shard.shardId());
      if (!iterators.containsKey(shard.shardId())) {
        iterators.put(
            shard.shardId(),
            streams
                .getShardIterator(
                    get ->
                        get.streamArn(streamArn).shardId(shard.shardId()).shardIteratorType(from))
                .shardIterator());
      }
    }
    iterators.keySet().retainAll(there);
  }

  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
