package dev.evenkeel.core.internal.flow;

/**
 * A sub-request that a flow asks: a value that says what is wanted, and nothing of how. Whoever
 * runs the flow answers it with an {@code A}.
 *
 * @param <A> its answer; never null, see {@link Done}
 */
@SuppressWarnings("unused") // the type of the answer is what ties request and answer together
public interface Request<A> {}
