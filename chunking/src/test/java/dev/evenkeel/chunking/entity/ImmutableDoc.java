package dev.evenkeel.chunking.entity;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.Compressed;
import dev.evenkeel.chunking.spec.Offloaded;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbImmutable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** An immutable with everything at its getters. */
@DynamoDbImmutable(builder = ImmutableDoc.Builder.class)
public final class ImmutableDoc {
  private final String id;
  private final @Nullable String text;
  private final @Nullable SdkBytes image;

  private ImmutableDoc(Builder builder) {
    this.id = builder.id;
    this.text = builder.text;
    this.image = builder.image;
  }

  public static Builder builder() {
    return new Builder();
  }

  @DynamoDbPartitionKey
  public String id() {
    return id;
  }

  @Compressed
  @Chunked
  public @Nullable String text() {
    return text;
  }

  @Offloaded
  public @Nullable SdkBytes image() {
    return image;
  }

  /** Builds one. */
  public static final class Builder {
    private String id = "";
    private @Nullable String text;
    private @Nullable SdkBytes image;

    private Builder() {}

    public Builder id(String newId) {
      this.id = newId;
      return this;
    }

    public Builder text(@Nullable String newText) {
      this.text = newText;
      return this;
    }

    public Builder image(@Nullable SdkBytes newImage) {
      this.image = newImage;
      return this;
    }

    public ImmutableDoc build() {
      return new ImmutableDoc(this);
    }
  }
}
