package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** A forged intent, or a sweeper with the wrong client, destroys nothing. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepForgeryTest {
  private static final ChunkingSpec DOC = spec("Doc", "Text");
  private static final Parent ONE = parent(DOC, key("1"), "Text");

  private final DynamoDbClient client;
  private final SweepFixture fixture;

  SweepForgeryTest(DynamoDbClient client) {
    this.client = client;
    this.fixture = new SweepFixture(client, null);
  }

  private static ChunkingSpec spec(String table, String attribute) {
    return ChunkingSpec.builder(table)
        .partitionKey("Id")
        .attribute(attribute, AttributePolicy.chunked())
        .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
        .intentTable("Intents")
        .grace(GRACE)
        .build();
  }

  @BeforeEach
  void createTables() {
    fixture.create(DOC);
  }

  private void note(State state, Change... changes) {
    Long at = state == State.COMMITTED ? fixture.clock.instant().toEpochMilli() : null;
    Done unused = fixture.run(fixture.intents(DOC).note(fixture.intent(DOC, state, at, changes)));
  }

  private SweepReport sweepAfterTheGrace() {
    fixture.clock.pass(GRACE.plusSeconds(1));
    return fixture.run(IntentSweep.flow(fixture.terms(false, DOC)));
  }

  @Test
  void sweep_intentsThatNameALiveValue_keepIt() {
    StagedValues live = fixture.write(DOC, ONE, Placement.CHUNKS, 40, null);
    note(State.OPEN, new Change(ONE, live.ref(), null));
    note(State.ABANDONED, new Change(ONE, live.ref(), live.ref()));
    note(State.COMMITTED, new Change(ONE, null, live.ref()));

    SweepReport first = sweepAfterTheGrace();
    SweepReport second = sweepAfterTheGrace();

    assertThat(first.payloads()).isEqualTo(new SweepReport.Payloads(0, 0, 0, 3, 0));
    assertThat(second.payloads()).isEqualTo(new SweepReport.Payloads(0, 0, 0, 1, 0));
    assertThat(fixture.value(DOC, ONE)).isEqualTo(live.bytes());
    assertThat(fixture.intentRows(DOC)).isEmpty();
  }

  @Test
  void sweep_intentThatNamesTheValueOfAnotherItem_findsNothingUnderItsOwnKey() {
    StagedValues live = fixture.write(DOC, ONE, Placement.CHUNKS, 40, null);
    note(State.COMMITTED, new Change(parent(DOC, key("2"), "Text"), null, live.ref()));

    sweepAfterTheGrace();

    assertThat(fixture.value(DOC, ONE)).isEqualTo(live.bytes());
  }

  @Test
  void sweep_hugeCounts_takeFewRequests() {
    StagedValues dead = fixture.stage(DOC, ONE, Placement.CHUNKS, 40);
    StagedValues live =
        fixture.write(DOC, parent(DOC, key("2"), "Text"), Placement.CHUNKS, 40, null);
    note(
        State.COMMITTED,
        new Change(ONE, null, new PayloadRef(Placement.CHUNKS, dead.ref().id(), 2_000_000_000)),
        new Change(
            live.parent(),
            null,
            new PayloadRef(Placement.CHUNKS, live.ref().id(), Integer.MAX_VALUE)));
    Done unused = fixture.run(fixture.intents(DOC).forget(dead.intent()));
    fixture.clock.pass(GRACE.plusSeconds(1));
    Stepping counting = Stepping.counting(fixture.calls());

    SweepReport report = fixture.run(IntentSweep.flow(fixture.terms(false, DOC)), counting);

    assertThat(report.intents().finished()).isEqualTo(1);
    assertThat(counting.count()).isLessThan(16 + 10);
    assertThat(fixture.isThere(dead)).isFalse();
    assertThat(fixture.value(DOC, live.parent())).isEqualTo(live.bytes());
  }

  @Test
  void sweep_intentsThatNameWhatNoSpecKnows_areLeftAlone() {
    ChunkingSpec other = spec("Docs", "Text");
    fixture.create(DOC, other);
    StagedValues foreign =
        fixture.stage(other, parent(other, key("1"), "Text"), Placement.CHUNKS, 40);
    PayloadRef ref = new PayloadRef(Placement.CHUNKS, SweepFixture.writeId(7).hex(), 1);
    PayloadRef object = new PayloadRef(Placement.OBJECT, SweepFixture.writeId(7).hex(), 0);
    PayloadRef seed = new PayloadRef(Placement.SEED_CHUNKS, "7", 1);
    note(State.OPEN, new Change(parent(DOC, key("1"), "Other"), ref, null));
    note(State.OPEN, new Change(ONE, object, null));
    note(State.COMMITTED, new Change(ONE, null, seed));
    note(State.OPEN, new Change(ONE, ref, null), new Change(foreign.parent(), ref, null));

    SweepReport report = sweepAfterTheGrace();

    assertThat(report.intents()).isEqualTo(new SweepReport.Intents(5, 0, 0, 5, 0, 0));
    assertThat(fixture.isThere(foreign)).isTrue();
    assertThat(fixture.intentRows(DOC)).hasSize(5);
  }

  @Test
  void sweep_intentsThatNoVersionWrote_areLeftAlone() {
    PayloadRef ref = new PayloadRef(Placement.CHUNKS, SweepFixture.writeId(7).hex(), 1);
    note(State.OPEN, new Change(new Parent("Doc", Map.of(), "Text"), ref, null));
    Map<String, AttributeValue> number = Map.of("Id", AttributeValue.fromN("1"));
    note(State.OPEN, new Change(new Parent("Doc", number, "Text"), ref, null));
    Map<String, AttributeValue> empty = Map.of("Id", AttributeValue.fromS(""));
    note(State.OPEN, new Change(new Parent("Doc", empty, "Text"), ref, null));
    Map<String, AttributeValue> more = new LinkedHashMap<>(key("1"));
    more.put("Sort", AttributeValue.fromS("x"));
    note(State.OPEN, new Change(new Parent("Doc", more, "Text"), ref, null));
    note(State.OPEN, new Change(ONE, ref, null));
    Map<String, AttributeValue> row =
        new LinkedHashMap<>(
            fixture.intentRows(DOC).stream().filter(r -> isOf(r, ONE)).findFirst().orElseThrow());
    row.put(IntentFormat.STATE, AttributeValue.fromS("SUSPENDED"));
    put(row);
    row.put(IntentFormat.STATE, AttributeValue.fromS("OPEN"));
    row.put("Bucket", AttributeValue.fromN("16"));
    put(row);
    row.put("Bucket", AttributeValue.fromN("3".equals(row.get("Bucket").n()) ? "4" : "3"));
    row.put("Due", AttributeValue.fromS("000000000000001"));
    put(row);
    int rows = fixture.intentRows(DOC).size();

    SweepReport report = sweepAfterTheGrace();

    assertThat(report.intents()).isEqualTo(new SweepReport.Intents(6, 0, 0, 0, 6, 0));
    assertThat(fixture.intentRows(DOC)).hasSize(rows);
  }

  private static boolean isOf(Map<String, AttributeValue> row, Parent parent) {
    return row.get(IntentFormat.CHANGES).l().get(0).m().get("key").m().equals(parent.key());
  }

  private void put(Map<String, AttributeValue> row) {
    client.putItem(request -> request.tableName("Intents").item(row));
  }

  /** Sends everything on, and counts it by operation. */
  private static final class Counting extends DelegatingDynamoDbClient {
    private final Map<String, Integer> sent = new TreeMap<>();

    Counting(DynamoDbClient delegate) {
      super(delegate, Ownership.BORROWED);
    }

    @Override
    protected <T extends DynamoDbRequest, R> R invokeOperation(
        T request, Function<T, R> operation) {
      sent.merge(request.getClass().getSimpleName(), 1, Integer::sum);
      return operation.apply(request);
    }
  }

  @Test
  void sweep_dryRun_tellsTheSameAndWritesNothing() {
    StagedValues staged = fixture.stage(DOC, ONE, Placement.CHUNKS, 40);
    StagedValues old =
        fixture.write(DOC, parent(DOC, key("2"), "Text"), Placement.CHUNKS, 40, null);
    fixture.write(DOC, old.parent(), Placement.CHUNKS, 60, old);
    StagedValues lost =
        fixture.write(DOC, parent(DOC, key("3"), "Text"), Placement.CHUNKS, 40, null);
    fixture.deletePlainly(DOC, lost.parent().key());
    fixture.clock.pass(GRACE.plusSeconds(1));
    Counting counting = new Counting(client);
    List<Map<String, AttributeValue>> intents = fixture.intentRows(DOC);
    OrphanSweeper dry = OrphanSweeper.builder(counting).table(DOC).clock(fixture.clock).build();

    SweepReport report = dry.sweep();
    assertThat(dry.deepSweep(null).chunkedNoted()).isEqualTo(1);

    assertThat(counting.sent).containsOnlyKeys("QueryRequest", "ScanRequest");
    assertThat(fixture.isThere(staged)).isTrue();
    assertThat(fixture.isThere(old)).isTrue();
    assertThat(fixture.intentRows(DOC)).containsExactlyInAnyOrderElementsOf(intents);
    SweepReport real = fixture.run(IntentSweep.flow(fixture.terms(false, DOC)));
    assertThat(report.dryRun()).isTrue();
    assertThat(report.intents()).isEqualTo(real.intents());
    assertThat(report.payloads()).isEqualTo(real.payloads());
  }

  @Test
  void sweep_throughAChunkingClient_isRefusedAndRemovesNothing() {
    StagedValues live = fixture.write(DOC, ONE, Placement.CHUNKS, 40, null);
    note(State.COMMITTED, new Change(ONE, null, live.ref()));
    fixture.clock.pass(GRACE.plusSeconds(1));
    ChunkingDynamoDbClient decorated = ChunkingDynamoDbClient.builder(client).table(DOC).build();

    assertThatThrownBy(() -> OrphanSweeper.builder(decorated))
        .isInstanceOf(IllegalArgumentException.class);
    OrphanSweeper hidden =
        OrphanSweeper.builder(new Counting(decorated))
            .table(DOC)
            .clock(fixture.clock)
            .dryRun(false)
            .build();
    assertThatThrownBy(hidden::sweep).isInstanceOf(RefusedOperationException.class);
    assertThatThrownBy(() -> hidden.deepSweep(null)).isInstanceOf(RefusedOperationException.class);

    assertThat(fixture.value(DOC, ONE)).isEqualTo(live.bytes());
  }
}
