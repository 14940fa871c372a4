import org.jspecify.annotations.NullMarked;

/** A read cache for popular items. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.caching {
  requires com.github.benmanes.caffeine;
  requires transitive dev.evenkeel.core;
  requires org.slf4j;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.services.dynamodb;
  requires static micrometer.core;
  requires static transitive org.jspecify;

  exports dev.evenkeel.caching;
  exports dev.evenkeel.caching.micrometer;
  exports dev.evenkeel.caching.spec;
}
