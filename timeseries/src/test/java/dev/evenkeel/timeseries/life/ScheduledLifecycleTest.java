package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.ScheduledLifecycle;
import dev.evenkeel.timeseries.TableLifecycle;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleListener;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs again and again, moved on by hand: no test waits for an interval. */
class ScheduledLifecycleTest {
  private final LifecycleFixture fixture =
      new LifecycleFixture(Kind.SYNC, Instant.parse("2026-03-10T22:50:00Z"));
  private final HandMoved executor = new HandMoved();
  private final List<String> heard = new ArrayList<>();
  private final LifecycleListener listener =
      new LifecycleListener() {
        @Override
        public void onReport(LifecycleReport report) {
          heard.add(report.outcomes().size() + " actions");
          if (heard.size() == 1) {
            throw new IllegalStateException("a listener that fails");
          }
        }

        @Override
        public void onFailure(Throwable failure) {
          heard.add(failure.getClass().getSimpleName());
        }
      };

  /** Keeps scheduled commands until the test runs them. */
  private static final class HandMoved extends ScheduledThreadPoolExecutor {
    private final List<Runnable> commands = new ArrayList<>();
    private final List<Long> delaysMillis = new ArrayList<>();

    HandMoved() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
      commands.add(command);
      delaysMillis.add(unit.toMillis(delay));
      return super.schedule(() -> {}, 1, TimeUnit.DAYS);
    }

    void go() {
      commands.remove(0).run();
    }
  }

  private TableLifecycle lifecycle() {
    fixture.begun(Series.daily());
    return TableLifecycle.builder(
            CallWatch.sync(fixture.aws.client(), call -> fixture.watch.on(call)))
        .table(Series.daily())
        .controlTable(LifecycleFixture.CONTROL)
        .virtualTime(fixture.aws, fixture.aws::advance)
        .build();
  }

  @Test
  void schedule_runsFailAndSucceed_goesOnAfterEach() {
    ScheduledLifecycle job =
        ScheduledLifecycle.of(lifecycle())
            .every(Duration.ofMinutes(10))
            .executor(executor)
            .jitter(() -> 0.5)
            .listener(listener)
            .start();

    assertThat(executor.delaysMillis).containsExactly(0L);
    executor.go();
    fixture.watch =
        call -> {
          throw new StackOverflowError("a process in trouble");
        };
    executor.go();
    fixture.watch = call -> {};
    executor.go();
    fixture.at("2026-03-10T23:00:00Z");
    executor.go();

    assertThat(heard).containsExactly("1 actions", "StackOverflowError", "0 actions", "1 actions");
    assertThat(executor.delaysMillis).containsExactly(0L, 660_000L, 660_000L, 660_000L, 660_000L);
    assertThat(executor.commands).as("one at a time").hasSize(1);
    job.close();
    executor.go();
    assertThat(executor.commands).isEmpty();
    assertThat(heard).hasSize(4);
    executor.shutdownNow();
  }

  @Test
  void start_withoutAnExecutor_runsAtOnceOnADaemonThread() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    ScheduledLifecycle job =
        ScheduledLifecycle.of(lifecycle())
            .listener(
                new LifecycleListener() {
                  @Override
                  public void onReport(LifecycleReport report) {
                    threads.add(Thread.currentThread());
                    ran.countDown();
                  }

                  @Override
                  public void onFailure(Throwable failure) {}
                })
            .start();
    assertThat(ran.await(1, TimeUnit.MINUTES)).isTrue();
    job.close();
    assertThat(threads).singleElement().matches(Thread::isDaemon);
    assertThat(fixture.changes()).contains("CreateTable readings_2026-03-10");
  }

  @Test
  void start_intervalOfNothing_isRefused() {
    assertThatThrownBy(() -> ScheduledLifecycle.of(lifecycle()).every(Duration.ZERO).start())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
