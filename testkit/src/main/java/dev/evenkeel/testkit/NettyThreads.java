package dev.evenkeel.testkit;

import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;

/**
 * Keeps the event loop that Netty clients share by default: closing the last client that uses it
 * would wait two seconds for it to end, once per test. Its threads are daemons.
 */
final class NettyThreads {
  private static final SdkAsyncHttpClient KEPT = NettyNioAsyncHttpClient.create();

  private NettyThreads() {}

  /** The client that keeps the threads; loading this class did the work. */
  static SdkAsyncHttpClient keep() {
    return KEPT;
  }
}
