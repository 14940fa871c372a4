package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PrefixOwner;
import dev.evenkeel.chunking.spec.ChunkingException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * The ownership of the values below a bucket's prefix. Their keys name a table, but not its account
 * and region: of two applications that share a bucket, a prefix and a table name, each would take
 * the other's values for orphans. So an object beside them names the one table that they are of.
 *
 * <p>The first sweep writes it if there is no value yet. Where there are values already, a person
 * has to decide, and calls {@link #taken}.
 */
public final class Ownership {
  private static final String TAKE =
      "take ownership (takeOwnership() of the sweeper, or evenkeel sweep --take-ownership)";

  private final SweptTable table;
  private final SweepOptions options;

  Ownership(SweptTable table, SweepOptions options) {
    this.table = table;
    this.options = options;
  }

  /** Takes ownership for all tables with buckets, from any previous owner. */
  public static Flow<Done> taken(SweepOptions options) {
    return Flow.each(
        options.tables().all(),
        1,
        table ->
            table.spec().bucket() == null ? Flow.done() : new Ownership(table, options).taken());
  }

  private Flow<Done> taken() {
    return ours().then(ours -> table.objects().delete(key()).then(deleted -> put(ours)));
  }

  /** Fails unless the prefix is the table's. A dry run passes where the prefix has no owner. */
  Flow<Done> checked() {
    return ours().then(this::checked);
  }

  private Flow<Done> checked(PrefixOwner ours) {
    return table
        .objects()
        .get(key(), ExpectedContent.atMost(PrefixOwner.BYTES_MAX))
        .then(
            object -> {
              PrefixOwner owner = PrefixOwner.read(object.asByteArray(), place());
              return owner.equals(ours) ? Flow.done() : Flow.<Done>failed(ofAnother(ours, owner));
            })
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure -> options.write(() -> begun(ours)));
  }

  private Flow<PrefixOwner> ours() {
    return TableCall.describe(table.spec().tableName()).map(response -> of(response.table()));
  }

  /** Emulators may know no id; none of them has two tables of one name made in one moment. */
  private static PrefixOwner of(TableDescription described) {
    return new PrefixOwner(
        described.tableArn(),
        described.tableId() == null
            ? "created " + described.creationDateTime()
            : described.tableId());
  }

  /** Takes ownership if nothing is below the prefix, unless another process does meanwhile. */
  private Flow<Done> begun(PrefixOwner ours) {
    return table
        .objects()
        .list(PayloadKeys.objectsOf(table.name()), null)
        .then(
            page -> {
              if (page.objects().stream().anyMatch(object -> object.key().equals(key()))) {
                return checked(ours);
              }
              return page.objects().isEmpty() && page.nextToken() == null
                  ? begunUnlessUploading(ours)
                  : Flow.failed(ofNobody(ours));
            });
  }

  private Flow<Done> begunUnlessUploading(PrefixOwner ours) {
    return table
        .objects()
        .openUploads(PayloadKeys.objectsOf(table.name()), null)
        .then(
            page ->
                page.uploads().isEmpty() && page.next() == null
                    ? put(ours)
                    : Flow.failed(ofNobody(ours)));
  }

  /** If another process wrote one first, checks that: it may be a sweep of the same table. */
  private Flow<Done> put(PrefixOwner ours) {
    return table
        .objects()
        .put(key(), SdkBytes.fromByteArrayUnsafe(ours.write()), ObjectMetadata.empty())
        .map(written -> Done.DONE)
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_EXISTS),
            failure -> checked(ours));
  }

  private String key() {
    return PrefixOwner.key(table.name());
  }

  private String place() {
    BucketSpec bucket = table.spec().bucket();
    return bucket == null ? key() : "s3://" + bucket.bucket() + "/" + bucket.fullKey(key());
  }

  private ChunkingException ofAnother(PrefixOwner ours, PrefixOwner owner) {
    String remedy =
        owner.tableArn().equals(ours.tableArn())
            ? "The table was created anew since. If it was restored, see that all of its items are"
                + " there, and "
                + TAKE
            : "Two applications share a bucket, a prefix and a name: give one of them another"
                + " prefix. If the table moved here, "
                + TAKE;
    return new ChunkingException(
        ChunkingException.Reason.PREFIX_OWNER,
        "%s says that the values beside it are of %s, and this sweep is of %s. %s."
            .formatted(place(), owner.text(), ours.text(), remedy),
        null);
  }

  private ChunkingException ofNobody(PrefixOwner ours) {
    return new ChunkingException(
        ChunkingException.Reason.PREFIX_OWNER,
        "There is no %s, and there are values beside where it would be: their owner is not recorded, and this sweep is of %s. If no other account, region or application has values there, %s; a dry run shows what would be noted."
            .formatted(place(), ours.text(), TAKE),
        null);
  }
}
