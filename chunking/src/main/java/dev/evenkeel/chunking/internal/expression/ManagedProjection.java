package dev.evenkeel.chunking.internal.expression;

import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.internal.expression.DocumentPath;
import dev.evenkeel.core.internal.expression.ExpressionParser;
import dev.evenkeel.core.internal.expression.PlaceholderAllocator;
import dev.evenkeel.core.internal.expression.Projection;
import dev.evenkeel.core.internal.operation.Call;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A projection with the markers of managed attributes and the keys of rows added. That costs
 * nothing but the bytes on their way: read units count whole items.
 *
 * @param requested the caller's projection; null if all attributes are asked for
 * @param sent the projection that is sent in its place; the very same if it needs no addition
 * @param wanted the managed attributes that the caller gets
 * @param added the attributes that the caller did not request, other than reserved ones
 */
public record ManagedProjection(
    @Nullable Projection requested,
    @Nullable Projection sent,
    Set<String> wanted,
    Set<String> added) {

  /**
   * The projection of a request.
   *
   * @param text the caller's; null if there is none
   * @param names the caller's
   * @param more attributes that rows with managed attributes need to have, beside their key
   * @throws dev.evenkeel.core.RefusedOperationException if it leads into a managed attribute
   */
  public static ManagedProjection of(
      Call call,
      ChunkedTable table,
      @Nullable String text,
      Map<String, String> names,
      Collection<String> more,
      PlaceholderAllocator fresh) {
    if (text == null) {
      return new ManagedProjection(null, null, table.attributes(), Set.of());
    }
    Projection requested = ExpressionParser.projection(text, names);
    requested.paths().forEach(path -> check(call, table, path));
    Set<String> wanted = new LinkedHashSet<>(requested.attributes());
    wanted.retainAll(table.attributes());
    Set<String> needed = new LinkedHashSet<>(table.schema().attributes());
    needed.addAll(more);
    if (!ConditionRewrite.namesAny(table, requested) || leadsIntoAny(requested, needed)) {
      return new ManagedProjection(requested, requested, wanted, Set.of());
    }
    needed.removeIf(requested::covers);
    return new ManagedProjection(
        requested, sent(table, requested, wanted, needed, fresh), wanted, needed);
  }

  private static void check(Call call, ChunkedTable table, DocumentPath path) {
    if (!path.isTopLevel() && table.manages(path.attribute())) {
      throw call.refuse(
          "the projection leads into attribute '%s', whose value may be compressed or outside its item"
              .formatted(path.attribute()),
          "Project the whole attribute");
    }
  }

  /** DynamoDB refuses this: "Key attributes must be scalars". */
  private static boolean leadsIntoAny(Projection projection, Set<String> keyAttributes) {
    return projection.paths().stream()
        .anyMatch(path -> !path.isTopLevel() && keyAttributes.contains(path.attribute()));
  }

  /** Reserved attributes are left out, as attributes that no item has. */
  private static Projection sent(
      ChunkedTable table,
      Projection requested,
      Set<String> wanted,
      Set<String> needed,
      PlaceholderAllocator fresh) {
    List<DocumentPath> paths = new ArrayList<>(requested.paths());
    paths.removeIf(path -> table.reserved().contains(path.attribute()));
    needed.forEach(name -> paths.add(DocumentPath.of(fresh.name(name))));
    for (String attribute : wanted) {
      table
          .spec()
          .markersOf(attribute)
          .forEach(name -> paths.add(DocumentPath.of(fresh.name(name))));
    }
    return new Projection(paths);
  }

  /** Whether the caller's projection is sent unchanged. */
  public boolean isAsRequested() {
    return Objects.equals(sent, requested);
  }

  /**
   * An item without the attributes that the caller did not request; reserved attributes are left
   * alone.
   */
  public Map<String, AttributeValue> stripped(Map<String, AttributeValue> item) {
    if (added.isEmpty()) {
      return item;
    }
    Map<String, AttributeValue> stripped = new LinkedHashMap<>(item);
    stripped.keySet().removeAll(added);
    return stripped;
  }
}
