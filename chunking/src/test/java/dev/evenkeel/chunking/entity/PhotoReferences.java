package dev.evenkeel.chunking.entity;

import static dev.evenkeel.chunking.entity.EntityFixture.noise;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeAsyncValues.LargeAsyncValue;
import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeReference;
import dev.evenkeel.chunking.spec.ValueLimits;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Photos whose images are read by reference. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PhotoReferences {
  static final TableSchema<Photo> SCHEMA = TableSchema.fromBean(Photo.class);
  EntityFixture fixture;
  ChunkingSpec spec;
  int photos;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new EntityFixture(local, s3);
    spec =
        fixture.spec("photos", SCHEMA).toBuilder()
            .limits(ValueLimits.DEFAULT.withValueBytesMax(4000))
            .build();
    table(Kind.SYNC).create();
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  EntityTable<Photo> table(Kind kind) {
    return fixture.table(kind, spec, SCHEMA);
  }

  /** One with an image outside its item. */
  Photo photo(int bytes) {
    Photo photo = new Photo();
    photo.setId("photo" + photos++);
    photo.setTitle("title");
    photo.setImage(LargeReference.ofBinary(noise(bytes)));
    return photo;
  }

  static Photo stored(EntityTable<Photo> table, Photo photo) {
    return requireNonNull(table.get(table.resource().keyFrom(photo)));
  }

  /** The marker of the image, which has its place. */
  AttributeValue marker(Photo photo) {
    return requireNonNull(raw(photo).get("evenkeel.image"));
  }

  Map<String, AttributeValue> raw(Photo photo) {
    return fixture.plain.getItem(get -> get.tableName("photos").key(key(photo))).item();
  }

  static Map<String, AttributeValue> key(Photo photo) {
    return Map.of("id", AttributeValue.fromS(photo.getId()));
  }

  ChunkingDynamoDbClient client(ChunkingSpec of) {
    return ChunkingDynamoDbClient.builder(fixture.plain).s3(fixture.s3).table(of).build();
  }

  SdkBytes read(Kind kind, Photo photo) {
    LargeReference image = requireNonNull(photo.getImage());
    if (kind == Kind.SYNC) {
      LargeValue value = client(spec).largeValues().open(image);
      try (InputStream stream = value.stream()) {
        SdkBytes bytes = SdkBytes.fromInputStream(stream);
        assertThat(value.length()).isEqualTo(bytes.asByteArrayUnsafe().length);
        return bytes;
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    LargeAsyncValue value =
        ChunkingDynamoDbAsyncClient.builder(fixture.plainAsync)
            .s3(fixture.s3Async)
            .table(spec)
            .build()
            .largeValues()
            .open(image);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    value
        .publisher()
        .subscribe(
            piece -> {
              byte[] some = new byte[piece.remaining()];
              piece.get(some);
              bytes.writeBytes(some);
            })
        .join();
    return SdkBytes.fromByteArray(bytes.toByteArray());
  }

  static AttributeValue reference(Map<String, AttributeValue> entry) {
    return AttributeValue.fromL(
        List.of(AttributeValue.fromS(LargeReference.ENTRY), AttributeValue.fromM(entry)));
  }

  static Photo same(Photo photo, LargeReference image) {
    Photo same = new Photo();
    same.setId(photo.getId());
    same.setTitle(photo.getTitle());
    same.setImage(image);
    return same;
  }
}
