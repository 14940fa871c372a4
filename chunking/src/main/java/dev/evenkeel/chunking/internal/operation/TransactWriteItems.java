package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * TransactWriteItems stays one transaction. Values that leave their items are staged before it, and
 * it ends their intents itself; so either all of it is visible, with all values, or nothing. {@link
 * WholeTransaction} is how; here its actions are read.
 */
public final class TransactWriteItems
    extends OperationPlan<
        ManagedTables<TableStores>, TransactWriteItemsRequest, Flow<TransactWriteItemsResponse>> {

  TransactWriteItems() {
    super(
        Operation.TRANSACT_WRITE_ITEMS,
        TransactWriteItemsRequest.class,
        Disposition.FAN_OUT,
        "One transaction; values outside are written before it, and it makes them visible");
  }

  @Override
  public @Nullable Flow<TransactWriteItemsResponse> plan(
      ManagedTables<TableStores> tables, TransactWriteItemsRequest request) {
    if (!tables.namedBy(request)) {
      return null;
    }
    List<Flow<TransactAction>> actions = new ArrayList<>();
    for (TransactWriteItem item : request.transactItems()) {
      actions.add(TransactAction.of(tables, item, actions.size()));
    }
    return Flow.awaitAll(actions).then(planned -> new WholeTransaction(request, planned).flow());
  }
}
