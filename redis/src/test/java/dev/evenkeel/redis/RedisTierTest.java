package dev.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.caching.spec.RemoteTier.ItemId;
import dev.evenkeel.caching.spec.RemoteTier.LookResult;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;

/** What the tier keeps and what it loses, on a real server. */
class RedisTierTest {
  private static final ItemId ITEM = new ItemId("t", "digest");
  private static final SdkBytes OLD = SdkBytes.fromUtf8String("old");
  private static final SdkBytes NEW = SdkBytes.fromUtf8String("new");
  private static final Duration LONG = Duration.ofHours(1);

  @TempDir private static Path folder;
  private static RedisServer server;

  private RedisTier tier;
  private RedisTier other;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start(folder);
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void connect() {
    String namespace = "test" + System.nanoTime();
    tier = RedisTier.at(server.uri(), namespace);
    other = RedisTier.at(server.uri(), namespace);
  }

  @AfterEach
  void close() {
    tier.close();
    other.close();
  }

  private static <T> T end(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private LookResult look(RedisTier at) throws Exception {
    return end(at.look(ITEM));
  }

  private boolean fill(LookResult looked, SdkBytes value) throws Exception {
    return end(tier.fill(ITEM, looked.stamp(), value, LONG));
  }

  @Test
  void fill_withAStamp_isSeenByAnotherProcess() throws Exception {
    LookResult absent = look(tier);
    assertThat(absent.item()).isNull();
    assertThat(fill(absent, OLD)).isTrue();

    LookResult there = look(other);
    assertThat(there.item()).isEqualTo(OLD);
    assertThat(there.age()).isGreaterThan(Duration.ZERO);
    assertThat(there.server()).isEqualTo(absent.server());
  }

  @Test
  void fill_afterARemovalOfAnotherProcess_storesNothing() throws Exception {
    LookResult before = look(tier);
    assertThat(end(other.remove(List.of(ITEM)))).isEqualTo(before.server());
    assertThat(fill(before, OLD)).isFalse();

    LookResult after = look(other);
    assertThat(after.stamp()).isNotEqualTo(before.stamp());
    assertThat(fill(before, OLD)).isFalse();
    assertThat(fill(after, NEW)).isTrue();
    assertThat(look(tier).item()).isEqualTo(NEW);
  }

  @Tag("deep")
  @Test
  void fill_afterARemovalOfItsTable_storesNothing() throws Exception {
    LookResult before = look(tier);
    fill(before, OLD);
    end(other.removeAll(List.of("t")));
    assertThat(fill(before, OLD)).isFalse();
    assertThat(look(tier).item()).isNull();
    assertThat(fill(before, OLD)).isFalse();
    assertThat(look(tier).item()).isNull();
  }

  @Test
  void fill_ofAnOlderRead_doesNotReplaceAYoungerOne() throws Exception {
    LookResult first = look(tier);
    Thread.sleep(5);
    LookResult second = look(other);
    assertThat(fill(second, NEW)).isTrue();
    assertThat(fill(first, OLD)).isFalse();
    assertThat(look(tier).item()).isEqualTo(NEW);
  }

  @Tag("deep")
  @Test
  @Timeout(60)
  void item_goesWhenItsTimeIsOver_countedFromTheLook() throws Exception {
    LookResult looked = look(tier);
    Thread.sleep(60);
    assertThat(end(tier.fill(ITEM, looked.stamp(), OLD, Duration.ofMillis(50)))).isFalse();
    assertThat(end(tier.fill(ITEM, looked.stamp(), OLD, Duration.ofSeconds(3)))).isTrue();
    while (look(tier).item() != null) { // for ever, if it never goes
      Thread.sleep(50);
    }
  }

  @Tag("deep")
  @Test
  void server_thatStartsAgain_takesNoFillFromBefore() throws Exception {
    LookResult before = look(tier);
    fill(before, OLD);
    LookResult filling = look(other);
    server.kill();
    assertThatThrownBy(() -> look(tier)).isNotNull();
    server.start();

    LookResult after = look(eventually(tier));
    assertThat(after.server()).isNotEqualTo(before.server());
    assertThat(after.item()).isNull();
    assertThat(end(eventually(other).fill(ITEM, filling.stamp(), OLD, LONG))).isFalse();
    assertThat(look(tier).item()).isNull();
    assertThat(fill(look(tier), NEW)).isTrue();
  }

  @Test
  void server_thatStartsWithABackup_givesNothingOfIt() throws Exception {
    fill(look(tier), OLD);
    RedisClient plain = RedisClient.create(server.uri());
    plain.connect().sync().save();
    plain.shutdown();
    end(other.remove(List.of(ITEM)));
    server.kill();
    server.start();

    RedisClient again = RedisClient.create(server.uri());
    assertThat(again.connect().sync().dbsize()).as("what the backup had").isPositive();
    again.shutdown();
    assertThat(end(eventually(tier).look(ITEM)).item()).isNull();
  }

  /** The first command after a kill may find the old connection. */
  private RedisTier eventually(RedisTier at) throws InterruptedException {
    for (int i = 0; i < 50; i++) {
      try {
        look(at);
        return at;
      } catch (Exception notYet) {
        Thread.sleep(50);
      }
    }
    return at;
  }

  /** Tried until more commands wait for answers than may, and none waits for too long. */
  @Test
  @Timeout(120)
  void looks_ofABurst_leaveTheConnectionOpen() throws Exception {
    List<String> failures = List.of();
    while (failures.isEmpty() || failures.stream().anyMatch(text -> text.contains("timed out"))) {
      look(eventually(tier));
      failures = burst();
    }
    assertThat(failures).allMatch(text -> text.contains("queue size exceeded"));
  }

  private List<String> burst() throws Exception {
    List<CompletionStage<String>> burst = new ArrayList<>();
    for (int i = 0; i < 6_000; i++) {
      burst.add(tier.look(ITEM).handle((found, failure) -> failure == null ? "" : "" + failure));
    }
    List<String> failures = new ArrayList<>();
    for (CompletionStage<String> look : burst) {
      failures.add(end(look));
    }
    failures.removeIf(String::isEmpty);
    return failures;
  }

  @Test
  @Timeout(20)
  void server_thatAcceptsAndSaysNothing_failsLooks() throws Exception {
    try (ServerSocket silent = new ServerSocket(0);
        RedisTier hanging =
            RedisTier.at(RedisURI.create("127.0.0.1", silent.getLocalPort()), "test")) {
      assertThatThrownBy(() -> look(hanging)).isInstanceOf(ExecutionException.class);
    }
  }

  @Test
  void server_thatHangs_failsCommands_andIsUsedAgain() throws Exception {
    look(tier);
    server.hold();
    try {
      assertThatThrownBy(() -> look(tier)).isNotNull();
    } finally {
      server.release();
    }
    assertThat(fill(look(eventually(tier)), NEW)).isTrue();
    assertThat(look(tier).item()).isEqualTo(NEW);
  }
}
