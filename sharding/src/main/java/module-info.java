import org.jspecify.annotations.NullMarked;

/** Write sharding, scatter-gather reads, sharded indexes, counters and key rules. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.sharding {
  requires com.dynatrace.hash4j;
  requires transitive dev.evenkeel.core;
  requires org.slf4j;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires transitive software.amazon.awssdk.enhanced.dynamodb;
  requires software.amazon.awssdk.services.dynamodb;
  requires static transitive org.jspecify;

  exports dev.evenkeel.sharding;
  exports dev.evenkeel.sharding.planning;
  exports dev.evenkeel.sharding.spec;
  exports dev.evenkeel.sharding.spec.composite;
}
