package dev.evenkeel.sharding.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.core.listen.HotKey;
import dev.evenkeel.core.listen.HotKey.Action;
import dev.evenkeel.sharding.internal.live.LayoutTimes;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The log of a key whose items have to be moved says how, and never holds the key. */
class HeatLogTest {
  private static final String TABLE = "to-be-moved";
  private static final HotKey HOT =
      new HotKey("sharding", TABLE, AttributeValue.fromS("a secret"), Action.MOVE, 4, 4, 20, 300);

  private final DynamoDbClient unused =
      DynamoDbClient.builder()
          .region(Region.EU_WEST_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .build();
  private final LayoutSessions sessions =
      new LayoutSessions(
          unused,
          "layouts",
          new LayoutTimes(Duration.ofSeconds(30), Duration.ofMinutes(30)),
          0,
          false);
  private final LayoutSessions oneRegion =
      new LayoutSessions(
          unused,
          "evenkeel-layouts",
          new LayoutTimes(Duration.ofMillis(1500), Duration.ofMinutes(1)),
          0,
          true);
  private final Logger logger =
      (Logger) LoggerFactory.getLogger("dev.evenkeel.sharding.HeatPolicy");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void close() {
    logger.detachAppender(log);
    sessions.close();
    oneRegion.close();
    unused.close();
  }

  private static ShardingSpec spec(UnaryOperator<ShardingSpec.Builder> more) {
    ShardingSpec.Builder spec = ShardingSpec.builder(TABLE).partitionKey("pk").sortKey("sk");
    return more.apply(spec).build();
  }

  private String logged(HeatLog heat) {
    return logged(heat, HOT);
  }

  private static HotKey hot(Action action, int shards) {
    return new HotKey(
        "sharding", TABLE, AttributeValue.fromS("a secret"), action, shards, shards, 20, 300);
  }

  private String logged(HeatLog heat, HotKey hot) {
    heat.found(hot, List.of());
    return log.list.stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(line -> line.contains(TABLE)) // others log here, too
        .reduce((earlier, last) -> last)
        .orElseThrow();
  }

  @Test
  void found_keyToBeMoved_saysTheCommand() {
    HeatLog heat = new HeatLog(spec(spec -> spec.shards(2)), HeatPolicy.propose(), sessions);
    assertThat(logged(heat))
        .contains(
            "have to be moved: evenkeel reshard plan --table to-be-moved --partition-key pk --sort-key sk"
                + " --shards 2 --layouts layouts --lease 30s --late 1800s --key=KEY --to 8 tells")
        .contains("docs/reshard.md")
        .doesNotContain("secret");
  }

  @Test
  void found_keyOfATableWithIndexesThatOneRegionWrites_saysThem() {
    HeatLog heat =
        new HeatLog(
            spec(
                spec ->
                    spec.shards(1)
                        .localIndex("byHits", "hits", ScalarAttributeType.N)
                        .globalIndex("byName", "a name")
                        .globalIndex("byTag", "tag:N")
                        .globalIndex("byPage")
                        .suffixFormat(SuffixFormat.DEFAULT.withSeparator("--"))),
            HeatPolicy.propose(),
            oneRegion);
    assertThat(logged(heat))
        .contains(
            " --separator=-- --local-index byHits=hits:N --global-index 'byName=a name'"
                + " --global-index byTag=tag:N:S --global-index byPage="
                + " --lease PT1.5S --late 60s --one-region --key=KEY --to 8 tells");
    assertThat(logged(heat, hot(Action.PROPOSED, 2)))
        .contains("so this cures it: evenkeel layout add-piece --table to-be-moved")
        .contains(" --one-region --key=KEY --to 2 --apply");
  }

  @Test
  void found_keyAtTheCeiling_saysThePieceAllTheSameUnlessAKeyHasNoMore() {
    HeatLog heat =
        new HeatLog(spec(spec -> spec.shards(2)), HeatPolicy.propose().withCeiling(512), sessions);
    assertThat(logged(heat, hot(Action.AT_CEILING, 512)))
        .contains("no more than 512 shards. Its sort keys rise, so this cures it all the same: ")
        .contains(" --key=KEY --to 1024 --apply");
    assertThat(logged(heat, hot(Action.AT_CEILING, 1024)))
        .contains("A key has 1024 shards at most")
        .doesNotContain("--to");
    assertThat(logged(heat, hot(Action.MOVE, 600)))
        .contains("A key has 1024 shards at most")
        .doesNotContain("--to");
  }

  @Test
  void found_keyToBeMovedOfASpecThatNoCommandSays_saysTheCallOfTheClass() {
    HeatLog heat =
        new HeatLog(
            spec(spec -> spec.shards(2).shards(KeyRule.exactly("x", 3))),
            HeatPolicy.propose(),
            sessions);
    assertThat(logged(heat))
        .contains("Resharder.start(KEY, 8)")
        .contains("docs/reshard.md")
        .doesNotContain("secret");
  }

  @Test
  void found_keyToBeMovedOfATableWithoutARecord_saysWhatItNeeds() {
    HeatLog heat = new HeatLog(spec(spec -> spec.shards(2)), HeatPolicy.propose(), null);
    assertThat(logged(heat))
        .contains("the spec says no layoutFrom")
        .contains("docs/reshard.md")
        .doesNotContain("secret");
  }
}
