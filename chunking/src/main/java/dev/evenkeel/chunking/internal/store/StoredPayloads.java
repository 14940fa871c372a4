package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Digest;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.internal.ObjectFlows;
import dev.evenkeel.objects.internal.spec.ByteSource;
import dev.evenkeel.objects.internal.spec.ExpectedContent;
import dev.evenkeel.objects.internal.spec.ObjectMetadata;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Payloads in the chunk table and the bucket of a spec. */
public final class StoredPayloads implements Payloads {
  private final KeySchema schema;
  private final @Nullable ChunkStore chunks;
  private final @Nullable ObjectFlows objects;

  /**
   * @param schema the key of the parent table
   * @param chunks null if the spec has no chunk table
   * @param objects null if the spec has no bucket
   */
  public StoredPayloads(
      KeySchema schema, @Nullable ChunkStore chunks, @Nullable ObjectFlows objects) {
    this.schema = schema;
    this.chunks = chunks;
    this.objects = objects;
  }

  /** The payloads of a spec. */
  public static StoredPayloads of(ChunkingSpec spec) {
    return new StoredPayloads(
        spec.key(),
        ChunkStore.of(spec),
        spec.bucket() == null ? null : ObjectFlows.of(spec.bucket()));
  }

  @Override
  public Flow<Done> write(Parent parent, Marker marker, byte[] stored) {
    if (marker.placement() != Placement.OBJECT) {
      return chunks().write(parent, marker, stored);
    }
    String key = PayloadKeys.object(schema, parent, marker.outside().writeId());
    SdkBytes bytes = SdkBytes.fromByteArrayUnsafe(stored);
    ObjectMetadata metadata = ParentMetadata.of(schema, parent);
    Flow<Digest> digest =
        marker.codec() == null
            ? Flow.of(marker.outside().digest())
            : Compute.flow(() -> Digest.of(stored));
    return digest
        .then(of -> objects().put(key, bytes, SdkBytes.fromByteArrayUnsafe(of.bytes()), metadata))
        .map(written -> Done.DONE);
  }

  @Override
  public Flow<byte[]> read(Parent parent, Marker marker) {
    if (marker.placement() != Placement.OBJECT) {
      return chunks().read(parent, marker);
    }
    String key = PayloadKeys.object(schema, parent, marker.outside().writeId());
    return objects()
        .get(key, ExpectedContent.ofLength(marker.outside().storedBytes()))
        .map(SdkBytes::asByteArrayUnsafe)
        .mapFailure(failure -> translated(failure));
  }

  @Override
  public Flow<Integer> write(Parent parent, PayloadRef payload, ByteSource stored) {
    if (payload.placement() != Placement.OBJECT) {
      return chunks().write(parent, payload, stored);
    }
    String key = PayloadKeys.object(schema, parent, WriteId.ofHex(payload.id()));
    return objects().put(key, stored, ParentMetadata.of(schema, parent)).map(written -> 0);
  }

  @Override
  public ByteSource open(Parent parent, Marker marker) {
    if (marker.placement() != Placement.OBJECT) {
      return chunks().open(parent, marker);
    }
    String key = PayloadKeys.object(schema, parent, marker.outside().writeId());
    ByteSource object =
        objects().open(key, ExpectedContent.ofLength(marker.outside().storedBytes()));
    return bytesMax -> object.next(bytesMax).mapFailure(failure -> translated(failure));
  }

  @Override
  public Flow<List<AttributeValue>> readSeed(Parent parent, PayloadRef payload, long bytesMax) {
    return chunks().readSeed(parent, payload, bytesMax);
  }

  private static Throwable translated(Throwable failure) {
    if (ObjectStoreException.is(failure, Reason.OBJECT_MISSING)) {
      return new LargeValueException(
          LargeValueException.Reason.PAYLOAD_MISSING, "Its object is not there.", failure);
    }
    return ObjectStoreException.is(failure, Reason.CORRUPT)
            || ObjectStoreException.is(failure, Reason.TOO_LARGE)
        ? new LargeValueException(
            LargeValueException.Reason.CORRUPT, "Its object is not what was written.", failure)
        : failure;
  }

  @Override
  public Flow<Boolean> isThere(Parent parent, PayloadRef payload) {
    if (payload.placement() != Placement.OBJECT) {
      return chunks().isThere(parent, payload);
    }
    String key = PayloadKeys.object(schema, parent, WriteId.ofHex(payload.id()));
    return objects()
        .head(key)
        .map(found -> true)
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure -> Flow.of(false));
  }

  @Override
  public Flow<Done> remove(Parent parent, PayloadRef payload) {
    if (payload.placement() != Placement.OBJECT) {
      return chunks().remove(parent, payload);
    }
    WriteId writeId = WriteId.ofHex(payload.id());
    return objects().delete(PayloadKeys.object(schema, parent, writeId));
  }

  /** An item may have a marker of chunks although the spec names no chunk table. */
  private ChunkStore chunks() {
    if (chunks == null) {
      throw new LargeValueException(
          LargeValueException.Reason.CORRUPT,
          "Its item says that it is in chunks, and the spec names no chunk table. Name it.");
    }
    return chunks;
  }

  /** The objects of a spec that names a bucket. */
  public ObjectFlows objects() {
    if (objects == null) {
      throw new LargeValueException(
          LargeValueException.Reason.CORRUPT,
          "Its item says that it is in S3, and the spec names no bucket. Name it.");
    }
    return objects;
  }
}
