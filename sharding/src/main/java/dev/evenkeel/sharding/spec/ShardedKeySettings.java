package dev.evenkeel.sharding.spec;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a schema holds about its sharded partition key.
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
    spec.shards(annotation.shards())
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

  /**
   * Sets everything but the keys.
   *
   * @param determinants the attributes tagged as such, in order
   * @param sortKey what to calculate from if there are none
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
    ShardSelector said = spec.said.selector;
    if (said == null) {
      requireNone(!selection.calculated(), determinants, "selection " + selection + " draws it");
      List<String> calculatedFrom = determinants.isEmpty() ? List.of(sortKey) : determinants;
      spec.selector(selection.selector(byToken ? token : calculatedFrom));
    } else {
      requireNone(true, determinants, "selector '" + said.id() + "' names its determinants itself");
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
