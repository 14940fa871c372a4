package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.core.internal.flow.Flow;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Fetches an item: from the remote tier if it is there, or from DynamoDB, and then fills the tier.
 *
 * @param sent as it is sent, consistent unless the spec says otherwise
 * @param ahead whether the item is in memory, and is read anew ahead of time: then the tier is
 *     asked for a stamp alone
 */
public record ItemFetch(ItemStore store, GetItemRequest sent, boolean ahead)
    implements Fetch<GetItemResponse> {

  @Override
  public Flow<Reply<GetItemResponse>> fetch(Reading<GetItemResponse> reading) {
    TierLink tier = store.tier();
    return tier == null || !tier.isAsked(reading)
        ? fromTable(reading)
        : Flow.ask(new Look(reading.key())).then(found -> looked(tier, reading, found));
  }

  private Flow<Reply<GetItemResponse>> fromTable(Reading<GetItemResponse> reading) {
    return Fetch.<GetItemResponse>fromTable(store, sent, ahead).fetch(reading);
  }

  private Flow<Reply<GetItemResponse>> looked(
      TierLink tier, Reading<GetItemResponse> reading, ReadResult found) {
    CachedTable table = reading.table();
    ItemKey key = reading.key();
    GetItemResponse there = tier.isGood(table, found) && !ahead ? TierLink.item(found) : null;
    if (there == null) {
      return fromTable(reading).then(landed -> filled(reading, found, landed));
    }
    long since = reading.since() - found.age();
    store.remote(key, there);
    store.store(new Reading<>(table, key, Projection.WHOLE, reading.stamp(), since), there);
    return Flow.of(new Reply<>(there, since));
  }

  private static Flow<Reply<GetItemResponse>> filled(
      Reading<GetItemResponse> reading, ReadResult found, Reply<GetItemResponse> landed) {
    GetItemResponse response = landed.response();
    SdkBytes bytes = isToBeFilled(found, response) ? ItemBytes.of(response.item()) : null;
    return bytes == null
        ? Flow.of(landed)
        : Flow.ask(
                new Fill(reading.key(), found.stamp(), bytes, reading.table().spec().timeToLive()))
            .map(begun -> landed);
  }

  private static boolean isToBeFilled(ReadResult found, GetItemResponse response) {
    return found.server() != null && response.hasItem();
  }
}
