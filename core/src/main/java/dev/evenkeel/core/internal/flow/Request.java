package dev.evenkeel.core.internal.flow;

/**
 * A sub-request of a flow, as a value that is independent of its execution. The runner of the flow
 * answers it with an {@code A}.
 *
 * @param <A> its answer; never null, see {@link Done}
 */
@SuppressWarnings("unused") // the type of the answer is what ties request and answer together
public interface Request<A> {}
