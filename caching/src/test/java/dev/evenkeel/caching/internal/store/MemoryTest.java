package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.mutant.MutatedClass;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A table that is emptied while an item is being stored. */
class MemoryTest {
  private static final Path SOURCE =
      Path.of("src/main/java/dev/evenkeel/caching/internal/store/Memory.java");

  @Test
  void removeAll_takesOutWhatIsJustBeingStored() {
    assertThat(new EmptiedWhileStored().getAsBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "emptying.readLock().lock();, emptying.readLock().unlock();",
    "emptying.writeLock().lock();, emptying.writeLock().unlock();",
  })
  void removeAll_withoutTheLock_isNoticed(String lock, String unlock) {
    MutatedClass mutant = new MutatedClass(SOURCE, MutatedClass.edits(lock, "", unlock, ""));
    BooleanSupplier run =
        (BooleanSupplier)
            mutant.instance(EmptiedWhileStored.class, "dev.evenkeel.caching.", Set.of());
    assertThat(run.getAsBoolean()).isFalse();
  }
}
