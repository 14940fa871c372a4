package dev.evenkeel.chunking.entity;

import dev.evenkeel.chunking.spec.Chunked;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.LargeReference.LargeReferenceConverter;
import dev.evenkeel.chunking.spec.Offloaded;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbConvertedBy;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** A photo, of which the image is read only when it is wanted. */
// [docs:photo]
@DynamoDbBean
public class Photo {
  private String id = "";
  private @Nullable String title;
  private @Nullable LargeReference image;

  @Offloaded
  @DynamoDbConvertedBy(LargeReferenceConverter.class)
  public @Nullable LargeReference getImage() {
    return image;
  }

  // [docs]

  private @Nullable String caption;

  @DynamoDbPartitionKey
  public String getId() {
    return id;
  }

  public void setId(String id) {
    this.id = id;
  }

  public @Nullable String getTitle() {
    return title;
  }

  public void setTitle(@Nullable String title) {
    this.title = title;
  }

  public void setImage(@Nullable LargeReference image) {
    this.image = image;
  }

  @Chunked(moveFrom = 400)
  public @Nullable String getCaption() {
    return caption;
  }

  public void setCaption(@Nullable String caption) {
    this.caption = caption;
  }
}
