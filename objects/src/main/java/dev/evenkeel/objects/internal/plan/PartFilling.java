package dev.evenkeel.objects.internal.plan;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A part that pieces make up. One piece that is all of it stays where it is; several are copied as
 * they come, so that they are not in memory twice.
 */
final class PartFilling {
  private final int partBytes;
  private @Nullable ByteBuffer only;
  private @Nullable ByteBuffer copied;

  PartFilling(int partBytes) {
    this.partBytes = partBytes;
  }

  int room() {
    if (copied != null) {
      return copied.remaining();
    }
    return only == null ? partBytes : partBytes - only.remaining();
  }

  /** Adds a piece of at most {@link #room()} bytes. */
  void add(ByteBuffer piece) {
    if (only == null && copied == null) {
      only = piece.duplicate();
      return;
    }
    if (copied == null) {
      copied = ByteBuffer.allocate(partBytes);
    }
    if (only != null) {
      copied.put(only);
      only = null;
    }
    copied.put(piece.duplicate());
  }

  /** What has come; nothing is added afterwards. */
  ByteBuffer end() {
    if (copied != null) {
      return copied.flip();
    }
    return only == null ? ByteBuffer.allocate(0) : only;
  }
}
