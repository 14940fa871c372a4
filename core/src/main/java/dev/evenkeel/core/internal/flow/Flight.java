package dev.evenkeel.core.internal.flow;

import java.util.concurrent.CompletableFuture;

/**
 * An ask that was sent asynchronously.
 *
 * @param permitted whether it holds a permit
 */
record Flight<A>(int ticket, CompletableFuture<A> future, boolean permitted) {}
