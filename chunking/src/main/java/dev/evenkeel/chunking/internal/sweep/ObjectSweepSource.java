package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.ParentMetadata;
import dev.evenkeel.chunking.internal.sweep.DeepTally.Count;
import dev.evenkeel.chunking.internal.sweep.SweepSource.Page;
import dev.evenkeel.chunking.internal.sweep.SweepSource.SweepTarget;
import dev.evenkeel.chunking.internal.sweep.SweptTables.SweptTable;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.wire.PayloadKeys.ObjectName;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.PrefixOwner;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.internal.spec.ObjectInfo;
import dev.evenkeel.objects.internal.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The objects of a table: a listing of exactly its own, and a look at each that is old enough. */
final class ObjectSweepSource implements SweepSource {
  private final SweptTable table;
  private final SweepOptions options;
  private final String start;

  ObjectSweepSource(SweptTable table, SweepOptions options) {
    this(table, options, "");
  }

  private ObjectSweepSource(SweptTable table, SweepOptions options, String start) {
    this.table = table;
    this.options = options;
    this.start = start;
  }

  @Override
  public String name() {
    return "objects " + table.name();
  }

  /** Keys can be cut by the first character of their hash, or not at all. */
  @Override
  public int parts(int wanted) {
    int characters = PayloadKeys.HASH_CHARACTERS.length();
    return wanted < characters ? 1 : characters;
  }

  /** The objects whose hash begins with one character. Foreign objects may be in no part. */
  @Override
  public SweepSource part(int part, int parts) {
    return parts == 1
        ? this
        : new ObjectSweepSource(
            table, options, PayloadKeys.HASH_CHARACTERS.substring(part, part + 1));
  }

  @Override
  public Flow<Done> begin() {
    return new Ownership(table, options).checked();
  }

  @Override
  public Flow<Page> page(List<String> position, int itemsMax, DeepTally tally) {
    String token = position.isEmpty() ? null : position.get(0);
    return table
        .objects()
        .list(PayloadKeys.objectsOf(table.name()), start, token)
        .then(
            page -> {
              List<ListedObject> objects =
                  page.objects().stream().filter(object -> !isOwner(object)).toList();
              tally.add(Count.OBJECTS, objects.size());
              List<SweepTarget> candidates = new ArrayList<>();
              List<String> next = page.nextToken() == null ? null : List.of(page.nextToken());
              return Flow.each(objects, options.width(), object -> check(object, candidates, tally))
                  .map(done -> new Page(candidates, List.of(), next));
            });
  }

  private boolean isOwner(ListedObject object) {
    return object.key().equals(PrefixOwner.key(table.name()));
  }

  private Flow<Done> check(ListedObject object, List<SweepTarget> candidates, DeepTally tally) {
    ObjectName name = ObjectName.ofKey(object.key());
    if (name == null) {
      tally.add(Count.FOREIGN);
      return Flow.done();
    }
    Instant modified = object.lastModified();
    if (modified != null && isYoung(modified, table, options)) {
      tally.add(Count.YOUNG);
      return Flow.done();
    }
    return table
        .objects()
        .head(object.key())
        .atResult(info -> sort(name, info, candidates, tally))
        .map(info -> Done.DONE)
        .recover(
            failure -> ObjectStoreException.is(failure, Reason.OBJECT_MISSING),
            failure -> Flow.done());
  }

  private void sort(
      ObjectName name, ObjectInfo info, List<SweepTarget> candidates, DeepTally tally) {
    Parent parent = ParentMetadata.read(table.schema(), info.metadata());
    PayloadRef payload = new PayloadRef(Placement.OBJECT, name.writeId().hex(), 0);
    if (parent == null
        || !parent.table().equals(table.name())
        || !name.isOf(table.schema(), parent)) {
      tally.add(Count.UNDECIDABLE);
    } else if (!table.knows(parent.attribute(), payload)) {
      tally.add(Count.FOREIGN);
    } else {
      candidates.add(new SweepTarget(table, parent, payload));
    }
  }

  /** Whether a write of that time may still be under way. */
  static boolean isYoung(Instant time, SweptTable table, SweepOptions options) {
    return time.isAfter(options.environment().now().minus(table.spec().grace()));
  }
}
