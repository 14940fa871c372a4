import org.jspecify.annotations.NullMarked;

/** Tables of periods: routing, range reads, life cycle, archive. */
@NullMarked
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.timeseries {
  requires com.fasterxml.jackson.core;
  requires transitive dev.evenkeel.core;
  requires transitive dev.evenkeel.objects;
  requires org.slf4j;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires transitive software.amazon.awssdk.enhanced.dynamodb;
  requires software.amazon.awssdk.services.dynamodb;
  requires software.amazon.awssdk.services.s3;
  requires static micrometer.core;
  requires static transitive org.jspecify;

  exports dev.evenkeel.timeseries;
  exports dev.evenkeel.timeseries.micrometer;
  exports dev.evenkeel.timeseries.planning;
  exports dev.evenkeel.timeseries.spec;
  exports dev.evenkeel.timeseries.spec.archive;
  exports dev.evenkeel.timeseries.spec.lifecycle;
}
