package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.MovePace;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A process that moves the items of a {@link LiveTable}, or takes a whole move from its start to
 * its end. Prints a line when it begins. Arguments: endpoint, access key, lease and lateness in
 * milliseconds, and for a coordinator what the move is.
 */
final class MoveChild {
  private static final MovePace PACE = MovePace.gentle().unitsPerSecond(400);

  private MoveChild() {}

  /**
   * A move.
   *
   * @param whole whether of all keys, or of the hot one
   */
  record Target(boolean whole, int shards) {
    private static Target parse(String text) {
      String[] parts = text.split(":", 2);
      return new Target(Boolean.parseBoolean(parts[0]), Integer.parseInt(parts[1]));
    }

    String text() {
      return whole + ":" + shards;
    }

    private @Nullable AttributeValue key() {
      return whole ? null : LiveTable.HOT;
    }

    void start(Resharder resharder) {
      AttributeValue key = key();
      if (key == null) {
        resharder.start(shards);
      } else {
        resharder.start(key, shards);
      }
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    DynamoDbClient sends = Processes.client(arguments);
    try (LayoutStore store =
        LayoutStore.builder(sends).times(millis(arguments[2]), millis(arguments[3])).build()) {
      Resharder resharder = Resharder.of(LiveTable.spec(store), sends);
      System.out.println("up");
      if (arguments.length > 4) {
        coordinate(resharder, Target.parse(arguments[4]));
      }
      while (true) {
        move(resharder);
        Thread.sleep(20);
      }
    }
  }

  private static Duration millis(String text) {
    return Duration.ofMillis(Long.parseLong(text));
  }

  /** Others may have done any of its steps, or do it at the same time. */
  private static void coordinate(Resharder resharder, Target target) {
    tried(() -> target.start(resharder));
    move(resharder);
    tried(() -> resharder.verify());
    tried(resharder::finish);
  }

  private static void move(Resharder resharder) {
    tried(() -> resharder.run(PACE));
  }

  private static void tried(Runnable step) {
    try {
      step.run();
    } catch (LayoutChangeException e) {
      System.err.println(e.getMessage());
    }
  }
}
