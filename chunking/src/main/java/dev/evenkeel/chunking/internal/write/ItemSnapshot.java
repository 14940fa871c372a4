package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker;
import dev.evenkeel.chunking.internal.wire.MarkerFormat;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.internal.wire.SeedLayout;
import dev.evenkeel.chunking.spec.CorruptValueException;
import dev.evenkeel.core.internal.expression.Condition;
import dev.evenkeel.core.internal.expression.Condition.ComparisonOperator;
import dev.evenkeel.core.internal.expression.Condition.ConditionFunction;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Operand.PathOperand;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as it was when it was last read; empty if there was none.
 *
 * <p>A marker that no version wrote names nothing: such a value can be written again, which is the
 * only way to mend it. One of a newer version is not overwritten, for it may name what this one
 * would leave behind.
 *
 * @param item the attributes that were read: markers at least
 */
public record ItemSnapshot(ChunkedTable table, Map<String, AttributeValue> item) {

  public @Nullable Marker marker(String attribute) {
    try {
      return table.marker(item, attribute);
    } catch (CorruptValueException e) {
      return null;
    }
  }

  /** What the item has outside for an attribute; null if nothing. */
  @Nullable PayloadRef payload(String attribute) {
    try {
      return table.payload(item, attribute);
    } catch (CorruptValueException e) {
      return null;
    }
  }

  /** A marker that is none; null if there is none such. */
  @Nullable AttributeValue corrupt(String attribute) {
    AttributeValue raw = item.get(table.markerOf(attribute));
    return raw != null && marker(attribute) == null ? raw : null;
  }

  /** Whether another item, or another state of this one, has the same payloads outside. */
  public boolean hasThePayloadsOf(ItemSnapshot other, Collection<String> attributes) {
    return attributes.stream().allMatch(attribute -> hasThePayloadOf(other, attribute));
  }

  private boolean hasThePayloadOf(ItemSnapshot other, String attribute) {
    PayloadRef mine = payload(attribute);
    PayloadRef others = other.payload(attribute);
    return (mine == null ? others == null : mine.isSameAs(others))
        && Objects.equals(corrupt(attribute), other.corrupt(attribute));
  }

  /**
   * Conditions that hold as long as an item has the payloads outside with which it was seen. A
   * write that carries them knows exactly what it replaces. They say nothing of values inside the
   * item.
   */
  public static final class OptimisticLock {
    private OptimisticLock() {}

    public static List<Condition> of(
        ItemSnapshot seen, Collection<String> attributes, PlaceholderAllocator fresh) {
      List<Condition> pins = new ArrayList<>();
      attributes.forEach(attribute -> pin(seen, attribute, fresh, pins));
      return pins;
    }

    private static void pin(
        ItemSnapshot seen, String attribute, PlaceholderAllocator fresh, List<Condition> pins) {
      String marker = seen.table().markerOf(attribute);
      AttributeValue corrupt = seen.corrupt(attribute);
      if (corrupt != null) {
        pins.add(is(new PathOperand(DocumentPath.of(fresh.name(marker))), corrupt, fresh));
        return;
      }
      PathOperand writeId = writeId(marker, fresh);
      Marker told = seen.marker(attribute);
      if (told != null && told.isOutside()) {
        pins.add(is(writeId, binary(told.outside().writeId().bytes()), fresh));
        return;
      }
      pins.add(absent(writeId));
      if (attribute.equals(seen.table().spec().seedAttribute())) {
        pins.add(seedVersion(seen.item().get(SeedLayout.VERSION), fresh));
      }
    }

    /** Made by hand, a parent has no marker: its version tells one write from another. */
    private static Condition seedVersion(
        @Nullable AttributeValue said, PlaceholderAllocator fresh) {
      PathOperand version = new PathOperand(DocumentPath.of(fresh.name(SeedLayout.VERSION)));
      return said == null ? absent(version) : is(version, said, fresh);
    }

    private static PathOperand writeId(String marker, PlaceholderAllocator fresh) {
      AttributeName root = fresh.name(marker);
      AttributeName field = fresh.name(MarkerFormat.writeIdField());
      return new PathOperand(new DocumentPath(List.of(root, field)));
    }

    private static Condition is(
        PathOperand path, AttributeValue value, PlaceholderAllocator fresh) {
      return new Condition.Comparison(
          path, ComparisonOperator.EQ, new ValueOperand(fresh.value(value)));
    }

    private static Condition absent(PathOperand path) {
      return new Condition.FunctionCall(ConditionFunction.ATTRIBUTE_NOT_EXISTS, List.of(path));
    }

    private static AttributeValue binary(byte[] bytes) {
      return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
    }
  }
}
