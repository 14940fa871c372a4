package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ItemWrite.RetainedReferences;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.Expression.PathUse;
import dev.evenkeel.core.internal.expression.Operand.ValueOperand;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Update;
import dev.evenkeel.core.internal.expression.Update.SetAction;
import dev.evenkeel.core.internal.operation.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update expression and what of it concerns large values: {@code SET attribute = :value} and
 * {@code REMOVE attribute}. Any other action on a large value is refused, for DynamoDB would
 * compute with its stored form.
 *
 * @param sets the values that it gives to large attributes
 * @param removes the large attributes that it removes
 */
public record ManagedUpdate(
    ChunkedTable table, Update update, Map<String, AttributeValue> sets, Set<String> removes) {

  /**
   * Reads an update.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if it touches a large value in another way
   */
  public static ManagedUpdate of(
      Call call, ChunkedTable table, Update update, Map<String, AttributeValue> values) {
    Map<String, AttributeValue> sets = new LinkedHashMap<>();
    Set<String> removes = new LinkedHashSet<>();
    for (SetAction set : update.sets()) {
      refuseReferences(table, set, values);
      if (isManaged(table, set.path()) && set.value() instanceof ValueOperand operand) {
        AttributeValue value = values.get(operand.placeholder());
        if (value != null) { // else DynamoDB says that it is not defined
          sets.put(set.path().attribute(), value);
        }
      }
    }
    update.removes().stream()
        .filter(path -> isManaged(table, path))
        .forEach(path -> removes.add(path.attribute()));
    ManagedUpdate written = new ManagedUpdate(table, update, sets, removes);
    written.refuseOthers(call);
    return written;
  }

  private static void refuseReferences(
      ChunkedTable table, SetAction set, Map<String, AttributeValue> values) {
    for (String placeholder : set.value().valuePlaceholders()) {
      AttributeValue value = values.get(placeholder);
      if (value != null) {
        RetainedReferences.refuseElsewhere(table, Map.of(set.path().attribute(), value));
      }
    }
  }

  private static boolean isManaged(ChunkedTable table, DocumentPath path) {
    return path.isTopLevel() && table.manages(path.attribute());
  }

  private void refuseOthers(Call call) {
    for (PathUse use : update.pathUses()) {
      String attribute = use.path().attribute();
      if (table.reserved().contains(attribute)) {
        throw call.refuse(
            "the update touches '%s', which tells how a large value is stored".formatted(attribute),
            "Leave it out");
      }
      if (table.manages(attribute) && !isHonoured(use)) {
        throw call.refuse(
            "the update uses large attribute '%s' other than by SET to a value or REMOVE"
                .formatted(attribute),
            "Read the item, compute the new value, and SET it, on a condition if need be");
      }
    }
  }

  private boolean isHonoured(PathUse use) {
    String attribute = use.path().attribute();
    return use.path().isTopLevel()
        && switch (use.usage()) {
          case SET -> sets.containsKey(attribute) || !valueIsGiven(attribute);
          case REMOVE -> true;
          default -> false;
        };
  }

  /** Whether the update sets the attribute to something else than a value that is not defined. */
  private boolean valueIsGiven(String attribute) {
    return update.sets().stream()
        .filter(set -> set.path().attribute().equals(attribute))
        .noneMatch(set -> set.value() instanceof ValueOperand);
  }

  /** The large attributes that it changes. */
  public Set<String> touched() {
    Set<String> touched = new LinkedHashSet<>(sets.keySet());
    touched.addAll(removes);
    return touched;
  }

  /**
   * The update as it is sent.
   *
   * @param stored for each attribute in {@link #sets()}, its stored form and its marker
   */
  public Update rewritten(
      Map<String, Map<String, AttributeValue>> stored, PlaceholderAllocator fresh) {
    List<SetAction> newSets = new ArrayList<>();
    List<DocumentPath> newRemoves = new ArrayList<>();
    for (SetAction set : update.sets()) {
      String attribute = set.path().attribute();
      if (!set.path().isTopLevel() || !stored.containsKey(attribute)) {
        newSets.add(set);
        continue;
      }
      Map<String, AttributeValue> now = requireNonNull(stored.get(attribute));
      now.forEach((name, value) -> newSets.add(set(fresh.name(name), value, fresh)));
      Stream.concat(Stream.of(attribute), table.spec().markersOf(attribute).stream())
          .filter(name -> !now.containsKey(name))
          .forEach(name -> newRemoves.add(DocumentPath.of(fresh.name(name))));
    }
    for (DocumentPath path : update.removes()) {
      newRemoves.add(path);
      if (isManaged(table, path)) {
        table
            .spec()
            .markersOf(path.attribute())
            .forEach(name -> newRemoves.add(DocumentPath.of(fresh.name(name))));
      }
    }
    return new Update(newSets, newRemoves, update.adds(), update.deletes());
  }

  private static SetAction set(
      AttributeName attribute, AttributeValue value, PlaceholderAllocator fresh) {
    return new SetAction(DocumentPath.of(attribute), new ValueOperand(fresh.value(value)));
  }
}
