package dev.evenkeel.examples.probes.chunking.spec.internal.codec.zstd;

import net.jpountz.lz4.LZ4Factory;

/** Uses the library of another codec, which may be missing. */
abstract class SeesLz4 {
  abstract void uses(LZ4Factory library);
}
