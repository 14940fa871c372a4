package dev.evenkeel.testkit.fault;

import java.nio.ByteBuffer;

/** Turns over the lowest bit of one byte. */
final class CorruptTap implements Tap {
  private long left;

  CorruptTap(long offset) {
    this.left = offset;
  }

  @Override
  public ByteBuffer pass(ByteBuffer piece) {
    long place = left;
    left -= piece.remaining();
    return place >= 0 && place < piece.remaining() ? changed(piece, (int) place) : piece;
  }

  /** A copy: the piece may be read-only, or somebody else's. */
  private static ByteBuffer changed(ByteBuffer piece, int place) {
    byte[] copy = new byte[piece.remaining()];
    piece.get(copy);
    copy[place] ^= 1;
    return ByteBuffer.wrap(copy);
  }

  @Override
  public void end() {}
}
