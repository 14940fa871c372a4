package dev.evenkeel.parquet.internal;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses and decompresses pages with Zstandard. The factory that parquet-java brings has codecs
 * of Hadoop, which this replaces.
 */
final class ZstdPages implements CompressionCodecFactory {
  private static final int LEVEL = 3;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new Pages();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return new Pages();
  }

  @Override
  public void release() {}

  /** The page that a compressed one was. */
  static BytesInput decompressed(byte[] page, int bytes) {
    return BytesInput.from(Zstd.decompress(page, bytes));
  }

  private static final class Pages implements BytesInputCompressor, BytesInputDecompressor {
    @Override
    public BytesInput compress(BytesInput page) throws IOException {
      return BytesInput.from(Zstd.compress(page.toInputStream().readAllBytes(), LEVEL));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.ZSTD;
    }

    @Override
    public BytesInput decompress(BytesInput page, int bytes) throws IOException {
      return decompressed(page.toInputStream().readAllBytes(), bytes);
    }

    @Override
    public void decompress(ByteBuffer page, int compressed, ByteBuffer into, int bytes) {
      byte[] content = new byte[compressed];
      page.get(content);
      into.put(Zstd.decompress(content, bytes));
    }

    @Override
    public void release() {}
  }
}
