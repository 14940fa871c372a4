package dev.evenkeel.chunking.entity;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A reply in a forum: the guide's entity. */
// [docs:reply]
@DynamoDbBean
public class Reply {
  private String id = "";
  private String at = "";
  private @Nullable String message;
  private @Nullable SdkBytes picture;

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  @DynamoDbSortKey
  public String getAt() {
    return at;
  }

  @Compressed(codec = "zstd")
  @Chunked
  public @Nullable String getMessage() {
    return message;
  }

  @Offloaded(moveFrom = 64 * 1024)
  public @Nullable SdkBytes getPicture() {
    return picture;
  }

  // [docs]

  public void setId(String id) {
    this.id = id;
  }

  public void setAt(String at) {
    this.at = at;
  }

  public void setMessage(@Nullable String message) {
    this.message = message;
  }

  public void setPicture(@Nullable SdkBytes picture) {
    this.picture = picture;
  }
}
