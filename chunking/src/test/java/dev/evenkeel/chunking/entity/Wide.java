package dev.evenkeel.chunking.entity;

import dev.evenkeel.chunking.spec.Chunked;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** A bean of five values, each of which fits, and all of which do not. */
@DynamoDbBean
public class Wide {
  private String id = "";
  private @Nullable SdkBytes first;
  private @Nullable SdkBytes second;
  private @Nullable SdkBytes third;
  private @Nullable SdkBytes fourth;
  private @Nullable SdkBytes fifth;

  static Wide of(String id, int bytes) {
    Wide wide = new Wide();
    wide.setId(id);
    wide.setFirst(EntityFixture.noise(bytes + 0));
    wide.setSecond(EntityFixture.noise(bytes + 1));
    wide.setThird(EntityFixture.noise(bytes + 2));
    wide.setFourth(EntityFixture.noise(bytes + 3));
    wide.setFifth(EntityFixture.noise(bytes + 4));
    return wide;
  }

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  @Chunked
  public @Nullable SdkBytes getFirst() {
    return first;
  }

  public void setFirst(@Nullable SdkBytes first) {
    this.first = first;
  }

  @Chunked
  public @Nullable SdkBytes getSecond() {
    return second;
  }

  public void setSecond(@Nullable SdkBytes second) {
    this.second = second;
  }

  @Chunked
  public @Nullable SdkBytes getThird() {
    return third;
  }

  public void setThird(@Nullable SdkBytes third) {
    this.third = third;
  }

  @Chunked
  public @Nullable SdkBytes getFourth() {
    return fourth;
  }

  public void setFourth(@Nullable SdkBytes fourth) {
    this.fourth = fourth;
  }

  @Chunked
  public @Nullable SdkBytes getFifth() {
    return fifth;
  }

  public void setFifth(@Nullable SdkBytes fifth) {
    this.fifth = fifth;
  }
}
