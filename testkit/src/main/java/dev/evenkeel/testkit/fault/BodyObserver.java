package dev.evenkeel.testkit.fault;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Observes and changes one reading of a body. The same for sync and async bodies. */
interface BodyObserver {
  /** The bytes of the next piece to pass on; an exception ends the body there. */
  ByteBuffer pass(ByteBuffer piece) throws IOException;

  /** The body has ended; an exception makes it end in failure. */
  void end() throws IOException;
}
