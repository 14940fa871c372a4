package dev.evenkeel.parquet.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file in memory, that is being written: in pieces, so that nothing is copied as it grows. */
final class MemoryFile implements OutputFile {
  private static final int PIECE_BYTES = 1 << 18; // small to every garbage collector

  private final Deque<byte[]> pieces = new ArrayDeque<>();
  private long length;

  /** What was written. Nothing of it stays here. */
  byte[] taken() {
    byte[] all = new byte[Math.toIntExact(length)];
    for (int start = 0; start < all.length; start += PIECE_BYTES) {
      System.arraycopy(pieces.remove(), 0, all, start, Math.min(PIECE_BYTES, all.length - start));
    }
    return all;
  }

  private void write(byte[] some, int offset, int count) {
    for (int done = 0; done < count; ) {
      int at = (int) (length % PIECE_BYTES);
      if (at == 0) {
        pieces.add(new byte[PIECE_BYTES]);
      }
      int fits = Math.min(count - done, PIECE_BYTES - at);
      System.arraycopy(some, offset + done, pieces.getLast(), at, fits);
      done += fits;
      length += fits;
    }
  }

  @Override
  public PositionOutputStream create(long blockBytes) {
    return new PositionOutputStream() {
      @Override
      public long getPos() {
        return length;
      }

      @Override
      public void write(int one) {
        MemoryFile.this.write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] some, int offset, int count) {
        MemoryFile.this.write(some, offset, count);
      }
    };
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockBytes) {
    return create(blockBytes);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }
}
