package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Lets so many bytes pass, then breaks the connection; at the latest where the body ends. */
final class CutTap implements Tap {
  private long left;

  CutTap(long after) {
    this.left = after;
  }

  @Override
  public ByteBuffer pass(ByteBuffer piece) throws IOException {
    if (left == 0) {
      throw LossFault.Kind.CONNECTION_LOST.exception();
    }
    int passing = (int) Math.min(left, piece.remaining());
    left -= passing;
    return piece.slice(piece.position(), passing);
  }

  @Override
  public void end() throws IOException {
    throw LossFault.Kind.CONNECTION_LOST.exception();
  }
}
