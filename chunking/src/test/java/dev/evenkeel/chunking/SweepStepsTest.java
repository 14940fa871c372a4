package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepWorld.GRACE;
import static dev.evenkeel.chunking.SweepWorld.key;
import static dev.evenkeel.chunking.SweepWorld.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepWorld.Staged;
import dev.evenkeel.chunking.internal.plan.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.plan.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.plan.wire.Intent.Change;
import dev.evenkeel.chunking.internal.plan.wire.Intent.State;
import dev.evenkeel.chunking.internal.plan.wire.Parent;
import dev.evenkeel.chunking.internal.plan.wire.Placement;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Whatever happens between any two requests of a sweep. */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepStepsTest {
  private static final int STEP = Rounds.step(3);

  private static final ChunkingSpec DOC =
      ChunkingSpec.builder("Doc")
          .partitionKey("Id")
          .attribute("Text", AttributePolicy.chunked())
          .chunkTable(ChunkTableSpec.of("Chunks").withChunkBytes(16))
          .intentTable("Intents")
          .grace(GRACE)
          .build();

  private static final Parent STAGED = parent(DOC, key("staged"), "Text");
  private static final Parent REPLACED = parent(DOC, key("replaced"), "Text");
  private static final Parent PLAIN = parent(DOC, key("plain"), "Text");

  private final SweepWorld world;

  SweepStepsTest(DynamoDbClient client) {
    world = new SweepWorld(client, null);
  }

  @BeforeEach
  void createTables() {
    world.create(DOC);
  }

  /** What each kind of intent leaves: staged and never committed, replaced, perhaps replaced. */
  private record Scene(Staged kept, Staged staged, Staged old, Staged current, Staged plain) {}

  private Scene scene() {
    Staged kept = world.write(DOC, STAGED, Placement.CHUNKS, 20, null);
    Staged staged = world.stage(DOC, STAGED, Placement.CHUNKS, 40);
    Staged old = world.write(DOC, REPLACED, Placement.CHUNKS, 60, null);
    Staged current = world.write(DOC, REPLACED, Placement.CHUNKS, 80, old);
    Staged plain = world.write(DOC, PLAIN, Placement.CHUNKS, 100, null);
    Done unused =
        world.run(
            world
                .intents(DOC)
                .note(world.intent(DOC, State.OPEN, null, new Change(PLAIN, null, plain.ref()))));
    world.deletePlainly(DOC, key("plain"));
    world.clock.pass(GRACE.plusSeconds(1));
    return new Scene(kept, staged, old, current, plain);
  }

  private Flow<?> sweep() {
    return IntentSweep.flow(world.terms(false, DOC));
  }

  private void sweepTwice() {
    world.run(sweep());
    world.clock.pass(GRACE.plusSeconds(1));
    world.run(sweep());
  }

  private void assertSwept(Scene scene) {
    assertThat(world.value(DOC, STAGED)).isEqualTo(scene.kept().bytes());
    assertThat(world.value(DOC, REPLACED)).isEqualTo(scene.current().bytes());
    assertThat(world.chunkRows(DOC)).hasSize(2 + 5);
    assertThat(world.intentRows(DOC)).isEmpty();
  }

  private int steps(Supplier<Flow<?>> flow) {
    Stepping counting = Stepping.counting(world.calls());
    Object unused = world.run(flow.get(), counting);
    return counting.count();
  }

  private void crashes(IntFunction<Stepping> crashing) {
    createTables();
    Scene first = scene();
    int steps = steps(this::sweep);
    assertThat(steps).isGreaterThan(16);
    sweepTwice();
    assertSwept(first);
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Scene scene = scene();
      Stepping stepping = crashing.apply(step);

      assertThatThrownBy(() -> world.run(sweep(), stepping)).isInstanceOf(Stepping.Crash.class);

      assertThat(world.value(DOC, STAGED)).isEqualTo(scene.kept().bytes());
      assertThat(world.value(DOC, REPLACED)).isEqualTo(scene.current().bytes());
      sweepTwice();
      assertSwept(scene);
    }
  }

  @Test
  void sweep_processEndsBeforeAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingBefore(world.calls(), step));
  }

  @Test
  void sweep_processEndsAfterAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingAfter(world.calls(), step));
  }

  @Test
  void sweep_anotherSweepRunsBetweenAnyTwoRequests_bothFinish() {
    Scene counted = scene();
    int steps = steps(this::sweep);
    assertThat(world.isThere(counted.plain())).isTrue();
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Scene scene = scene();

      Object unused =
          world.run(sweep(), Stepping.pausing(world.calls(), step, () -> world.run(sweep())));

      assertThat(world.isThere(scene.plain())).isTrue();
      world.clock.pass(GRACE.plusSeconds(1));
      world.run(sweep());
      assertSwept(scene);
    }
  }

  /** The writer comes back in the middle of the sweep: it commits whole, or not at all. */
  @Test
  void sweep_writerCommitsBetweenAnyTwoRequests_itsValueIsWholeOrItNeverWas() {
    int steps = steps(this::sweep, this::scene);
    int committed = 0;
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Scene scene = scene();
      boolean[] visible = {false};
      Runnable writer = () -> visible[0] = commits(scene);

      Object unused = world.run(sweep(), Stepping.pausing(world.calls(), step, writer));

      world.clock.pass(GRACE.plusSeconds(1));
      world.run(sweep());
      assertThat(world.value(DOC, STAGED))
          .isEqualTo(visible[0] ? scene.staged().bytes() : scene.kept().bytes());
      committed += visible[0] ? 1 : 0;
    }
    assertThat(committed).isBetween(1, steps - 1);
  }

  private boolean commits(Scene scene) {
    try {
      world.commit(scene.staged(), scene.kept());
      return true;
    } catch (TransactionCanceledException refused) {
      return false;
    }
  }

  private int steps(Supplier<Flow<?>> flow, Supplier<Scene> scene) {
    Scene unused = scene.get();
    return steps(flow);
  }

  private Flow<?> deepSweep() {
    return DeepSweep.step(world.terms(false, DOC), null);
  }

  /** A write that is under way must not look like an orphan, whenever it becomes visible. */
  @Test
  void deepSweep_writerCommitsBetweenAnyTwoRequests_itsValueStays() {
    world.stage(DOC, STAGED, Placement.CHUNKS, 40);
    orphan();
    int steps = steps(this::deepSweep);
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Staged staged = world.stage(DOC, STAGED, Placement.CHUNKS, 40);
      orphan();

      Object unused =
          world.run(
              deepSweep(), Stepping.pausing(world.calls(), step, () -> world.commit(staged, null)));

      assertSweptButFor(staged);
    }
  }

  @Test
  void deepSweep_writerCommitsAfterwards_itsValueStays() {
    Staged staged = world.stage(DOC, STAGED, Placement.CHUNKS, 40);
    orphan();

    Object unused = world.run(deepSweep());
    world.commit(staged, null);

    assertSweptButFor(staged);
  }

  private void assertSweptButFor(Staged staged) {
    world.clock.pass(GRACE.plusSeconds(1));
    world.run(sweep());
    assertThat(world.value(DOC, STAGED)).isEqualTo(staged.bytes());
    assertThat(world.chunkRows(DOC)).hasSize(3);
  }

  private void orphan() {
    Staged orphan = world.write(DOC, PLAIN, Placement.CHUNKS, 100, null);
    world.deletePlainly(DOC, orphan.parent().key());
  }

  @Test
  void deepSweep_processEndsAfterAnyRequest_isFinishedByTheNext() {
    orphan();
    int steps = steps(this::deepSweep);
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Staged live = world.write(DOC, REPLACED, Placement.CHUNKS, 40, null);
      orphan();
      int at = step;

      assertThatThrownBy(() -> world.run(deepSweep(), Stepping.crashingAfter(world.calls(), at)))
          .isInstanceOf(Stepping.Crash.class);

      Object unused = world.run(deepSweep());
      world.clock.pass(GRACE.plusSeconds(1));
      world.run(sweep());
      assertThat(world.value(DOC, REPLACED)).isEqualTo(live.bytes());
      assertThat(world.chunkRows(DOC)).hasSize(3);
      assertThat(world.intentRows(DOC)).isEmpty();
    }
  }
}
