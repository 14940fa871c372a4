package dev.evenkeel.chunking.entity;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A bean with a value on each rung. */
@DynamoDbBean
public class Doc {
  private String id = "";
  private int rank;
  private @Nullable String title;
  private @Nullable String text;
  private @Nullable SdkBytes image;
  private @Nullable List<String> lines;
  private @Nullable Map<String, String> labels;

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  @DynamoDbSortKey
  public int getRank() {
    return rank;
  }

  public void setRank(int rank) {
    this.rank = rank;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = {"including", "keysOnly"})
  public @Nullable String getTitle() {
    return title;
  }

  public void setTitle(@Nullable String title) {
    this.title = title;
  }

  @Compressed
  @Chunked
  public @Nullable String getText() {
    return text;
  }

  public void setText(@Nullable String text) {
    this.text = text;
  }

  @Offloaded(updateInlineBytesMax = 500)
  public @Nullable SdkBytes getImage() {
    return image;
  }

  public void setImage(@Nullable SdkBytes image) {
    this.image = image;
  }

  @Chunked(moveFrom = 900)
  public @Nullable List<String> getLines() {
    return lines;
  }

  public void setLines(@Nullable List<String> lines) {
    this.lines = lines;
  }

  @Compressed(codec = "zstd")
  public @Nullable Map<String, String> getLabels() {
    return labels;
  }

  public void setLabels(@Nullable Map<String, String> labels) {
    this.labels = labels;
  }
}
