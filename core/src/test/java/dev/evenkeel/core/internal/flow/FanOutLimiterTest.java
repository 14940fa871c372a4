package dev.evenkeel.core.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.FanOutLimiter.PermitClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FanOutLimiterTest {
  private final List<String> notified = new ArrayList<>();

  @Test
  void acquire_whileFree_takesAtOnceAndTellsNoOne() {
    FanOutLimiter permits = new FanOutLimiter(2);
    assertThat(permits.acquire(waiter("a"))).isTrue();
    assertThat(permits.acquire(waiter("b"))).isTrue();
    assertThat(permits.acquire(waiter("c"))).isFalse();
    assertThat(notified).isEmpty();
  }

  @Test
  void release_severalWaiting_tellsTheFirstComeOnly() {
    FanOutLimiter permits = exhausted();
    permits.acquire(waiter("a"));
    permits.acquire(waiter("b"));
    permits.release();
    assertThat(notified).containsExactly("a");
    permits.release();
    assertThat(notified).containsExactly("a", "b");
    assertThat(permits.available()).isZero();
  }

  @Test
  void release_waiterDeclines_passesThePermitOn() {
    FanOutLimiter permits = exhausted();
    permits.acquire(() -> false);
    permits.acquire(() -> false);
    permits.acquire(waiter("c"));
    permits.release();
    assertThat(notified).containsExactly("c");
  }

  @Test
  void release_manyDecline_doesNotGrowTheStack() {
    FanOutLimiter permits = exhausted();
    for (int i = 0; i < 100_000; i++) {
      int copy = i;
      permits.acquire(() -> copy < 0);
    }
    permits.release();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void acquire_sameWaiterAgain_keepsItsOnePlace() {
    FanOutLimiter permits = exhausted();
    BooleanSupplier wide = waiter("wide");
    permits.acquire(wide);
    permits.acquire(waiter("narrow"));
    permits.acquire(wide);
    assertThat(permits.waiting()).isEqualTo(2);
  }

  @Test
  void withdraw_waiting_isNotTold() {
    FanOutLimiter permits = exhausted();
    BooleanSupplier gone = waiter("gone");
    permits.acquire(gone);
    permits.withdraw(gone);
    permits.release();
    assertThat(notified).isEmpty();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void new_noPermits_isRefused() {
    assertThatThrownBy(() -> new FanOutLimiter(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("inFlightMax must be >= 1 but was 0");
  }

  @Test
  void claim_closedWhileQueued_losesNoPermit() {
    FanOutLimiter permits = exhausted();
    PermitClaim claim = new PermitClaim(permits, () -> notified.add("woken"));
    assertThat(claim.take()).isFalse();
    claim.close();
    permits.release();
    assertThat(notified).isEmpty();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void claim_closedWithAPermitNotTaken_givesItBack() {
    FanOutLimiter permits = exhausted();
    PermitClaim claim = new PermitClaim(permits, () -> notified.add("woken"));
    assertThat(claim.take()).isFalse();
    permits.release();
    assertThat(notified).containsExactly("woken");
    claim.close();
    assertThat(permits.available()).isEqualTo(1);
  }

  @Test
  void claim_wideAgainstNarrow_takeTurns() {
    FanOutLimiter permits = exhausted();
    PermitClaim wide = new PermitClaim(permits, () -> notified.add("wide"));
    PermitClaim narrow = new PermitClaim(permits, () -> notified.add("narrow"));
    assertThat(wide.take()).isFalse();
    assertThat(narrow.take()).isFalse();
    for (int i = 0; i < 3; i++) {
      permits.release();
      assertThat(wide.take()).isTrue();
      assertThat(wide.take()).isFalse();
      permits.release();
      assertThat(narrow.take()).isTrue();
      assertThat(narrow.take()).isFalse();
    }
    assertThat(notified).containsExactly("wide", "narrow", "wide", "narrow", "wide", "narrow");
  }

  @Tag("deep")
  @Test
  void claims_manyThreads_neverExceedNorLosePermits() throws Exception {
    FanOutLimiter permits = new FanOutLimiter(3);
    AtomicInteger held = new AtomicInteger();
    AtomicInteger heldMax = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Future<?>> runs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int seed = i;
      runs.add(threads.submit(() -> takeAndRelease(permits, held, heldMax, seed)));
    }
    for (Future<?> run : runs) {
      run.get();
    }
    threads.shutdown();
    assertThat(heldMax.get()).isBetween(1, 3);
    assertThat(permits.available()).isEqualTo(3);
    assertThat(permits.waiting()).isZero();
  }

  private static void takeAndRelease(
      FanOutLimiter permits, AtomicInteger held, AtomicInteger heldMax, int seed) {
    for (int round = 0; round < 5_000; round++) {
      PermitClaim claim = new PermitClaim(permits, () -> {});
      if ((round + seed) % 3 == 0 && !claim.take()) {
        claim.withdraw();
      } else if ((round + seed) % 3 == 0) {
        permits.release();
      }
      Until.holds(claim::take);
      heldMax.accumulateAndGet(held.incrementAndGet(), Math::max);
      held.decrementAndGet();
      permits.release();
      if ((round + seed) % 2 == 0 && claim.take()) {
        permits.release();
      }
      claim.close();
    }
  }

  private static FanOutLimiter exhausted() {
    FanOutLimiter permits = new FanOutLimiter(1);
    assertThat(permits.acquire(() -> true)).isTrue();
    return permits;
  }

  private BooleanSupplier waiter(String name) {
    return () -> notified.add(name);
  }
}
