package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership.Question;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Proves the ownership of a table by its tags or by the ledger. */
final class TagProof {
  private TagProof() {}

  /**
   * Proof by the tag.
   *
   * @param withoutTags the proof for an engine without tags
   */
  static Flow<Ownership> of(Question question, Function<Throwable, Flow<Ownership>> withoutTags) {
    return TableTags.upTo(TableOwnership.TAG, question.table())
        .map(tags -> judge(question, tags.get(TableOwnership.TAG)))
        .recover(
            failure -> {
              if (Refusals.isUnsupported(failure)) {
                return withoutTags.apply(failure);
              }
              return ErrorCode.isDenied(failure)
                  ? Flow.of(Ownership.UNKNOWN)
                  : Flow.failed(failure);
            });
  }

  private static Ownership judge(Question question, @Nullable String tag) {
    return question.series().equals(tag) ? Ownership.OURS : Ownership.FOREIGN;
  }

  static Ownership inLedger(Question question) {
    LedgerEntry entry = question.entry();
    boolean known =
        entry != null
            && entry.isOf(question.table().tableId(), question.table().creationDateTime());
    return known ? Ownership.OURS : Ownership.UNKNOWN;
  }
}
