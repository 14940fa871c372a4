package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ParentSet;
import dev.evenkeel.core.internal.operation.Call;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a collection, as flows that the synchronous and the asynchronous client share.
 */
public record ChildFlows(ChildReads reads, ChildWrites writes, Migration migration) {

  /** The flows of the children alone. */
  public static ChildFlows of(ChildCollectionSpec spec) {
    return of(spec, null);
  }

  /** The children, and what is still in the set of their parent. */
  public static ChildFlows withParentSet(ChildCollectionSpec spec) {
    return of(spec, new ParentSide(spec, set(spec, "GetItem")));
  }

  private static ChildFlows of(ChildCollectionSpec spec, @Nullable ParentSide united) {
    return new ChildFlows(
        new ChildReads(spec, united), new ChildWrites(spec, united), new Migration(spec));
  }

  static ParentSet set(ChildCollectionSpec spec, String operation) {
    ParentSet set = spec.parentSet();
    if (set == null) {
      throw new Call(operation, spec.tableName())
          .refuse("the spec names no set of the parents", "Say parentSet in the spec");
    }
    if (!spec.derivesRange()) {
      throw new Call(operation, spec.tableName())
          .refuse(
              "elements of a set have no '%s' of their own".formatted(spec.range().name()),
              "Say rangeOf or rangeByDigest in the spec");
    }
    return set;
  }
}
