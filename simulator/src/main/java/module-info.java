import org.jspecify.annotations.NullMarked;

/** DynamoDB's partitions in virtual time, and the key advisor. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.simulator {
  requires com.dynatrace.hash4j;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.dataformat.csv;
  requires datasketches.java;
  requires dev.evenkeel.caching;
  requires transitive dev.evenkeel.core;
  requires transitive dev.evenkeel.objects;
  requires transitive dev.evenkeel.sharding;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.services.dynamodb;
  requires transitive software.amazon.awssdk.services.s3;
  requires static transitive org.jspecify;
  requires static org.junit.jupiter.api;
  requires static org.junit.platform.commons;

  exports dev.evenkeel.simulator;
  exports dev.evenkeel.simulator.advise;
  exports dev.evenkeel.simulator.junit;
  exports dev.evenkeel.simulator.spec;
  exports dev.evenkeel.simulator.spec.result;
  exports dev.evenkeel.simulator.spec.workload;
  exports dev.evenkeel.simulator.trace;
}
