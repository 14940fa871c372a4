package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

/** A random sequence of all operations on items, each compared on fixture. */
final class OperationScript {
  private final ShardedFixture fixture;
  private final Random random;
  private final WriteScript writes;
  private final TransactFixture transactions;
  private final BatchScript batches;
  private final ReadScript reads;

  OperationScript(ShardedFixture fixture, Random random) {
    this.fixture = fixture;
    this.random = random;
    this.writes = new WriteScript(fixture.spec, random);
    this.transactions = new TransactFixture(fixture, random);
    this.batches = new BatchScript(fixture, random);
    this.reads = new ReadScript(fixture, random);
  }

  void run(int operations) {
    run(operations, 1);
    assertThat(fixture.sameContent()).isNotEmpty();
  }

  /**
   * @param times how often an item may come in a scan: twice while a mover works
   */
  void run(int operations, int times) {
    reads.times(times);
    for (int i = 0; i < operations; i++) {
      step();
    }
  }

  private void step() {
    boolean calculated = fixture.spec.selector().calculated();
    int operation = random.nextInt(calculated ? 13 : 11);
    switch (operation) {
      case 0, 1 -> fixture.putOnce(writes.put());
      case 2 -> fixture.update(writes.update());
      case 3 -> fixture.delete(writes.delete());
      case 4 -> fixture.get(writes.get());
      case 5, 6 -> batches.write();
      case 7 -> batches.read();
      case 8 -> {
        if (fixture.spec.indexes().isEmpty() || random.nextBoolean()) {
          reads.query();
        } else {
          reads.queryIndex();
        }
      }
      case 9 -> reads.scan();
      case 10 -> transactions.read();
      case 11 -> transactions.write();
      default -> fixture.put(writes.conditionalPut());
    }
  }
}
