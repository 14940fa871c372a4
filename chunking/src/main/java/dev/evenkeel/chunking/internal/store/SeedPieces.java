package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Marker;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The chunks of a value in the layout of AWS's text: text as text, cut between characters, so that
 * readers who join texts get what was written; anything else as binary.
 */
public final class SeedPieces {
  private SeedPieces() {}

  static List<AttributeValue> of(Marker marker, byte[] stored, int chunkBytes) {
    boolean text = isText(marker.codec() != null, marker.type());
    List<AttributeValue> pieces = new ArrayList<>();
    for (int[] piece : cuts(stored, chunkBytes, text)) {
      byte[] bytes = Arrays.copyOfRange(stored, piece[0], piece[1]);
      pieces.add(
          text
              ? AttributeValue.fromS(new String(bytes, StandardCharsets.UTF_8))
              : AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes)));
    }
    return pieces;
  }

  private static boolean isText(boolean compressed, AttributeValue.Type type) {
    return !compressed && type == AttributeValue.Type.S;
  }

  /** How many chunks a value has. */
  public static int count(
      byte[] stored, int chunkBytes, boolean compressed, AttributeValue.Type type) {
    return cuts(stored, chunkBytes, isText(compressed, type)).size();
  }

  private static List<int[]> cuts(byte[] stored, int chunkBytes, boolean text) {
    List<int[]> cuts = new ArrayList<>();
    int from = 0;
    do {
      int to = Math.min(stored.length, from + chunkBytes);
      while (text && to < stored.length && isContinuation(stored[to])) {
        to--;
      }
      cuts.add(new int[] {from, to});
      from = to;
    } while (from < stored.length);
    return cuts;
  }

  /** Whether a byte goes on with a character of UTF-8. */
  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }
}
