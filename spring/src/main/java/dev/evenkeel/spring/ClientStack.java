package dev.evenkeel.spring;

import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.operation.NoTablesException;
import dev.evenkeel.spring.Layer.TableCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeansException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The layers that have specs or customizers, from the wire outwards, and batches, if wanted: what
 * each client bean gets.
 */
final class ClientStack {
  private final List<Layer> layers;
  private final @Nullable Batches batches;

  /**
   * @param batches the outermost decorator; null for none
   */
  ClientStack(List<Layer> all, @Nullable Batches batches) {
    this.batches = batches;
    this.layers =
        all.stream().filter(Layer::isUsed).sorted(Comparator.comparing(Layer::place)).toList();
  }

  /** Whether clients stay as they are. */
  boolean isEmpty() {
    return layers.isEmpty() && batches == null;
  }

  /** The tables that specs name. */
  List<String> tables() {
    return layers.stream().flatMap(layer -> layer.tables().stream()).distinct().toList();
  }

  /** Decorates a client. */
  <C> C over(ClientKind<C> kind, C plain) {
    C outermost = plain;
    for (Layer layer : layers) {
      outermost = over(kind, layer, outermost);
    }
    return batches == null ? outermost : kind.batched().apply(batches, outermost);
  }

  /** Without a layer where neither specs nor customizers name a table. */
  private static <C> C over(ClientKind<C> kind, Layer layer, C below) {
    try {
      return kind.over().apply(layer, below);
    } catch (NoTablesException e) {
      if (!layer.tables().isEmpty()) {
        throw e;
      }
      return below;
    }
  }

  /**
   * Holds the specs against the tables: one DescribeTable for each table and layer.
   *
   * @param decorated what {@link #over} has made
   */
  <C> List<TableProblem> problems(ClientKind<C> kind, C decorated) {
    List<TableProblem> found = new ArrayList<>();
    C client = batches == null ? decorated : kind.delegate().apply(decorated);
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer layer = layers.get(i);
      if (client instanceof StackLayer.Stacked stacked && stacked.layer() == layer.place()) {
        C below = kind.delegate().apply(client);
        layer.checks().forEach(check -> look(kind, below, check, found));
        client = below;
      }
    }
    return found;
  }

  private static <C> void look(
      ClientKind<C> kind, C client, TableCheck check, List<TableProblem> found) {
    DescribeTableRequest request = DescribeTableRequest.builder().tableName(check.table()).build();
    try {
      check.mismatches().apply(kind.describe().apply(client, request)).stream()
          .map(
              mismatch ->
                  "The spec of table '%s' does not fit it: %s.".formatted(check.table(), mismatch))
          .forEach(sentence -> found.add(new TableProblem(sentence, true)));
    } catch (ResourceNotFoundException e) {
      found.add(new TableProblem("Table '%s' is not there.".formatted(check.table()), true));
    } catch (RuntimeException e) {
      found.add(unseen(check.table(), e));
    }
  }

  /** What cannot be looked at for want of a right, or of a client in this scope, may be well. */
  private static TableProblem unseen(String table, RuntimeException failure) {
    if (failure instanceof AwsServiceException refused && refused.awsErrorDetails() != null) {
      String code = refused.awsErrorDetails().errorCode();
      return new TableProblem(
          "Table '%s' cannot be described: %s (%s)."
              .formatted(table, refused.awsErrorDetails().errorMessage(), code),
          !"AccessDeniedException".equals(code));
    }
    String said = failure instanceof SdkException ? failure.getMessage() : failure.toString();
    return new TableProblem(
        "Table '%s' cannot be described: %s".formatted(table, said),
        !(failure instanceof BeansException));
  }

  /**
   * A difference between a table and its spec.
   *
   * @param sentence what is wrong, without any value of an item
   * @param down whether calls fail or go astray; if not, nothing is known
   */
  record TableProblem(String sentence, boolean down) {}
}
