package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.LargeValueException.Reason;
import dev.evenkeel.chunking.spec.ValueCodec;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Payloads that are far larger unpacked than their item says, or than a value may be. */
class StoredBombsTest extends HostilePayloads {
  /** Of a limit of a megabyte, with all that clients, copies and a codec's window take. */
  private static final long ALLOCATED_BYTES_MAX = 24_000_000;

  List<Arguments> bombs() {
    List<Arguments> all = new ArrayList<>();
    for (ClientUnderTest client : clients) {
      Stream.of(Codecs.gzip(), Codecs.zstd(), Codecs.lz4(), Codecs.snappy(), Codecs.lzo())
          .forEach(codec -> all.add(Arguments.of(client, codec)));
    }
    return all;
  }

  /** The item says a little of it, or all that may be. */
  @Tag("deep")
  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombInTheItem_isRefusedInBoundedMemory(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    byte[] bomb = bomb(codec);
    assumeTrue(bomb.length < 380_000, "it fits into an item");
    for (int declared : List.of(10, VALUE_BYTES_MAX)) {
      Map<String, AttributeValue> key = freshKey();
      putRaw(
          Fixture.DOCS,
          with(key, Map.of("text", b(bomb), "evenkeel.text", inItem(codec, declared))));

      assertRefusedCheaply(client, key);
    }
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombInAnObject_isRefusedInBoundedMemory(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    byte[] bomb = bomb(codec);
    for (int declared : List.of(10, VALUE_BYTES_MAX)) {
      Map<String, AttributeValue> key = freshKey();
      String object = putObject(client, key);
      fixture.s3.putObject(
          put -> put.bucket(fixture.bucket).key(object), RequestBody.fromBytes(bomb));
      Map<String, AttributeValue> item = stored(key);
      Map<String, AttributeValue> marker = new HashMap<>(item.get("evenkeel.image").m());
      marker.put("c", AttributeValue.fromS(codec.name()));
      marker.put("n", AttributeValue.fromN("" + declared));
      marker.put("z", AttributeValue.fromN("" + bomb.length));
      putRaw(Fixture.DOCS, changed(item, "evenkeel.image", AttributeValue.fromM(marker)));

      assertRefusedCheaply(client, key);
    }
  }

  /** The sync client works on this thread, whose allocations are counted. */
  private void assertRefusedCheaply(ClientUnderTest client, Map<String, AttributeValue> key) {
    long before = allocated();
    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.CORRUPT);
    assertThat(allocated() - before).isLessThan(ALLOCATED_BYTES_MAX);
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void read_bombThatTellsItsSize_isRefusedUnpacked(ClientUnderTest client, ValueCodec codec)
      throws IOException {
    Map<String, AttributeValue> key = freshKey();
    putRaw(
        Fixture.DOCS,
        with(key, Map.of("text", b((byte) 1), "evenkeel.text", inItem(codec, BOMB_BYTES))));

    assertThat(failure(client, key)).hasFieldOrPropertyWithValue("reason", Reason.TOO_LARGE);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
