package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.Piece;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.ShardSelection;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The metadata of a sharded partition key in a schema.
 *
 * @param selection how the shard is picked, unless another selector is given
 * @param token the attributes of the token, if the shard is drawn by one
 * @param selector the class of another selector
 * @param settings sets the rest, which may be a selector too
 */
record ShardedKeySettings(
    ShardSelection selection,
    List<String> token,
    @Nullable Class<? extends ShardSelector> selector,
    Consumer<ShardingSpec.Builder> settings) {

  static ShardedKeySettings of(ShardedPartitionKey annotation) {
    boolean own = annotation.selector() != ShardSelector.class;
    return new ShardedKeySettings(
        annotation.selection(),
        List.of(annotation.token()),
        own ? annotation.selector() : null,
        spec -> apply(annotation, spec));
  }

  private static void apply(ShardedPartitionKey annotation, ShardingSpec.Builder spec) {
    Piece[] bySortKey = annotation.pieces();
    Piece[] byPartitionKey = annotation.partitionPieces();
    require(
        bySortKey.length == 0 || byPartitionKey.length == 0,
        "pieces and partitionPieces are both given: leave one out, and say the other in code");
    if (byPartitionKey.length > 0) {
      spec.shards(
          KeyRule.byPartitionKey(
              pieces(annotation.shards(), byPartitionKey, spec.settings.partitionType)));
    }
    spec.shards(pieces(annotation.shards(), bySortKey, spec.settings.sortType))
        .suffixFormat(
            new SuffixFormat(
                annotation.separator(),
                annotation.placement(),
                annotation.first(),
                annotation.digits()))
        .maxProbe(annotation.maxProbe())
        .order(annotation.order());
    if (annotation.uniqueSortKeys()) {
      spec.uniqueSortKeys();
    }
    if (annotation.upsertOnDrawnShard()) {
      spec.upsertOnDrawnShard();
    }
  }

  private static Pieces pieces(int shards, Piece[] more, ScalarAttributeType type) {
    Pieces pieces = Pieces.shards(shards);
    for (Piece piece : more) {
      pieces = pieces.from(key(piece.from(), type), piece.shards());
    }
    return pieces;
  }

  private static AttributeValue key(String text, ScalarAttributeType type) {
    require(
        type != ScalarAttributeType.B,
        "a piece begins at a key of type B, which an annotation cannot hold: say it in code, with"
            + " ShardingSpec.from(...).toBuilder()");
    if (type == ScalarAttributeType.S) {
      return AttributeValue.fromS(text);
    }
    try {
      return AttributeValue.fromN(CanonicalNumber.of(text));
    } catch (InvalidNumberException e) {
      throw new IllegalArgumentException("a piece begins at '" + text + "', which is no number", e);
    }
  }

  /**
   * Sets everything but the keys.
   *
   * @param determinants the attributes tagged as such, in order
   * @param sortKey the determinant if there are none
   * @throws IllegalArgumentException if that does not go together
   */
  void applyTo(ShardingSpec.Builder spec, List<String> determinants, String sortKey) {
    settings.accept(spec);
    if (selector != null) {
      require(
          selection == ShardSelection.CALCULATED,
          "selection %s and selector %s are both given: leave one out"
              .formatted(selection, selector.getName()));
      spec.selector(instance(selector));
    }
    boolean byToken = selection == ShardSelection.BY_TOKEN;
    require(
        byToken != token.isEmpty(),
        byToken
            ? "selection BY_TOKEN needs token: name the attributes that hold it"
            : "token names %s, which selection %s does not use: say BY_TOKEN"
                .formatted(token, selection));
    ShardSelector settings = spec.settings.selector;
    if (settings == null) {
      requireNone(!selection.calculated(), determinants, "selection " + selection + " draws it");
      List<String> calculatedFrom = determinants.isEmpty() ? List.of(sortKey) : determinants;
      spec.selector(selection.selector(byToken ? token : calculatedFrom));
    } else {
      requireNone(
          true, determinants, "selector '" + settings.id() + "' names its determinants itself");
    }
  }

  private static void requireNone(boolean none, Collection<String> determinants, String why) {
    require(
        !none || determinants.isEmpty(),
        "@ShardDeterminant on %s says what the shard is calculated from, but %s: leave one out"
            .formatted(determinants, why));
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  private static ShardSelector instance(Class<? extends ShardSelector> selector) {
    try {
      return selector.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "selector %s cannot be made (%s): it needs to be a public class with a public constructor without parameters"
              .formatted(selector.getName(), e),
          e);
    }
  }
}
