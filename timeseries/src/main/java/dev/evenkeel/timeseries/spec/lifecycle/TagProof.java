package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableOwnership.Question;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/** Proves the ownership of a table by its tags or by the ledger. */
final class TagProof {
  private TagProof() {}

  /**
   * Proof by the tag.
   *
   * @param withoutTags the proof for an engine without tags
   */
  static Flow<Ownership> of(Question question, Function<Throwable, Flow<Ownership>> withoutTags) {
    return page(question, null)
        .recover(
            failure -> {
              if (Refusals.isUnsupported(failure)) {
                return withoutTags.apply(failure);
              }
              return Refusals.isDenied(failure) ? Flow.of(Ownership.UNKNOWN) : Flow.failed(failure);
            });
  }

  private static Flow<Ownership> page(Question question, @Nullable String token) {
    ListTagsOfResourceRequest request =
        ListTagsOfResourceRequest.builder()
            .resourceArn(question.table().tableArn())
            .nextToken(token)
            .build();
    return TableCall.listTags(request).then(answer -> judge(question, answer));
  }

  private static Flow<Ownership> judge(Question question, ListTagsOfResourceResponse answer) {
    for (Tag tag : answer.tags()) {
      if (tag.key().equals(TableOwnership.TAG)) {
        return Flow.of(tag.value().equals(question.series()) ? Ownership.OURS : Ownership.FOREIGN);
      }
    }
    return answer.nextToken() == null
        ? Flow.of(Ownership.FOREIGN)
        : page(question, answer.nextToken());
  }

  static Ownership inLedger(Question question) {
    LedgerEntry entry = question.entry();
    boolean known =
        entry != null
            && entry.isOf(question.table().tableId(), question.table().creationDateTime());
    return known ? Ownership.OURS : Ownership.UNKNOWN;
  }
}
