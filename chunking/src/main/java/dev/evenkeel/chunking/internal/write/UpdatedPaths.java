package dev.evenkeel.chunking.internal.write;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.DocumentPath.AttributeName;
import dev.evenkeel.core.internal.expression.DocumentPath.ListIndex;
import dev.evenkeel.core.internal.expression.DocumentPath.PathElement;
import dev.evenkeel.core.internal.expression.Update;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The attributes that {@code UPDATED_OLD} and {@code UPDATED_NEW} return: the paths that an update
 * names, in the shape in which DynamoDB returns them. Lists keep the named elements alone, in their
 * order.
 */
public final class UpdatedPaths {
  private UpdatedPaths() {}

  /** The paths that an update names, with the markers of large values among them. */
  public static List<DocumentPath> of(ChunkedTable table, Update update, Set<String> overwritten) {
    List<DocumentPath> paths =
        new ArrayList<>(
            Stream.of(
                    update.sets().stream().map(Update.SetAction::path),
                    update.removes().stream(),
                    update.adds().stream().map(Update.ValueAction::path),
                    update.deletes().stream().map(Update.ValueAction::path))
                .flatMap(each -> each)
                .toList());
    for (String attribute : overwritten) {
      table
          .spec()
          .markersOf(attribute)
          .forEach(name -> paths.add(DocumentPath.of(AttributeName.bare(name))));
    }
    return paths;
  }

  /** The part of an item at these paths. */
  public static Map<String, AttributeValue> of(
      Map<String, AttributeValue> item, List<DocumentPath> paths) {
    AttributeValue found =
        below(AttributeValue.fromM(item), paths.stream().map(DocumentPath::elements).toList());
    return found == null ? Map.of() : found.m();
  }

  private static @Nullable AttributeValue below(
      AttributeValue value, List<List<PathElement>> paths) {
    if (paths.stream().anyMatch(List::isEmpty)) {
      return value;
    }
    if (value.hasM()) {
      return inMap(value.m(), paths);
    }
    return value.hasL() ? inList(value.l(), paths) : null;
  }

  private static @Nullable AttributeValue inMap(
      Map<String, AttributeValue> map, List<List<PathElement>> paths) {
    Map<String, AttributeValue> selected = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          AttributeValue found =
              belowNamed(
                  value,
                  paths.stream()
                      .filter(
                          path -> path.get(0) instanceof AttributeName n && n.name().equals(name))
                      .toList());
          if (found != null) {
            selected.put(name, found);
          }
        });
    return selected.isEmpty() ? null : AttributeValue.fromM(selected);
  }

  private static @Nullable AttributeValue inList(
      List<AttributeValue> list, List<List<PathElement>> paths) {
    List<AttributeValue> selected = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      int index = i;
      AttributeValue found =
          belowNamed(
              list.get(i),
              paths.stream()
                  .filter(path -> path.get(0) instanceof ListIndex at && at.value() == index)
                  .toList());
      if (found != null) {
        selected.add(found);
      }
    }
    return selected.isEmpty() ? null : AttributeValue.fromL(selected);
  }

  private static @Nullable AttributeValue belowNamed(
      AttributeValue value, List<List<PathElement>> paths) {
    return paths.isEmpty()
        ? null
        : below(value, paths.stream().map(path -> path.subList(1, path.size())).toList());
  }
}
