package dev.evenkeel.timeseries.entity;

import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.SeriesTime.TimeFormat;
import dev.evenkeel.timeseries.spec.TimeSeries;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbImmutable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** An immutable whose time is a number, and which says no more than it must. */
@DynamoDbImmutable(builder = Click.Builder.class)
@TimeSeries(period = Period.MONTH, since = "2026-01-31T23:00:00Z")
public final class Click {
  private final String customer;
  private final long at;

  private Click(Builder builder) {
    this.customer = builder.customer;
    this.at = builder.at;
  }

  public static Builder builder() {
    return new Builder();
  }

  @DynamoDbPartitionKey
  public String customer() {
    return customer;
  }

  @DynamoDbSortKey
  @SeriesTime(format = TimeFormat.EPOCH_MILLIS)
  public long at() {
    return at;
  }

  /** Builds one. */
  public static final class Builder {
    private String customer = "";
    private long at;

    private Builder() {}

    public Builder customer(String newCustomer) {
      this.customer = newCustomer;
      return this;
    }

    public Builder at(long newAt) {
      this.at = newAt;
      return this;
    }

    public Click build() {
      return new Click(this);
    }
  }
}
