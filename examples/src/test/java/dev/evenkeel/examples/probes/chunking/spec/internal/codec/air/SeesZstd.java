package dev.evenkeel.examples.probes.chunking.spec.internal.codec.air;

import com.github.luben.zstd.ZstdCompressCtx;

/** Uses the library of another codec, which may be missing. */
abstract class SeesZstd {
  abstract void uses(ZstdCompressCtx library);
}
