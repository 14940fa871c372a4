package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.SweepFixture.GRACE;
import static dev.evenkeel.chunking.SweepFixture.key;
import static dev.evenkeel.chunking.SweepFixture.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.SweepFixture.StagedValues;
import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
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

/** Interference between any two requests of a sweep. */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepStepsTest {
  private static final int STEP = Rounds.step(10, 2);

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

  private final SweepFixture fixture;

  SweepStepsTest(DynamoDbClient client) {
    fixture = new SweepFixture(client, null);
  }

  @BeforeEach
  void createTables() {
    fixture.create(DOC);
  }

  /**
   * The payloads of each kind of intent: staged and never committed, replaced, perhaps replaced.
   */
  private record Scene(
      StagedValues kept,
      StagedValues staged,
      StagedValues old,
      StagedValues current,
      StagedValues plain) {}

  private Scene scene() {
    StagedValues kept = fixture.write(DOC, STAGED, Placement.CHUNKS, 20, null);
    StagedValues staged = fixture.stage(DOC, STAGED, Placement.CHUNKS, 40);
    StagedValues old = fixture.write(DOC, REPLACED, Placement.CHUNKS, 60, null);
    StagedValues current = fixture.write(DOC, REPLACED, Placement.CHUNKS, 80, old);
    StagedValues plain = fixture.write(DOC, PLAIN, Placement.CHUNKS, 100, null);
    Done unused =
        fixture.run(
            fixture
                .intents(DOC)
                .note(fixture.intent(DOC, State.OPEN, null, new Change(PLAIN, null, plain.ref()))));
    fixture.deletePlainly(DOC, key("plain"));
    fixture.clock.pass(GRACE.plusSeconds(1));
    return new Scene(kept, staged, old, current, plain);
  }

  private Flow<?> sweep() {
    return IntentSweep.flow(fixture.terms(false, DOC));
  }

  private void sweepTwice() {
    fixture.run(sweep());
    fixture.clock.pass(GRACE.plusSeconds(1));
    fixture.run(sweep());
  }

  private void assertSwept(Scene scene) {
    assertThat(fixture.value(DOC, STAGED)).isEqualTo(scene.kept().bytes());
    assertThat(fixture.value(DOC, REPLACED)).isEqualTo(scene.current().bytes());
    assertThat(fixture.chunkRows(DOC)).hasSize(2 + 5);
    assertThat(fixture.intentRows(DOC)).isEmpty();
  }

  private int steps(Supplier<Flow<?>> flow) {
    Stepping counting = Stepping.counting(fixture.calls());
    Object unused = fixture.run(flow.get(), counting);
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

      assertThatThrownBy(() -> fixture.run(sweep(), stepping)).isInstanceOf(Stepping.Crash.class);

      assertThat(fixture.value(DOC, STAGED)).isEqualTo(scene.kept().bytes());
      assertThat(fixture.value(DOC, REPLACED)).isEqualTo(scene.current().bytes());
      sweepTwice();
      assertSwept(scene);
    }
  }

  @Test
  void sweep_processEndsBeforeAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingBefore(fixture.calls(), step));
  }

  @Test
  void sweep_processEndsAfterAnyRequest_isFinishedByTheNext() {
    crashes(step -> Stepping.crashingAfter(fixture.calls(), step));
  }

  @Test
  void sweep_anotherSweepRunsBetweenAnyTwoRequests_bothFinish() {
    Scene counted = scene();
    int steps = steps(this::sweep);
    assertThat(fixture.isThere(counted.plain())).isTrue();
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      Scene scene = scene();

      Object unused =
          fixture.run(sweep(), Stepping.pausing(fixture.calls(), step, () -> fixture.run(sweep())));

      assertThat(fixture.isThere(scene.plain())).isTrue();
      fixture.clock.pass(GRACE.plusSeconds(1));
      fixture.run(sweep());
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

      Object unused = fixture.run(sweep(), Stepping.pausing(fixture.calls(), step, writer));

      fixture.clock.pass(GRACE.plusSeconds(1));
      fixture.run(sweep());
      assertThat(fixture.value(DOC, STAGED))
          .isEqualTo(visible[0] ? scene.staged().bytes() : scene.kept().bytes());
      committed += visible[0] ? 1 : 0;
    }
    assertThat(committed).isBetween(1, steps - 1);
  }

  private boolean commits(Scene scene) {
    try {
      fixture.commit(scene.staged(), scene.kept());
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
    return DeepSweep.step(fixture.terms(false, DOC), null);
  }

  /** A write that is under way must not look like an orphan, whenever it becomes visible. */
  @Test
  void deepSweep_writerCommitsBetweenAnyTwoRequests_itsValueStays() {
    fixture.stage(DOC, STAGED, Placement.CHUNKS, 40);
    orphan();
    int steps = steps(this::deepSweep);
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      StagedValues staged = fixture.stage(DOC, STAGED, Placement.CHUNKS, 40);
      orphan();

      Object unused =
          fixture.run(
              deepSweep(),
              Stepping.pausing(fixture.calls(), step, () -> fixture.commit(staged, null)));

      assertSweptButFor(staged);
    }
  }

  @Test
  void deepSweep_writerCommitsAfterwards_itsValueStays() {
    StagedValues staged = fixture.stage(DOC, STAGED, Placement.CHUNKS, 40);
    orphan();

    Object unused = fixture.run(deepSweep());
    fixture.commit(staged, null);

    assertSweptButFor(staged);
  }

  private void assertSweptButFor(StagedValues staged) {
    fixture.clock.pass(GRACE.plusSeconds(1));
    fixture.run(sweep());
    assertThat(fixture.value(DOC, STAGED)).isEqualTo(staged.bytes());
    assertThat(fixture.chunkRows(DOC)).hasSize(3);
  }

  private void orphan() {
    StagedValues orphan = fixture.write(DOC, PLAIN, Placement.CHUNKS, 100, null);
    fixture.deletePlainly(DOC, orphan.parent().key());
  }

  @Test
  void deepSweep_processEndsAfterAnyRequest_isFinishedByTheNext() {
    orphan();
    int steps = steps(this::deepSweep);
    for (int step = 0; step < steps; step += STEP) {
      createTables();
      StagedValues live = fixture.write(DOC, REPLACED, Placement.CHUNKS, 40, null);
      orphan();
      int at = step;

      assertThatThrownBy(
              () -> fixture.run(deepSweep(), Stepping.crashingAfter(fixture.calls(), at)))
          .isInstanceOf(Stepping.Crash.class);

      Object unused = fixture.run(deepSweep());
      fixture.clock.pass(GRACE.plusSeconds(1));
      fixture.run(sweep());
      assertThat(fixture.value(DOC, REPLACED)).isEqualTo(live.bytes());
      assertThat(fixture.chunkRows(DOC)).hasSize(3);
      assertThat(fixture.intentRows(DOC)).isEmpty();
    }
  }
}
