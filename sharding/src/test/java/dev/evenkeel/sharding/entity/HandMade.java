package dev.evenkeel.sharding.entity;

import static dev.evenkeel.sharding.spec.ShardingTags.shardDeterminant;
import static dev.evenkeel.sharding.spec.ShardingTags.shardedPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticTableSchema;

/** A class without annotations, whose schema is made by hand. */
final class HandMade extends Event.OfDay {
  static final TableSchema<HandMade> SCHEMA =
      StaticTableSchema.builder(HandMade.class)
          .newItemSupplier(HandMade::new)
          .addAttribute(
              String.class,
              a ->
                  a.name("day")
                      .getter(HandMade::getDay)
                      .setter(HandMade::setDay)
                      .tags(primaryPartitionKey(), shardedPartitionKey(spec -> spec.shards(4))))
          .addAttribute(
              String.class,
              a ->
                  a.name("at")
                      .getter(HandMade::getAt)
                      .setter(HandMade::setAt)
                      .tags(primarySortKey(), shardDeterminant()))
          .build();

  static HandMade of(int i) {
    HandMade event = new HandMade();
    event.setDay("monday");
    event.setAt("t%02d".formatted(i));
    return event;
  }
}
