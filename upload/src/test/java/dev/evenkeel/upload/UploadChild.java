package dev.evenkeel.upload;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A process that uploads slowly, to be killed. */
final class UploadChild {
  /** The output after the third saved checkpoint that is not empty. */
  static final String SAVED = "saved";

  private UploadChild() {}

  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(arguments[0]))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create(arguments[1], "local")))
            .build()) {
      upload(plain, Path.of(arguments[2]), Path.of(arguments[3]), 500).run();
    }
  }

  /** Stores lines of a partition key and a sort key on drawn shards. */
  static DistributedUpload upload(
      DynamoDbClient plain, Path lines, Path checkpoint, double unitsPerSecond) {
    DynamoDbClient sharded =
        ShardingDynamoDbClient.builder(plain).table(UploadTables.DRAWN).build();
    return DistributedUpload.builder(sharded)
        .table("drawn", Uploads.KEY)
        .source(UploadSources.lines(lines, UploadChild::item))
        .checkpoints(new Announced(FileCheckpoints.at(checkpoint)))
        .saveEvery(Duration.ofMillis(100))
        .unitsPerSecond(unitsPerSecond)
        .window(400, 1 << 20)
        .build();
  }

  private static Map<String, AttributeValue> item(String line) {
    String[] words = line.split(" ", 2);
    return Uploads.item("hot" + words[0], words[1], "v" + words[1]);
  }

  private static final class Announced implements CheckpointStore {
    private final CheckpointStore store;
    private int saves;

    Announced(CheckpointStore store) {
      this.store = store;
    }

    @Override
    public @Nullable UploadCheckpoint load() throws IOException {
      return store.load();
    }

    @Override
    public void save(UploadCheckpoint checkpoint) throws IOException {
      store.save(checkpoint);
      saves++;
      if (saves == 3) {
        System.out.println(SAVED);
      }
    }
  }
}
