package dev.evenkeel.examples;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.LargeValues;
import dev.evenkeel.chunking.LargeValues.LargeValue;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalS3;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The ProductCatalog table of AWS's text "Best Practices for Items", with an image of each product:
 * small ones stay in the item, large ones go to S3, and readers of a product see no difference.
 */
public final class ProductImages {
  private static final String CATALOG = "ProductCatalog";
  private static final String INTENTS = "Intents";

  private final PrintStream out;
  private final DynamoDbClient plain;
  private final ChunkingDynamoDbClient client;

  private ProductImages(PrintStream out, DynamoDbClient plain, S3Client s3, String bucket) {
    this.out = out;
    this.plain = plain;
    this.client = ChunkingDynamoDbClient.builder(plain).s3(s3).table(spec(bucket)).build();
  }

  private static ChunkingSpec spec(String bucket) {
    return ChunkingSpec.builder(CATALOG)
        .partitionKey("Id")
        .attribute("Image", AttributePolicy.offloaded().moveFrom(64 * 1024))
        .bucket(BucketSpec.builder(bucket).prefix("images").build())
        .intentTable(INTENTS)
        .build();
  }

  public static void main(String[] arguments) {
    run(System.out);
  }

  static void run(PrintStream out) {
    try (LocalDynamoDb local = LocalDynamoDb.start();
        LocalS3 localS3 = LocalS3.start();
        DynamoDbClient plain = local.client();
        S3Client s3 = localS3.client()) {
      String bucket = localS3.newBucket();
      ExampleTables.create(plain, CATALOG, "Id");
      ExampleTables.createIntents(plain, INTENTS);
      ProductImages example = new ProductImages(out, plain, s3, bucket);
      example.put("bicycle-201", 20_000);
      example.put("bicycle-202", 2_000_000);
      example.stream("bicycle-203", 12_000_000);
      out.println(
          "objects in S3: %d".formatted(s3.listObjectsV2(list -> list.bucket(bucket)).keyCount()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] image(int bytes) {
    byte[] image = new byte[bytes];
    new Random(bytes).nextBytes(image);
    return image;
  }

  private void put(String id, int imageBytes) {
    byte[] image = image(imageBytes);
    client.putItem(
        put ->
            put.tableName(CATALOG)
                .item(
                    Map.of(
                        "Id", AttributeValue.fromS(id),
                        "Price", AttributeValue.fromN("500"),
                        "Image", AttributeValue.fromB(SdkBytes.fromByteArray(image)))));
    Map<String, AttributeValue> product =
        client.getItem(get -> get.tableName(CATALOG).key(key(id)).consistentRead(true)).item();
    byte[] read = requireNonNull(product.get("Image")).b().asByteArray();
    tell(id, read.length, Arrays.equals(read, image));
  }

  /** An image that is never held whole, in either direction. */
  private void stream(String id, int imageBytes) throws IOException {
    InputStream image = new ByteArrayInputStream(image(imageBytes));
    Map<String, AttributeValue> key = key(id);
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    // [docs:stream]
    LargeValues values = client.largeValues();
    PutItemRequest withoutImage =
        PutItemRequest.builder().tableName("ProductCatalog").item(key).build();
    long bytes = values.putBinary(withoutImage, "Image", image);
    LargeValue value = requireNonNull(values.open("ProductCatalog", key, "Image"));
    try (InputStream stream = value.stream()) {
      stream.transferTo(copy);
    }
    // [docs]
    tell(id, bytes, Arrays.equals(copy.toByteArray(), image(imageBytes)));
  }

  private void tell(String id, long bytes, boolean alike) {
    boolean inItem =
        plain.getItem(get -> get.tableName(CATALOG).key(key(id))).item().containsKey("Image");
    out.println(
        "%s: image of %d bytes, %s, read back alike: %s"
            .formatted(id, bytes, inItem ? "in its item" : "in S3", alike));
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("Id", AttributeValue.fromS(id));
  }
}
