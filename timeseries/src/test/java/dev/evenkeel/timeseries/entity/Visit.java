package dev.evenkeel.timeseries.entity;

import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.SeriesTime;
import dev.evenkeel.timeseries.spec.TimeSeries;
import java.time.Instant;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** The guide's entity: visits of customers, a table for each day. */
// [docs:visit]
@DynamoDbBean
@TimeSeries(period = Period.DAY, since = "2026-11-01", lateness = "PT6H")
public class Visit {
  private String customer = "";
  private Instant at = Instant.EPOCH;

  @DynamoDbPartitionKey
  public String getCustomer() {
    return customer;
  }

  @DynamoDbSortKey
  @SeriesTime
  public Instant getAt() {
    return at;
  }

  // [docs]

  public void setCustomer(String customer) {
    this.customer = customer;
  }

  public void setAt(Instant at) {
    this.at = at;
  }
}
