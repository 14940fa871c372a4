package dev.evenkeel.examples.probes.chunking.spec.internal.codec.lz4;

import io.airlift.compress.lzo.LzoCompressor;

/** Uses the library of another codec, which may be missing. */
abstract class SeesAir {
  abstract void uses(LzoCompressor library);
}
