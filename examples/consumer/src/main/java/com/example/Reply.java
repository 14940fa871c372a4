package com.example;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.Compressed;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** A reply whose message may be larger than an item. */
@DynamoDbBean
public class Reply {
  private String id;
  private String message;

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  @Compressed(codec = "zstd")
  @Chunked
  public String getMessage() {
    return message;
  }

  public void setMessage(String message) {
    this.message = message;
  }
}
