package dev.evenkeel.chunking.internal.plan.sweep;

import dev.evenkeel.chunking.internal.plan.store.ParentMetadata;
import dev.evenkeel.chunking.internal.plan.wire.ObjectName;
import dev.evenkeel.chunking.internal.plan.wire.Parent;
import dev.evenkeel.chunking.internal.plan.wire.PayloadKeys;
import dev.evenkeel.chunking.internal.plan.wire.PayloadRef;
import dev.evenkeel.chunking.internal.plan.wire.Placement;
import dev.evenkeel.chunking.internal.plan.wire.PrefixOwner;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ObjectInfo;
import dev.evenkeel.objects.spec.ObjectPage.ListedObject;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The objects of a table: a listing of exactly its own, and a look at each that is old enough. */
final class ObjectPlace implements Place {
  private final SweptTable table;
  private final SweepTerms terms;

  ObjectPlace(SweptTable table, SweepTerms terms) {
    this.table = table;
    this.terms = terms;
  }

  @Override
  public String name() {
    return "objects " + table.name();
  }

  @Override
  public Flow<Done> begin() {
    return new Ownership(table, terms).checked();
  }

  @Override
  public Flow<Page> page(List<String> position, DeepTally tally) {
    String token = position.isEmpty() ? null : position.get(0);
    return table
        .objects()
        .list(PayloadKeys.objectsOf(table.name()), token)
        .then(
            page -> {
              List<ListedObject> objects =
                  page.objects().stream().filter(object -> !isOwner(object)).toList();
              tally.objectsSeen += objects.size();
              List<Target> suspects = new ArrayList<>();
              List<Flow<Done>> looks = new ArrayList<>();
              objects.forEach(object -> looks.add(look(object, suspects, tally)));
              List<String> next = page.nextToken() == null ? null : List.of(page.nextToken());
              return Flow.all(looks, terms.width())
                  .map(done -> new Page(suspects, List.of(), next));
            });
  }

  private boolean isOwner(ListedObject object) {
    return object.key().equals(PrefixOwner.key(table.name()));
  }

  private Flow<Done> look(ListedObject object, List<Target> suspects, DeepTally tally) {
    ObjectName name = ObjectName.ofKey(object.key());
    if (name == null) {
      tally.foreign++;
      return Flow.done();
    }
    Instant modified = object.lastModified();
    if (modified != null && isYoung(modified, table, terms)) {
      tally.young++;
      return Flow.done();
    }
    return table
        .objects()
        .head(object.key())
        .map(
            info -> {
              sort(name, info, suspects, tally);
              return Done.DONE;
            })
        .recover(
            failure ->
                ObjectStoreException.is(failure, Reason.OBJECT_MISSING)
                    ? Flow.done()
                    : Flow.failed(failure));
  }

  private void sort(ObjectName name, ObjectInfo info, List<Target> suspects, DeepTally tally) {
    Parent parent = ParentMetadata.read(table.schema(), info.metadata());
    PayloadRef payload = new PayloadRef(Placement.OBJECT, name.writeId().hex(), 0);
    if (parent == null
        || !parent.table().equals(table.name())
        || !name.isOf(table.schema(), parent)) {
      tally.undecidable++;
    } else if (!table.knows(parent.attribute(), payload)) {
      tally.foreign++;
    } else {
      suspects.add(new Target(table, parent, payload));
    }
  }

  /** Whether a write of that time may still be under way. */
  static boolean isYoung(Instant time, SweptTable table, SweepTerms terms) {
    return time.isAfter(terms.surroundings().now().minus(table.spec().grace()));
  }
}
