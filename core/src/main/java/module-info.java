import org.jspecify.annotations.NullMarked;

/** The shared part of the decorators: exceptions, events, explanations and item values. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"})
module dev.evenkeel.core {
  requires org.slf4j;
  requires transitive software.amazon.awssdk.awscore;
  requires transitive software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.regions;
  requires software.amazon.awssdk.retries.api;
  requires transitive software.amazon.awssdk.services.dynamodb;
  requires software.amazon.awssdk.utils;
  requires static micrometer.core;
  requires static transitive org.jspecify;
  requires static software.amazon.awssdk.enhanced.dynamodb;

  exports dev.evenkeel.core;
  exports dev.evenkeel.core.batch;
  exports dev.evenkeel.core.client;
  exports dev.evenkeel.core.explain;
  exports dev.evenkeel.core.item;
  exports dev.evenkeel.core.listen;
  exports dev.evenkeel.core.micrometer;
  exports dev.evenkeel.core.operation;
  exports dev.evenkeel.core.work;
  exports dev.evenkeel.core.internal.answer to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.explain to
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.expression to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.flow to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.objects,
      dev.evenkeel.parquet,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries,
      dev.evenkeel.upload;
  exports dev.evenkeel.core.internal.gzip to
      dev.evenkeel.chunking,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.item to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.lease to
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.listen to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.mapping to
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.operation to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries,
      dev.evenkeel.upload;
  exports dev.evenkeel.core.internal.pace to
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries,
      dev.evenkeel.upload;
  exports dev.evenkeel.core.internal.page to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.scan to
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
  exports dev.evenkeel.core.internal.spec to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.sharding;
  exports dev.evenkeel.core.internal.value to
      dev.evenkeel.caching,
      dev.evenkeel.chunking,
      dev.evenkeel.objects,
      dev.evenkeel.parquet,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries,
      dev.evenkeel.upload;
  exports dev.evenkeel.core.internal.work to
      dev.evenkeel.chunking,
      dev.evenkeel.sharding,
      dev.evenkeel.simulator,
      dev.evenkeel.timeseries;
}
