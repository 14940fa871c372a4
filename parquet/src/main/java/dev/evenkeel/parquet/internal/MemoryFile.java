package dev.evenkeel.parquet.internal;

import java.io.ByteArrayOutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A file in memory, that is being written. */
final class MemoryFile implements OutputFile {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  byte[] bytes() {
    return bytes.toByteArray();
  }

  @Override
  public PositionOutputStream create(long blockBytes) {
    return new PositionOutputStream() {
      @Override
      public long getPos() {
        return bytes.size();
      }

      @Override
      public void write(int one) {
        bytes.write(one);
      }

      @Override
      public void write(byte[] some, int offset, int length) {
        bytes.write(some, offset, length);
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
