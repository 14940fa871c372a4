package dev.evenkeel.benchmarks.simulator;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.simulator.PartitionSimulator;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionBehavior;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.TableSpec;

/**
 * Seed 000's upload of the messages of users U1 to Un: user by user, and one message of each user
 * in turn. Either way a client offers as much as the table has provisioned, repeats throttled
 * writes, and is done when all is stored.
 */
final class BulkLoadFigures {
  private static final int WRITES_PER_SECOND = 20_000;
  private static final int ITEM_BYTES = 1_000;

  private final int users;
  private final int messages;

  BulkLoadFigures(Scale scale) {
    this.users = scale.of(100, 4);
    this.messages = scale.of(20_000, 2_000);
  }

  void measure(FigureReport report) {
    report.put("bulk_load_users", users);
    report.put("bulk_load_messages", messages);
    report.note("bulk_load_gain ...");
    report.put("bulk_load_gain", gain(PartitionBehavior.today().withBurstAboveLimit(false)));
    report.put("bulk_load_gain_without_burst", gain(PartitionBehavior.original().withBurst(false)));
    report.put("bulk_load_gain_burst_above_limit", gain(PartitionBehavior.today()));
  }

  private double gain(PartitionBehavior behavior) {
    return (double) sorted(table(behavior)) / distributed(table(behavior));
  }

  private static PartitionSimulator table(PartitionBehavior behavior) {
    return PartitionSimulator.builder(
            TableSpec.builder("messages")
                .capacity(Capacity.provisioned(0, WRITES_PER_SECOND))
                .behavior(behavior)
                .build())
        .build();
  }

  /** In seconds: of each user all messages, before those of the next. */
  private long sorted(PartitionSimulator table) {
    long second = 0;
    long left = WRITES_PER_SECOND;
    for (int user = 1; user <= users; user++) {
      for (long stored = 0; stored < messages; ) {
        long offered = Math.min(left, messages - stored);
        long accepted = offered == 0 ? 0 : offer(table, second, user, offered);
        stored += accepted;
        left -= accepted;
        if (stored < messages) {
          second++;
          left = WRITES_PER_SECOND;
        }
      }
    }
    return second + 1;
  }

  /** In seconds: each second of every user an even part, and of those that are throttled later. */
  private long distributed(PartitionSimulator table) {
    long[] stored = new long[users];
    long second = 0;
    for (long sum = 0; sum < (long) users * messages; second++) {
      long left = WRITES_PER_SECOND;
      boolean goesOn = true;
      while (left > 0 && goesOn) {
        goesOn = false;
        for (int user = 0; user < users && left > 0; user++) {
          if (stored[user] < messages && offer(table, second, user + 1, 1) == 1) {
            stored[user]++;
            sum++;
            left--;
            goesOn = true;
          }
        }
      }
    }
    return second;
  }

  private static long offer(PartitionSimulator table, long second, int user, long count) {
    return table
        .offer(Request.of(second * 1_000, "U" + user, null, Access.INSERT, ITEM_BYTES), count)
        .accepted();
  }
}
