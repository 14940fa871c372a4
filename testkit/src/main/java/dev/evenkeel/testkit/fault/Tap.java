package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Stands where a body goes by, for one reading of it. The same for sync and async bodies. */
interface Tap {
  /** What goes on of the next piece; an exception ends the body there. */
  ByteBuffer pass(ByteBuffer piece) throws IOException;

  /** The body has ended; an exception makes it end in failure. */
  void end() throws IOException;
}
