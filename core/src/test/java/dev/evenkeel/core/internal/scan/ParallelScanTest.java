package dev.evenkeel.core.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Retries;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.scan.ParallelScan.ScanTally;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink;
import dev.evenkeel.core.internal.scan.ScanPage.PageSink.PageDecision;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParallelScanTest {
  private static final String TABLE = "Things";
  private static final int ITEMS = 500;

  private final DynamoDbClient client;
  private final DynamoDbAsyncClient asyncClient;
  private final List<Pause> pauses = new ArrayList<>();
  private long nanos;

  ParallelScanTest(LocalDynamoDb local) {
    LocalDynamoDb own = local.isolated();
    this.client = own.client();
    this.asyncClient = own.asyncClient();
  }

  @BeforeAll
  void fill() {
    client.createTable(
        r ->
            r.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("Id").keyType(KeyType.HASH).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("Id")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
    for (int from = 0; from < ITEMS; from += 25) {
      List<WriteRequest> puts =
          IntStream.range(from, from + 25).mapToObj(ParallelScanTest::put).toList();
      client.batchWriteItem(r -> r.requestItems(Map.of(TABLE, puts)));
    }
  }

  @AfterAll
  void close() {
    client.close();
    asyncClient.close();
  }

  /** An item of 4 KB: half a unit a piece. */
  private static WriteRequest put(int id) {
    Map<String, AttributeValue> item =
        Map.of(
            "Id", AttributeValue.fromS("id" + id), "Pad", AttributeValue.fromS("x".repeat(4080)));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  @BeforeEach
  void restart() {
    nanos = 0;
    pauses.clear();
  }

  private static PacedFlows unpaced() {
    return new PacedFlows(CapacityPace.unlimited(), System::nanoTime);
  }

  private static PageSink into(List<String> ids) {
    return page -> {
      page.items().forEach(item -> ids.add(item.get("Id").s()));
      return Flow.of(PageDecision.CONTINUE);
    };
  }

  private static List<String> everyId() {
    return IntStream.range(0, ITEMS).mapToObj(id -> "id" + id).toList();
  }

  private <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  @Tag("deep")
  @ParameterizedTest
  @CsvSource({"1,1", "3,2", "7,7", "64,5"})
  void flow_anyNumberOfSegments_handsEveryItemOverOnce(int segments, int inFlight) {
    ScanSettings settings = new ScanSettings(TABLE, segments, inFlight, true, 10);
    List<String> ids = new ArrayList<>();
    List<String> asyncIds = new ArrayList<>();

    ScanTally tally =
        run(ParallelScan.flow(settings, SegmentPlace.all(segments), unpaced(), into(ids)));
    ScanTally asyncTally =
        AsyncRunner.create()
            .run(
                ParallelScan.flow(settings, SegmentPlace.all(segments), unpaced(), into(asyncIds)),
                Sender.async(asyncClient, Sender.nothingElse()),
                Deadline.NONE)
            .join();

    assertThat(ids).containsExactlyInAnyOrderElementsOf(everyId());
    assertThat(asyncIds).containsExactlyInAnyOrderElementsOf(everyId());
    assertThat(tally.items()).isEqualTo(ITEMS).isEqualTo(asyncTally.items());
    assertThat(tally.segmentsEnded()).isEqualTo(segments);
    assertThat(tally.units()).isGreaterThanOrEqualTo(ITEMS);
  }

  @Test
  void flow_stoppedAndGoneOnWith_handsEveryItemOverOnce() {
    ScanSettings settings = new ScanSettings(TABLE, 5, 5, false, 2);
    List<String> ids = new ArrayList<>();
    List<SegmentPlace> places = SegmentPlace.all(5);
    int parts = 0;
    while (!places.isEmpty()) {
      Map<Integer, SegmentPlace> stopped = new HashMap<>();
      places.forEach(place -> stopped.put(place.segment(), place));
      PageSink onePage =
          page -> {
            page.items().forEach(item -> ids.add(item.get("Id").s()));
            if (page.isLast()) {
              SegmentPlace unused = stopped.remove(page.segment());
            } else {
              stopped.put(page.segment(), new SegmentPlace(page.segment(), page.after()));
            }
            return Flow.of(PageDecision.STOP);
          };
      run(ParallelScan.flow(settings, places, unpaced(), onePage));
      places = List.copyOf(stopped.values());
      parts++;
    }
    assertThat(ids).containsExactlyInAnyOrderElementsOf(everyId());
    assertThat(parts).isGreaterThan(5);
  }

  @Test
  void flow_stopped_beginsNoOtherSegment() {
    ScanSettings settings = new ScanSettings(TABLE, 64, 2, false, 2);

    ScanTally tally =
        run(
            ParallelScan.flow(
                settings, SegmentPlace.all(64), unpaced(), page -> Flow.of(PageDecision.STOP)));

    assertThat(tally.pages()).isBetween(1L, 2L);
  }

  /** Pauses make the time pass, and nothing else does. */
  private Object inVirtualTime(Request<?> request) {
    if (request instanceof Pause pause) {
      pauses.add(pause);
      nanos += pause.longest().toNanos();
      return Done.DONE;
    }
    return Sender.sync(client, Sender.nothingElse()).send(request);
  }

  @Test
  void flow_atAPace_spendsWhatItMayAndNoMore() {
    PacedFlows paced = new PacedFlows(CapacityPace.perSecond(5), () -> nanos);
    ScanSettings settings = new ScanSettings(TABLE, 4, 1, false, 2.5);

    ScanTally tally =
        SyncRunner.create()
            .run(
                ParallelScan.flow(settings, SegmentPlace.all(4), paced, into(new ArrayList<>())),
                this::inVirtualTime,
                Deadline.NONE);

    double allowed = 5 * nanos / 1e9;
    assertThat(tally.units()).isBetween(allowed * 0.9, allowed + 5 + 2.5);
    assertThat(tally.pages()).isBetween(80L, 160L);
  }

  @Test
  void flow_throttledNowAndThen_asksAgain() {
    List<String> ids = new ArrayList<>();
    int[] asked = {0};
    ScanTally tally =
        SyncRunner.create()
            .run(
                ParallelScan.flow(
                    new ScanSettings(TABLE, 2, 1, false, 20),
                    SegmentPlace.all(2),
                    unpaced(),
                    into(ids)),
                request -> {
                  if (request instanceof TableCall<?> && asked[0]++ % 3 == 1) {
                    throw ProvisionedThroughputExceededException.builder().build();
                  }
                  return inVirtualTime(request);
                },
                Deadline.NONE);
    assertThat(ids).containsExactlyInAnyOrderElementsOf(everyId());
    assertThat(tally.items()).isEqualTo(ITEMS);
    assertThat(pauses).isNotEmpty().allMatch(Pause::jittered);
  }

  @Test
  void flow_throttledForEver_failsWithTheThrottle() {
    ProvisionedThroughputExceededException throttle =
        ProvisionedThroughputExceededException.builder().build();
    Flow<ScanTally> flow =
        ParallelScan.flow(
            new ScanSettings(TABLE, 1, 1, false, 20),
            SegmentPlace.all(1),
            unpaced(),
            into(new ArrayList<>()));

    assertThatThrownBy(
            () ->
                SyncRunner.create()
                    .run(
                        flow,
                        request -> {
                          if (request instanceof TableCall<?>) {
                            throw throttle;
                          }
                          return inVirtualTime(request);
                        },
                        Deadline.NONE))
        .isSameAs(throttle);
    assertThat(pauses).hasSize(Retries.JOB_MAX);
  }

  @Test
  void flow_placeOfNoSegment_isRefused() {
    ScanSettings settings = new ScanSettings(TABLE, 2, 1, false, 1);

    assertThatThrownBy(
            () ->
                ParallelScan.flow(
                    settings,
                    List.of(new SegmentPlace(2, null)),
                    unpaced(),
                    into(new ArrayList<>())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no segment 2 of 2");
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatThrownBy(() -> new ScanSettings(TABLE, 0, 1, false, 1))
        .hasMessageContaining("segments must be 1 to 1000000 but is 0");
    assertThatThrownBy(() -> new ScanSettings(TABLE, 1, 0, false, 1))
        .hasMessageContaining("segmentsInFlight");
    assertThatThrownBy(() -> new ScanSettings(TABLE, 1, 1, false, Double.NaN))
        .hasMessageContaining("pageUnitsMax");
  }
}
