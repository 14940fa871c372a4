package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;

/** A random sequence of all operations on items, each compared on fixture. */
final class OperationScript {
  private static final List<Integer> OF_ONE_ITEM = List.of(0, 1, 2, 3, 4, 12);
  private static final int WRITE = 5;
  private static final int READ = 7;

  /** So many items of a key need several pages of any read. */
  private static final int LONG_SORTS = 40;

  private final ShardedFixture fixture;
  private final Random random;
  private final boolean isLong;
  private final WriteScript writes;
  private final TransactFixture transactions;
  private final BatchScript batches;
  private final ReadScript reads;
  private int operations;

  OperationScript(ShardedFixture fixture, Random random) {
    this(fixture, random, false);
  }

  /**
   * @param isLong whether keys have many items, and most requests are of one item, or of batches of
   *     many: queries and scans of many shards take tens of requests each
   */
  OperationScript(ShardedFixture fixture, Random random, boolean isLong) {
    this.fixture = fixture;
    this.random = random;
    this.isLong = isLong;
    this.writes =
        isLong
            ? new WriteScript(fixture.spec, random, LONG_SORTS)
            : new WriteScript(fixture.spec, random);
    this.transactions = new TransactFixture(fixture, new TransactScript(writes, random));
    this.batches = new BatchScript(fixture, random, writes);
    this.reads = new ReadScript(fixture, random, writes);
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

  /** How many there were: each item of a batch or of a transaction counts. */
  int operations() {
    return operations;
  }

  private void step() {
    operations++;
    switch (drawn()) {
      case 0, 1 -> fixture.putOnce(writes.put());
      case 2 -> fixture.update(writes.update());
      case 3 -> fixture.delete(writes.delete());
      case 4 -> fixture.get(writes.get());
      case WRITE, 6 -> more(batches.write(isLong ? 25 : 6));
      case READ -> more(batches.read(isLong ? 25 : 10));
      case 8 -> {
        if (fixture.spec.indexes().isEmpty() || random.nextBoolean()) {
          reads.query();
        } else {
          reads.queryIndex();
        }
      }
      case 9 -> reads.scan();
      case 10 -> more(transactions.read());
      case 11 -> more(transactions.write());
      default -> fixture.put(writes.conditionalPut());
    }
  }

  private void more(int items) {
    operations += items - 1;
  }

  private int drawn() {
    boolean calculated = fixture.spec.selector().calculated();
    int operation = random.nextInt(calculated ? 13 : 11);
    return isLong
        ? switch (random.nextInt(20)) {
          case 0, 1, 2, 3, 4, 5 -> operation;
          case 6, 7 -> WRITE;
          case 8, 9 -> READ;
          default -> OF_ONE_ITEM.get(random.nextInt(OF_ONE_ITEM.size()));
        }
        : operation;
  }
}
