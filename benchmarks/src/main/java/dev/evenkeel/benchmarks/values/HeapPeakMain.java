package dev.evenkeel.benchmarks.values;

import dev.evenkeel.benchmarks.figure.LiveHeap;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import java.util.Random;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * Puts and gets a large value in chunks and prints the heap peak, by the size of the value: for the
 * put beyond the value itself, which the caller holds anyway, and for the get with the value it
 * returns.
 */
final class HeapPeakMain {
  private HeapPeakMain() {}

  /** Takes the size in MiB, the name of the figure, and where the servers are. */
  public static void main(String[] arguments) throws InterruptedException {
    int bytes = Integer.parseInt(arguments[0]) << 20;
    String name = arguments[1];
    try (Fixture fixture = new Fixture(Servers.at(arguments[2], arguments[3]))) {
      ChunkingDynamoDbClient client = fixture.client(AttributePolicy.chunked());
      client.putItem(put("small", 1 << 20));
      Fixture.get(client, "small");
      double write = write(client, bytes);
      double read = read(client, bytes);
      System.out.println(name + "_put=" + write);
      System.out.println(name + "_get=" + read);
      System.out.println(name + "=" + Math.max(write, read));
      fixture.empty();
    }
  }

  private static PutItemRequest put(String id, int bytes) {
    byte[] noise = new byte[bytes];
    new Random(1).nextBytes(noise);
    return Fixture.put(id, AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(noise)));
  }

  private static double write(ChunkingDynamoDbClient client, int bytes)
      throws InterruptedException {
    PutItemRequest request = put("large", bytes);
    try (LiveHeap heap = LiveHeap.watched()) {
      long before = heap.collect();
      heap.whileCollecting(() -> client.putItem(request));
      return (heap.peakBytes() - before) / (double) bytes;
    }
  }

  private static double read(ChunkingDynamoDbClient client, int bytes) throws InterruptedException {
    try (LiveHeap heap = LiveHeap.watched()) {
      long before = heap.collect();
      AttributeValue value = heap.whileCollecting(() -> Fixture.get(client, "large"));
      if (value.b().asByteArrayUnsafe().length != bytes) {
        throw new IllegalStateException("another value came back");
      }
      return (heap.peakBytes() - before) / (double) bytes;
    }
  }
}
