package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.sharding.internal.layout.TableLayout.Raise;
import dev.evenkeel.sharding.internal.live.Script.Op;
import dev.evenkeel.sharding.spec.Pieces;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the planner makes of a call. */
final class ModelCall {
  private ModelCall() {}

  /**
   * A write of the table, before it is signed.
   *
   * @param lease null if it has none
   * @param moves how it moves an item, in the words of {@link MovedItems}; 0 for a caller's write
   */
  record Write(@Nullable LayoutLease lease, int key, int place, boolean deletes, int moves)
      implements Request<Done> {

    Write(LayoutLease lease, int key, int place, boolean deletes) {
      this(lease, key, place, deletes, 0);
    }
  }

  static boolean isWrite(Request<?> request) {
    return request instanceof Write || MovedTable.isWrite(request);
  }

  /** The write that a request is. */
  static Write write(Request<?> request) {
    return request instanceof Write write
        ? write
        : MovedTable.write(requireNonNull(ModelProcess.table(request)));
  }

  /**
   * The answer to a write.
   *
   * @param failed see {@link MovedTable#written}
   */
  static Object written(Request<?> request, int failed) {
    return request instanceof Write
        ? Done.DONE
        : MovedTable.written(requireNonNull(ModelProcess.table(request)), failed);
  }

  /**
   * A call by a record. It ends with what was read, 4 bits for each key; -1 if it has written.
   *
   * @param reads told when reading begins, with a bit for each key, and 0 when what was read counts
   *     for nothing
   */
  static Flow<Integer> planned(Op op, LayoutLease lease, Script script, IntConsumer reads) {
    LayoutRecord record = lease.views().get(0);
    int key = op.key();
    int place = ModelStore.placeOf(record, key);
    return switch (op.kind()) {
      case PUT -> Flow.ask(new Write(lease, key, place, false)).map(done -> -1);
      case DELETE -> Flow.ask(new Write(lease, key, place, true)).map(done -> -1);
      case FIND_AND_DELETE -> {
        reads.accept(1 << key);
        yield Flow.ask(new ModelProcess.Look(place, key))
            .then(
                found -> {
                  if (found == 0) {
                    return Flow.of(0);
                  }
                  reads.accept(0);
                  return Flow.ask(new Write(lease, key, place, true)).map(done -> -1);
                });
      }
      case GET -> {
        reads.accept(1 << key);
        yield looked(places(record, script, place), key, 0).map(found -> found << (4 * key));
      }
      case RANGE -> {
        reads.accept((1 << script.keys) - 1);
        yield looked(places(record, script, -1), -1, 0);
      }
      default -> throw new AssertionError("only scripts that move have it");
    };
  }

  /**
   * Where to look, in this order.
   *
   * @param only the one place of what is looked for; -1 for all
   */
  private static List<Integer> places(LayoutRecord record, Script script, int only) {
    Raise raise = ModelStore.raise(record);
    if (raise != null) {
      return IntStream.range(1, raise.readers()).boxed().toList();
    }
    Pieces pieces = ModelStore.pieces(record);
    List<Integer> places = new ArrayList<>();
    pieces.list().stream()
        .map(Pieces.Piece::shards)
        .filter(each -> only < 0 || each == only)
        .forEach(places::add);
    int last = pieces.list().get(pieces.list().size() - 1).shards();
    if (record.holds(ModelStore.KEY) && (only < 0 || only == last)) {
      if (!script.mistake.equals("the new place is not read")) {
        places.add(record.change().shards());
      }
    }
    return places;
  }

  private static Flow<Integer> looked(List<Integer> places, int key, int found) {
    if (places.isEmpty()) {
      return Flow.of(found);
    }
    List<Integer> rest = places.subList(1, places.size());
    return Flow.ask(new ModelProcess.Look(places.get(0), key))
        .then(here -> key >= 0 && here != 0 ? Flow.of(here) : looked(rest, key, found | here));
  }
}
