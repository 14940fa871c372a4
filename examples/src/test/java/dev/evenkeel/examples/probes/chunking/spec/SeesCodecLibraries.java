package dev.evenkeel.examples.probes.chunking.spec;

import com.github.luben.zstd.ZstdCompressCtx;
import io.airlift.compress.lzo.LzoCompressor;
import net.jpountz.lz4.LZ4Factory;

/** Uses optional libraries where they may be missing. */
abstract class SeesCodecLibraries {
  abstract void uses(ZstdCompressCtx zstd, LZ4Factory lz4, LzoCompressor lzo);
}
