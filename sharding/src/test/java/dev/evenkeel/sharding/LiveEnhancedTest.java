package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryEnhancedRequest;

/** The stock Enhanced Client goes on while the key of its items gets a piece. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class LiveEnhancedTest {
  private static final TableSchema<Click> SCHEMA = TableSchema.fromBean(Click.class);
  private static final QueryEnhancedRequest ALL =
      QueryEnhancedRequest.builder()
          .queryConditional(QueryConditional.keyEqualTo(k -> k.partitionValue("hot")))
          .consistentRead(true)
          .limit(50)
          .build();

  private final LiveTable live;
  private final List<String> written = new ArrayList<>();

  LiveEnhancedTest(LocalDynamoDb server) {
    this.live = new LiveTable(server);
  }

  @DynamoDbBean
  public static class Click {
    private String page = "";
    private String at = "";

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 1)
    public String getPk() {
      return page;
    }

    public void setPk(String pk) {
      this.page = pk;
    }

    @DynamoDbSortKey
    public String getSk() {
      return at;
    }

    public void setSk(String sk) {
      this.at = sk;
    }
  }

  @AfterEach
  void close() {
    live.close();
  }

  /** A mapped table, sync or async. */
  private record Mapped(Consumer<Click> put, Supplier<List<Click>> all) {

    static Mapped of(DynamoDbTable<Click> table) {
      return new Mapped(table::putItem, () -> table.query(ALL).items().stream().toList());
    }

    static Mapped of(DynamoDbAsyncTable<Click> table) {
      return new Mapped(
          click -> table.putItem(click).join(),
          () -> {
            List<Click> found = new CopyOnWriteArrayList<>();
            table.query(ALL).items().subscribe(found::add).join();
            return found;
          });
    }
  }

  private Mapped mapped(Kind kind, ShardingSpec spec) {
    return switch (kind) {
      case SYNC ->
          Mapped.of(
              DynamoDbEnhancedClient.builder()
                  .dynamoDbClient(
                      ShardingDynamoDbClient.builder(live.sending(LayoutGuard.create()))
                          .table(spec)
                          .build())
                  .build()
                  .table(LiveTable.TABLE, SCHEMA));
      case ASYNC ->
          Mapped.of(
              DynamoDbEnhancedAsyncClient.builder()
                  .dynamoDbClient(
                      ShardingDynamoDbAsyncClient.builder(live.sendingAsync(LayoutGuard.create()))
                          .table(spec)
                          .build())
                  .build()
                  .table(LiveTable.TABLE, SCHEMA));
    };
  }

  private void putAndQuery(Mapped table) {
    Click click = new Click();
    click.setPk("hot");
    click.setSk("t%06d".formatted(written.size()));
    table.put().accept(click);
    written.add(click.getSk());
    assertThat(table.all().get()).extracting(Click::getSk).isEqualTo(written);
  }

  @KindsInTurn
  void putAndQuery_whileAPieceIsAdded_loseNothingAndKeepTheOrder(Kind kind) {
    ShardingSpec spec =
        ShardingSpec.from(LiveTable.TABLE, SCHEMA).toBuilder().layoutFrom(live.store()).build();
    Mapped table = mapped(kind, spec);
    putAndQuery(table);

    CompletableFuture<Pieces> change =
        CompletableFuture.supplyAsync(
            () -> LayoutEditor.of(spec, live.plain).addPiece(LiveTable.HOT, 4));
    while (!change.isDone()) {
      putAndQuery(table);
    }
    String from = change.join().last().from().s();
    for (int more = 0; more < 60; more++) {
      putAndQuery(table);
    }

    assertThat(written).filteredOn(at -> at.compareTo(from) >= 0).hasSizeGreaterThanOrEqualTo(60);
    assertThat(live.plain.scan(scan -> scan.tableName(LiveTable.TABLE)).items())
        .extracting(item -> item.get("pk").s())
        .contains("hot", "hot.0", "hot.1", "hot.2", "hot.3");
  }
}
