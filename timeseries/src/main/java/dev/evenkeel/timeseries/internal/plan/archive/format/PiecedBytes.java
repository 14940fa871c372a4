package dev.evenkeel.timeseries.internal.plan.archive.format;

import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Deque;

/** Gathers bytes in pieces, so that growing copies nothing. Not thread-safe. */
final class PiecedBytes extends OutputStream {
  private static final int PIECE_BYTES = 64 * 1024;

  private final Deque<byte[]> full = new ArrayDeque<>();
  private byte[] last = new byte[PIECE_BYTES];
  private int used;

  @Override
  public void write(int b) {
    makeRoom();
    last[used++] = (byte) b;
  }

  @Override
  public void write(byte[] bytes, int start, int length) {
    int at = start;
    int end = start + length;
    while (at < end) {
      makeRoom();
      int part = Math.min(end - at, PIECE_BYTES - used);
      System.arraycopy(bytes, at, last, used, part);
      used += part;
      at += part;
    }
  }

  private void makeRoom() {
    if (used == PIECE_BYTES) {
      full.addLast(last);
      last = new byte[PIECE_BYTES];
      used = 0;
    }
  }

  int size() {
    return Math.addExact(Math.multiplyExact(full.size(), PIECE_BYTES), used);
  }

  /** All bytes as one, once: each piece is let go as soon as it is copied. */
  byte[] join() {
    byte[] all = new byte[size()];
    int at = 0;
    for (byte[] piece = full.pollFirst(); piece != null; piece = full.pollFirst()) {
      System.arraycopy(piece, 0, all, at, PIECE_BYTES);
      at += PIECE_BYTES;
    }
    System.arraycopy(last, 0, all, at, used);
    used = 0;
    return all;
  }
}
