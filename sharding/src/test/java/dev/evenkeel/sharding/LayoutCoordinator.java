package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.Random;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A process that adds one piece after the other to the key of {@link LayoutChild}, and prints a
 * line for each that it has added. Mostly all such processes want the same piece, and complete what
 * another has begun; now and then one wants another. Arguments: those of {@link LayoutChild}, and a
 * seed.
 */
public final class LayoutCoordinator {
  private LayoutCoordinator() {}

  public static void main(String[] arguments) {
    DynamoDbClient plain = Processes.client(arguments);
    LayoutStore store = LayoutChild.store(plain, arguments[2], arguments[3]);
    LayoutEditor editor = LayoutEditor.of(LayoutChild.spec(store), plain);
    Random random = new Random(Long.parseLong(arguments[4]));
    while (true) {
      add(editor, random);
    }
  }

  private static void add(LayoutEditor editor, Random random) {
    try {
      int shards = random.nextInt(4) == 0 ? 2 + random.nextInt(8) : next(editor);
      System.out.println("added " + editor.addPiece(LayoutChild.HOT, shards).list().size());
    } catch (LayoutChangeException e) {
      System.err.println(e.reason() + " " + e.getMessage());
    } catch (SdkException e) {
      System.err.println(e.getMessage());
    }
  }

  /** Another number than that of the last piece, so that most items have another place by it. */
  private static int next(LayoutEditor editor) {
    Pieces pieces = editor.show().keys().get(LayoutChild.HOT);
    return pieces == null ? 2 : 2 + pieces.list().size() % 3 * 3;
  }
}
