package dev.evenkeel.spring;

/**
 * Says what properties cannot to the builder of a decorator, before it builds: a clock, families of
 * tables, an account. A bean of this type is asked once for each client bean, after the starter's
 * own settings, in the order of {@code @Order}.
 *
 * <p>{@code B} is the builder that sync and async clients share, with a wildcard: {@code
 * DecoratorCustomizer<ShardingClientBuilder<?>>}, {@code ChunkingClientBuilder<?>}, {@code
 * TimeSeriesClientBuilder<?>} or {@code CachingClientBuilder<?>}.
 *
 * @param <B> the builder
 */
@FunctionalInterface
public interface DecoratorCustomizer<B> {
  /** Changes the builder. Must not build it. */
  void customize(B builder);
}
