package dev.evenkeel.examples.probes.chunking.spec.internal.codec.zstd;

import com.github.luben.zstd.ZstdCompressCtx;

/** Uses the library that its package is for. */
abstract class AtHome {
  abstract void uses(ZstdCompressCtx zstd);
}
