package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Processes that add pieces all the time, each a {@link LayoutCoordinator}, and are disturbed. */
final class LayoutCoordinators implements AutoCloseable {
  private static final int PROCESSES = 3;

  private final Path folder;
  private final Supplier<ProcessBuilder> coordinator;
  private final List<Process> processes = new ArrayList<>();
  private int started;

  LayoutCoordinators(Path folder, Supplier<ProcessBuilder> coordinator) {
    this.folder = folder;
    this.coordinator = coordinator;
  }

  /** Starts them, and waits until one has added a piece. */
  void begin() throws Exception {
    for (int i = 0; i < PROCESSES; i++) {
      start();
    }
    await(1);
  }

  /**
   * Kills or stops one, and returns when others have added pieces, by a change that began after
   * that. Then one more is started, or that one woken.
   */
  void disturb(Random random, boolean killed) throws Exception {
    Process victim = processes.get(random.nextInt(PROCESSES));
    Processes.signal(killed ? "KILL" : "STOP", victim);
    if (killed) {
      processes.remove(victim);
    }
    await(added() + PROCESSES); // a change that was under way is told by two at most
    if (killed) {
      start();
    } else {
      Processes.signal("CONT", victim);
    }
  }

  private void start() throws IOException {
    started++;
    processes.add(
        coordinator
            .get()
            .redirectOutput(output(started).toFile())
            .redirectError(complaints(started).toFile())
            .start());
  }

  private Path output(int process) {
    return folder.resolve("added-" + process);
  }

  private Path complaints(int process) {
    return folder.resolve("not-added-" + process);
  }

  private void await(int lines) throws Exception {
    while (added() < lines) {
      if (!processes.stream().allMatch(Process::isAlive)) {
        fail("A process that adds pieces has ended: %s", complaints());
      }
      Thread.sleep(50);
    }
  }

  private String complaints() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int i = 1; i <= started; i++) {
      all.append(Files.readString(complaints(i)));
    }
    return all.toString();
  }

  /** How often a process has said that it added a piece. */
  private int added() throws IOException {
    int lines = 0;
    for (int i = 1; i <= started; i++) {
      lines += Files.readAllLines(output(i)).size();
    }
    return lines;
  }

  /** Kills them all, wherever they are. */
  @Override
  public void close() {
    processes.forEach(process -> process.destroyForcibly().onExit().join());
  }
}
