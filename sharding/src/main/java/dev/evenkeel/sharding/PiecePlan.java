package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.Pieces;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The effect that {@link LayoutEditor#addPiece(AttributeValue, AttributeValue, int)} would have.
 *
 * @param pieces of the key now
 * @param from where the piece to come is to begin; null for right above all items
 * @param shards of the piece to come
 * @param ready how long it waits until every client is registered; zero if they are
 * @param clients that are registered, and will have to take note
 * @param queries on the table, of one item each, half a read unit to one for most
 */
public record PiecePlan(
    Pieces pieces,
    @Nullable AttributeValue from,
    int shards,
    Duration ready,
    List<LayoutClient> clients,
    int queries) {}
