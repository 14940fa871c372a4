import org.jspecify.annotations.NullMarked;

/** A tier for caches of several processes, on a server that speaks the Redis protocol. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.redis {
  requires transitive dev.evenkeel.caching;
  requires transitive lettuce.core;
  requires software.amazon.awssdk.core;
  requires static transitive org.jspecify;

  exports dev.evenkeel.redis;
}
