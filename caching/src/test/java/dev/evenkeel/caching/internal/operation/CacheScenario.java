package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.Flight;
import dev.evenkeel.caching.internal.store.TierRequest;
import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Callers of two caches, a foreign writer, a table and a remote tier, one step after the other, in
 * an order drawn from a seed: requests are executed late, answered late, lost and given up; a cache
 * may be told of a foreign write, and is late to take it out of the tier; servers of the tier are
 * started again, and a process may see another one than before.
 */
final class CacheScenario {
  private static final Duration TIME_TO_LIVE = Duration.ofNanos(1000);
  private static final int STEPS = 160;
  private static final int CALLS_MAX = 6;

  private final Random random;
  private final ModelTable table;
  private final AtomicLong nanos = new AtomicLong(1);
  private final List<ModelTier> tiers = List.of(new ModelTier(nanos), new ModelTier(nanos));
  private final List<ModelProcess> processes = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<Runnable> late = new ArrayList<>();
  private final boolean pages;
  private final boolean telling;
  private int running;
  private String wrong = "";

  /** A request on its way. */
  private static final class Sent {
    final ModelCall call;
    final FlowStepper.@Nullable Ask ask;
    final Object request;
    final Map<String, Long> raised = new HashMap<>();
    @Nullable Object answer;

    Sent(ModelCall call, FlowStepper.@Nullable Ask ask, Object request) {
      this.call = call;
      this.ask = ask;
      this.request = request;
    }
  }

  /** A call of a client that is not over. */
  private final class ModelCall {
    final ModelProcess process;
    final CachedCall held;
    final Map<String, Long> floor;
    final Map<String, Long> raised = new HashMap<>();
    final DynamoDbRequest request;
    final @Nullable FlowStepper<?> flow;
    final List<String> writes;
    boolean over;

    ModelCall(
        ModelProcess process, @Nullable Flow<?> flow, CachedCall held, DynamoDbRequest request) {
      this.process = process;
      this.held = held;
      this.request = request;
      this.floor = process.floors.at(nanos.get());
      this.flow = flow == null ? null : FlowStepper.of(flow);
      this.writes = ModelTable.written(request);
      process.begun(writes);
      running++;
    }

    void go() {
      if (flow == null || over) {
        return;
      }
      for (FlowStepper.Ask ask = flow.next(); ask != null; ask = flow.next()) {
        send(ask);
      }
      if (flow.isOver()) {
        end(flow.failure() == null ? flow.result() : null);
      }
    }

    private void send(FlowStepper.Ask ask) {
      if (ask.request() instanceof Fill fill) {
        ModelTier tier = process.tier;
        late.add(() -> tier.execute(fill));
        flow.answer(ask.ticket(), Done.DONE);
      } else if (ask.request() instanceof Flight<?> flight) {
        flight.whenLanded(
            landing -> {
              Sent waiting = new Sent(this, ask, flight);
              waiting.answer = landing;
              sent.add(waiting);
            });
      } else {
        boolean isCall = ask.request() instanceof TableCall<?>;
        sent.add(
            new Sent(this, ask, isCall ? ((TableCall<?>) ask.request()).request() : ask.request()));
      }
    }

    void end(@Nullable Object result) {
      if (over) {
        return;
      }
      over = true;
      running--;
      process.over(writes);
      held.ended();
      if (result != null) {
        process.floors.ended(raised);
        ModelRequests.shown(request, result).forEach((id, value) -> judge(id, value, floor));
      }
    }
  }

  /**
   * @param tiered whether the processes share a remote tier
   */
  CacheScenario(long seed, boolean tiered) {
    this.random = new Random(seed);
    this.table = new ModelTable(random);
    CachingSpec.Builder spec =
        CachingSpec.builder(ModelTable.NAME)
            .partitionKey("p", ScalarAttributeType.S)
            .sortKey("id", ScalarAttributeType.S)
            .timeToLive(TIME_TO_LIVE)
            .popular(1, Duration.ofMinutes(1));
    this.pages = random.nextInt(tiered ? 4 : 2) == 0; // pages are in no tier
    this.telling = random.nextInt(3) == 0;
    if (pages) {
      spec.pages();
    }
    CachingSpec cached = (random.nextBoolean() ? spec.refreshAhead() : spec).build();
    for (int i = 0; i < 2; i++) {
      processes.add(new ModelProcess(cached, nanos, tiered, tiers.get(0)));
    }
  }

  /** What is wrong; empty if nothing. */
  String run() {
    for (int step = 0; step < STEPS && wrong.isEmpty(); step++) {
      switch (random.nextInt(telling ? 10 : 9)) {
        case 0, 1 -> begin(processes.get(random.nextInt(2)));
        case 2 -> nanos.addAndGet(random.nextInt((int) TIME_TO_LIVE.toNanos() / 3));
        case 3 -> {
          String id = ModelRequests.anyId(random);
          Map<String, Long> raised = Map.of(id, table.raise(id));
          executed(raised);
          if (telling) {
            tell(processes.get(random.nextInt(2)), raised, random.nextInt(6) == 0);
          }
        }
        case 4, 5, 6 -> progress();
        case 7 -> disturb();
        case 9 -> processes.get(random.nextInt(2)).removed(random, late);
        default -> {
          if (!late.isEmpty()) {
            late.remove(random.nextInt(late.size())).run();
          }
        }
      }
    }
    while (wrong.isEmpty() && !sent.isEmpty()) {
      progress();
    }
    return wrong.isEmpty() && running > 0 ? running + " calls wait for nothing" : wrong;
  }

  private void tell(ModelProcess process, Map<String, Long> raised, boolean all) {
    if (random.nextBoolean()) {
      process.told(raised, all);
    } else {
      late.add(() -> process.told(raised, all));
    }
  }

  private void disturb() {
    switch (random.nextInt(6)) {
      case 0 -> tiers.get(random.nextInt(2)).restart();
      case 1 -> processes.get(random.nextInt(2)).tier = tiers.get(random.nextInt(2));
      case 2 -> {
        if (!sent.isEmpty()) {
          sent.get(random.nextInt(sent.size())).call.end(null); // its caller gives up
        }
      }
      default -> {}
    }
  }

  private void executed(Map<String, Long> raised) {
    raised.forEach(
        (id, value) ->
            processes.forEach(process -> process.floors.executed(id, value, nanos.get())));
  }

  private void begin(ModelProcess process) {
    if (running == CALLS_MAX) {
      return;
    }
    DynamoDbRequest request = ModelRequests.any(random, pages);
    CachingPlanner planner = process.planner(random);
    CachedCall held = new CachedCall();
    Object hit = planner.hit(request);
    if (hit != null) {
      Map<String, Long> floor = process.floors.at(nanos.get());
      ModelRequests.shown(request, hit).forEach((id, value) -> judgeHit(process, id, value, floor));
      Flow<?> refresh = planner.refresh(request, held);
      if (refresh != null) {
        new ModelCall(process, refresh, held, request).go();
      }
      return;
    }
    Flow<?> flow = planner.plan(request, held);
    ModelCall call = new ModelCall(process, flow, held, request);
    if (flow == null) {
      sent.add(new Sent(call, null, request));
    }
    call.go();
  }

  private void progress() {
    if (sent.isEmpty()) {
      return;
    }
    Sent one = sent.get(random.nextInt(sent.size()));
    if (one.answer == null) {
      execute(one);
      return;
    }
    sent.remove(one);
    if (one.call.over) {
      return;
    }
    boolean lost = one.request instanceof DynamoDbRequest && random.nextInt(10) == 0;
    if (!lost) {
      one.call.raised.putAll(one.raised);
    }
    if (one.call.flow == null || one.ask == null) {
      one.call.end(lost ? null : one.answer);
    } else if (lost) {
      one.call.flow.fail(one.ask.ticket(), ModelTable.failure(random));
      one.call.go();
    } else {
      one.call.flow.answer(one.ask.ticket(), one.answer);
      one.call.go();
    }
  }

  private void execute(Sent one) {
    if (one.request instanceof DynamoDbRequest request) {
      one.answer = table.execute(request, one.raised);
      executed(one.raised);
      return;
    }
    TierRequest<?> request = (TierRequest<?>) one.request;
    ModelTier tier = one.call.process.tier;
    if (random.nextInt(5) > 0) {
      one.answer = tier.execute(request);
      return;
    }
    one.answer = request instanceof Look ? ReadResult.NOTHING : Removed.UNKNOWN; // too late
    if (random.nextBoolean()) {
      late.add(() -> tier.execute(request));
    }
  }

  private void judgeHit(ModelProcess process, String id, long value, Map<String, Long> floor) {
    if (process.isWriting(id)) {
      wrong = "%s is in memory while it is written".formatted(id);
    }
    judge(id, value, floor);
  }

  private void judge(String id, long value, Map<String, Long> floor) {
    if (value < floor.getOrDefault(id, 0L)) {
      wrong = "%s shows %d, but %d was there".formatted(id, value, floor.get(id));
    }
  }
}
