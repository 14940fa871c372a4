package com.example;

import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A hit of a web server: those of a day are spread over eight shards. */
@DynamoDbBean
public class Hit {
  private String day;
  private String at;
  private String page;

  @DynamoDbPartitionKey
  @ShardedPartitionKey(shards = 8)
  public String getDay() {
    return day;
  }

  public void setDay(String day) {
    this.day = day;
  }

  @DynamoDbSortKey
  public String getAt() {
    return at;
  }

  public void setAt(String at) {
    this.at = at;
  }

  public String getPage() {
    return page;
  }

  public void setPage(String page) {
    this.page = page;
  }
}
