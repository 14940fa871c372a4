package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.stream.StoredBytes;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.Marker.Payload;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.internal.write.ItemCommit;
import dev.evenkeel.chunking.internal.write.ReturnValues;
import dev.evenkeel.chunking.internal.write.Staging;
import dev.evenkeel.chunking.internal.write.Staging.UnchangedValues;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.internal.write.Transaction.RequestOptions;
import dev.evenkeel.chunking.internal.write.Transaction.Staged;
import dev.evenkeel.chunking.internal.write.Transaction.StagedValues;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.AttributePolicy.Outside;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.objects.internal.spec.ByteSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/**
 * Puts an item with one value that is never held whole. It goes outside whatever its size; its
 * intent does not know how many chunks it makes, so a sweep looks for them.
 */
public final class StreamedPut {
  private final Call call;
  private final ChunkedTable table;
  private final String attribute;
  private final AttributePolicy policy;
  private final AttributeValue.Type type;
  private final TableStores stores;

  private StreamedPut(
      TableStores stores, PutItemRequest request, String attribute, AttributeValue.Type type) {
    this.call = new Call("PutItem", request.tableName());
    this.table = stores.table();
    this.attribute = attribute;
    this.policy = policy();
    this.type = type;
    this.stores = stores;
    call.refuseLegacy(request);
    refuse(request);
  }

  private AttributePolicy policy() {
    AttributePolicy policy = table.spec().attributes().get(attribute);
    if (policy == null || policy.outside() == Outside.NOWHERE) {
      throw call.refuse(
          "the spec does not let values of attribute '%s' leave the item".formatted(attribute),
          "Give it a policy that chunks or offloads");
    }
    if (attribute.equals(table.spec().seedAttribute())) {
      throw call.refuse(
          "attribute '%s' is in the layout of AWS's text, whose chunks are cut between characters"
              .formatted(attribute),
          "Put its values whole");
    }
    return policy;
  }

  private void refuse(PutItemRequest request) {
    if (request.item().containsKey(attribute)) {
      throw call.refuse(
          "the item has attribute '%s' beside the one that is streamed".formatted(attribute),
          "Leave it out of the item");
    }
    if (request.returnValues() == ReturnValue.ALL_OLD) {
      throw call.refuse(
          "a streamed put does not return the old item", "Read it before, or leave ALL_OLD out");
    }
  }

  /**
   * Plans a put.
   *
   * @param source the bytes of the value
   * @param type S or B
   * @return how many bytes the value had
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured; nothing was written
   */
  public static Flow<Long> of(
      TableStores stores,
      PutItemRequest request,
      String attribute,
      ByteSource source,
      AttributeValue.Type type) {
    StreamedPut put = new StreamedPut(stores, request, attribute, type);
    return PutItem.write(stores, request).then(write -> put.flow(write, request, source));
  }

  private Flow<Long> flow(PutItem.Write write, PutItemRequest request, ByteSource source) {
    return Flow.defer(() -> staged(write, source))
        .mapFailure(failure -> placed(failure))
        .then(
            staged ->
                new ItemCommit(write, null, false, RequestOptions.of(request))
                    .runStaged(staged)
                    .map(
                        written ->
                            requireNonNull(staged.markers(write).get(attribute)).originalBytes()))
        .recover(
            failure ->
                ReturnValues.failed(failure, request.returnValuesOnConditionCheckFailure(), write));
  }

  private Throwable placed(Throwable failure) {
    return failure instanceof LargeValueException large
        ? large.at(table.name(), attribute)
        : failure;
  }

  private Flow<Staged> staged(PutItem.Write write, ByteSource source) {
    Placement placement = policy.outside() == Outside.OBJECT ? Placement.OBJECT : Placement.CHUNKS;
    WriteId writeId = stores.environment().freshId();
    Parent parent = table.parent(write.key(), attribute);
    PayloadRef unknown = new PayloadRef(placement, writeId.hex(), 0);
    StoredBytes stored =
        new StoredBytes(
            source,
            policy.codec(),
            type == AttributeValue.Type.S,
            table.spec().limits().streamBytesMax());
    List<Staging.Upload> others = new ArrayList<>();
    Map<String, Marker> markers =
        new LinkedHashMap<>(Staging.markers(UnchangedValues.referenced(write), others));
    List<Change> changes = new ArrayList<>();
    changes.add(new Change(parent, unknown, null));
    others.forEach(other -> changes.add(other.change()));
    Intent intent = Staging.intent(stores, changes);
    return Staging.stage(intent, others, stores)
        .then(
            done ->
                Staging.orTakenBack(
                    intent, stores, stores.payloads().write(parent, unknown, stored)))
        .map(
            chunks -> {
              markers.put(attribute, marker(placement, writeId, stored, chunks));
              Set<String> brought = new LinkedHashSet<>(Staging.brought(others));
              brought.add(attribute);
              return new Staged(
                  Map.of(write, new StagedValues(markers, brought)), Map.of(stores, intent));
            });
  }

  private Marker marker(Placement placement, WriteId writeId, StoredBytes stored, int chunks) {
    ChunkTableSpec chunkTable = table.spec().chunkTable();
    int chunkBytes = placement == Placement.OBJECT ? 0 : requireNonNull(chunkTable).chunkBytes();
    return new Marker(
        placement,
        policy.codec() == null ? null : policy.codec().name(),
        type,
        stored.originalBytes(),
        new Payload(writeId, stored.storedBytes(), stored.digest(), chunks, chunkBytes));
  }
}
