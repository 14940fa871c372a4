package dev.evenkeel.spring;

import dev.evenkeel.chunking.ChunkingClientBuilder;
import dev.evenkeel.chunking.ChunkingDynamoDbAsyncClient;
import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.BucketSpec.ObjectEncryption;
import dev.evenkeel.spring.EvenkeelProperties.Bucket;
import dev.evenkeel.spring.EvenkeelProperties.ChunkTable;
import dev.evenkeel.spring.EvenkeelProperties.ChunkedTable;
import dev.evenkeel.spring.EvenkeelProperties.IntentTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The layer of large values; those of a series are in tables of its periods. */
record ChunkingLayer(
    List<ChunkingSpec> specs,
    TableFamilies families,
    ObjectProvider<S3Client> s3,
    ObjectProvider<S3AsyncClient> asyncS3,
    ClientThreads threads,
    List<DecoratorListener> listeners,
    List<DecoratorCustomizer<ChunkingClientBuilder<?>>> customizers)
    implements Layer {
  /** The spec of an entry of {@code evenkeel.chunking}. */
  static ChunkingSpec spec(ChunkedTable table, Setting entry) {
    KeyAttribute partition = Layer.key(entry, "partition-key", table.partitionKey());
    ChunkingSpec.Builder spec =
        ChunkingSpec.builder(entry.required("table-name", table.tableName()))
            .partitionKey(partition.name(), partition.type());
    if (table.sortKey() != null) {
      KeyAttribute sort = Layer.key(entry, "sort-key", table.sortKey());
      spec.sortKey(sort.name(), sort.type());
    }
    Setting attributes = entry.child("attributes");
    for (String name : table.codecs().keySet()) {
      if (!table.attributes().containsKey(name)) {
        throw entry
            .child("codecs")
            .child(name)
            .wrong(
                "'%s' has no attribute of that name. There are %s."
                    .formatted(attributes.name(), table.attributes().keySet()));
      }
    }
    for (Map.Entry<String, String> attribute : table.attributes().entrySet()) {
      String name = attribute.getKey();
      AttributePolicy policy = policy(attributes.child(name), attribute.getValue());
      String codec = table.codecs().get(name);
      Setting ofCodec = entry.child("codecs").child(name);
      spec.attribute(
          name,
          codec == null ? policy : ofCodec.build(() -> policy.withCodec(Codecs.named(codec))));
    }
    ChunkTable chunks = table.chunkTable();
    if (chunks != null) {
      spec.chunkTable(chunkTable(chunks, entry.child("chunk-table")));
    }
    IntentTable intents = table.intentTable();
    if (intents != null) {
      IntentTableSpec usual =
          IntentTableSpec.of(
              entry.child("intent-table").required("table-name", intents.tableName()));
      spec.intentTable(
          new IntentTableSpec(
              usual.tableName(),
              or(intents.partitionKey(), usual.partitionKey()),
              or(intents.sortKey(), usual.sortKey())));
    }
    if (table.bucket() != null) {
      spec.bucket(bucket(table.bucket(), entry.child("bucket")));
    }
    if (table.grace() != null) {
      spec.grace(table.grace());
    }
    if (table.seedLayout() != null) {
      spec.seedLayout(table.seedLayout());
    }
    return spec.build();
  }

  private static AttributePolicy policy(Setting setting, String place) {
    return switch (Layer.word(setting, place, List.of(AttributePolicy.Outside.values()))) {
      case CHUNKS -> AttributePolicy.chunked();
      case OBJECT -> AttributePolicy.offloaded();
      case NOWHERE -> AttributePolicy.asTheyAre();
    };
  }

  private static ChunkTableSpec chunkTable(ChunkTable table, Setting setting) {
    ChunkTableSpec spec = ChunkTableSpec.of(setting.required("table-name", table.tableName()));
    spec = table.partitionKey() == null ? spec : spec.withPartitionKey(table.partitionKey());
    spec = table.sortKey() == null ? spec : spec.withSortKey(table.sortKey());
    return table.data() == null ? spec : spec.withData(table.data());
  }

  private static BucketSpec bucket(Bucket bucket, Setting setting) {
    return setting.build(
        () -> {
          BucketSpec.Builder spec = BucketSpec.builder(setting.required("bucket", bucket.bucket()));
          if (bucket.prefix() != null) {
            spec.prefix(bucket.prefix());
          }
          if (bucket.expectedBucketOwner() != null) {
            spec.expectedBucketOwner(bucket.expectedBucketOwner());
          }
          if (bucket.kmsKeyId() != null) {
            spec.encryption(ObjectEncryption.kms(bucket.kmsKeyId()));
          }
          return spec.build();
        });
  }

  private static String or(@Nullable String given, String usual) {
    return given == null ? usual : given;
  }

  @Override
  public StackLayer place() {
    return StackLayer.CHUNKING;
  }

  @Override
  public List<String> tables() {
    return specs.stream().map(ChunkingSpec::tableName).toList();
  }

  @Override
  public DynamoDbClient over(DynamoDbClient below) {
    ChunkingDynamoDbClient.Builder builder = configured(ChunkingDynamoDbClient.builder(below));
    return hasBuckets() ? builder.s3(required(s3, "S3Client")).build() : builder.build();
  }

  @Override
  public DynamoDbAsyncClient over(DynamoDbAsyncClient below) {
    ChunkingDynamoDbAsyncClient.Builder builder =
        configured(ChunkingDynamoDbAsyncClient.builder(below));
    return hasBuckets() ? builder.s3(required(asyncS3, "S3AsyncClient")).build() : builder.build();
  }

  private boolean hasBuckets() {
    return specs.stream().anyMatch(spec -> spec.bucket() != null);
  }

  private static <C> C required(ObjectProvider<C> clients, String type) {
    C client = clients.getIfUnique();
    if (client == null) {
      throw EvenkeelProperties.setting("chunking")
          .wrong(
              "a spec names a bucket, and there is no single bean of type %s. Declare one, or mark one as primary."
                  .formatted(type));
    }
    return client;
  }

  private <B extends ChunkingClientBuilder<B>> B configured(B builder) {
    specs.forEach(builder::table);
    builder.threads(threads);
    listeners.forEach(builder::listener);
    customizers.forEach(customizer -> customizer.customize(builder));
    return builder;
  }

  /** The bucket is not looked at. */
  @Override
  public List<TableCheck> checks() {
    return specs.stream().flatMap(this::checks).toList();
  }

  private Stream<TableCheck> checks(ChunkingSpec spec) {
    Stream<TableCheck> items =
        families.servingNow(spec.tableName()).stream()
            .map(table -> new TableCheck(table, spec::mismatchesOf));
    Stream<String> stores =
        Stream.concat(
            Stream.ofNullable(spec.chunkTable()).map(ChunkTableSpec::tableName),
            Stream.ofNullable(spec.intentTable()).map(IntentTableSpec::tableName));
    return Stream.concat(
        items,
        stores.flatMap(store -> families.servingNow(store).stream()).map(TableCheck::isThere));
  }
}
