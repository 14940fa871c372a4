package dev.evenkeel.sharding.entity;

import dev.evenkeel.sharding.spec.ShardDeterminant;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbImmutable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** An immutable with everything at its getters. */
@DynamoDbImmutable(builder = ImmutableEvent.Builder.class)
public final class ImmutableEvent {
  private final String day;
  private final String at;
  private final int status;

  private ImmutableEvent(Builder builder) {
    this.day = builder.day;
    this.at = builder.at;
    this.status = builder.status;
  }

  public static Builder builder() {
    return new Builder();
  }

  @DynamoDbPartitionKey
  @ShardedPartitionKey(shards = 4)
  public String day() {
    return day;
  }

  @DynamoDbSortKey
  @ShardDeterminant
  public String at() {
    return at;
  }

  public int status() {
    return status;
  }

  @Override
  public String toString() {
    return day + "/" + at + "/" + status;
  }

  /** Builds one. */
  public static final class Builder {
    private String day = "";
    private String at = "";
    private int status;

    private Builder() {}

    public Builder day(String newDay) {
      this.day = newDay;
      return this;
    }

    public Builder at(String newAt) {
      this.at = newAt;
      return this;
    }

    public Builder status(int newStatus) {
      this.status = newStatus;
      return this;
    }

    public ImmutableEvent build() {
      return new ImmutableEvent(this);
    }
  }
}
