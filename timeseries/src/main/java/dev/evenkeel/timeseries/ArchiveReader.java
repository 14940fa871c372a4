package dev.evenkeel.timeseries;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.FileItems;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Reads the verified archives of a series, for who derives something from them. It never reads a
 * period table, and writes nothing. The clients are used, and never closed. Safe for use by several
 * threads.
 */
public final class ArchiveReader {
  private static final int ITEMS_PER_STEP = 100;

  private final ArchivePolicy policy;
  private final Catalog catalog;
  private final SyncRunner runner = SyncRunner.create();
  private final Sender<Object> sender;

  private ArchiveReader(ArchivePolicy policy, Catalog catalog, Sender<Object> sender) {
    this.policy = policy;
    this.catalog = catalog;
    this.sender = sender;
  }

  /**
   * A reader; nothing is sent yet.
   *
   * @param controlTable of the lifecycle, which has the catalogue
   * @throws IllegalArgumentException if the series is not archived
   */
  public static ArchiveReader of(
      TimeSeriesSpec spec, String controlTable, DynamoDbClient client, S3Client s3) {
    ArchivePolicy policy = spec.archive();
    if (policy == null) {
      throw new IllegalArgumentException(
          "'%s' has no archive policy: say where its archives are".formatted(spec.tableName()));
    }
    return new ArchiveReader(
        policy,
        new Catalog(controlTable, spec.tableName()),
        Sender.sync(client, ObjectCalls.sync(s3)));
  }

  /** The archives of the series that the catalogue has, in the order of time. Costs a Query. */
  public List<ArchivedTable> archives() {
    return run(catalog.list(null, null));
  }

  /** The archive of a period table; null if the catalogue has none. Costs a GetItem. */
  public @Nullable ArchivedTable find(String tableName) {
    return run(catalog.find(tableName)).orElse(null);
  }

  /**
   * Refuses an archive that {@link #read}, and a restore, would refuse before they read a data
   * file: its manifests are as they were written, and exactly its files are there, in their
   * lengths. What is in the files only reading them proves. Costs two GetObjects, a HeadObject and
   * a listing.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if the archive is in another place than the
   *     spec says, or is marked as given up
   * @throws ArchiveException if manifests or files are not as they were verified
   */
  public void requireReadable(ArchivedTable archive) {
    run(proven(archive));
  }

  private Flow<Proven> proven(ArchivedTable archive) {
    return ArchiveVerification.requireReadable("read", policy, archive)
        .then(done -> ArchiveVerification.require(policy, archive));
  }

  /**
   * Reads all items of an archive, one file after the other, and proves on the way that it is what
   * was verified: its manifests, exactly its files, the checksum of each, and the digest of all
   * items. In memory are a piece of a file and some items. Costs two GetObjects, a HeadObject and a
   * listing, and a GetObject for each MiB of each file.
   *
   * @param taker is given each item, on the caller's thread; what it throws ends the read. What it
   *     was given must not be relied on before this call returns
   * @return the digest of the items, as {@link ItemDigest#text}
   * @throws dev.evenkeel.core.RefusedOperationException if the archive is in another place than the
   *     spec says, or is marked as given up
   * @throws ArchiveException if anything is not as it was verified
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if S3 fails, or a file is of a Glacier
   *     class and not restored
   */
  public String read(ArchivedTable archive, Consumer<Map<String, AttributeValue>> taker) {
    Proven proven = run(proven(archive));
    ArchiveStore store = ArchiveStore.of(policy, archive.exportId());
    ItemDigest digest = new ItemDigest();
    for (int number = 0; number < proven.files().files().size(); number++) {
      try (FileItems items = proven.open(store, number)) {
        List<Map<String, AttributeValue>> some = run(items.next(ITEMS_PER_STEP));
        while (!some.isEmpty()) {
          for (Map<String, AttributeValue> item : some) {
            digest.add(item);
            taker.accept(item);
          }
          some = run(items.next(ITEMS_PER_STEP));
        }
      }
    }
    if (archive.digest() != null && !archive.digest().equals(digest.text())) {
      throw ArchiveException.damaged(
          archive.bucket(),
          archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/data/",
          "holds other items than were verified",
          null);
    }
    return digest.text();
  }

  private <T> T run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }
}
