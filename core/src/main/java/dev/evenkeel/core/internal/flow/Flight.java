package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;

/**
 * An ask that was sent, or begun, asynchronously.
 *
 * @param permitted whether it holds a permit
 */
record Flight(FlowFrame frame, CompletableFuture<?> future, boolean permitted) {}
