import org.jspecify.annotations.NullMarked;

/** Objects in S3, for the features; users meet the description of a bucket and one exception. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.objects {
  requires transitive dev.evenkeel.core;
  requires java.xml;
  requires org.reactivestreams;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires transitive software.amazon.awssdk.services.s3;
  requires static transitive org.jspecify;

  exports dev.evenkeel.objects.spec;
  exports dev.evenkeel.objects.internal to
      dev.evenkeel.chunking,
      dev.evenkeel.parquet,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.objects.internal.shell to
      dev.evenkeel.chunking,
      dev.evenkeel.parquet,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.objects.internal.spec to
      dev.evenkeel.chunking,
      dev.evenkeel.parquet,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
}
