package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.explain.Wrapped;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;

/**
 * The report of {@code layout ready --dry-run}.
 *
 * @param layouts the control table
 * @param spec that the record says, or would say
 * @param late how long after it was signed a request may be applied, as the record would say it
 * @param look the layout and its clients
 * @param ready how long it would wait until every client is registered; zero if they are
 */
public record ReadyPlanReport(
    String layouts, ShardingSpec spec, Duration late, LayoutLook look, Duration ready)
    implements Report {

  @Override
  public ObjectNode json() {
    ObjectNode json = Json.document("layout ready");
    LayoutReport.put(json, spec.tableName(), layouts, look);
    json.put("dryRun", true);
    if (look.layout().table() != null) {
      json.put("heldBy", look.layout().table());
    }
    json.set(
        "spec",
        Json.object()
            .put("key", spec.logicalKey().toString())
            .put("shards", shards())
            .put("separator", spec.suffixFormat().separator())
            .put("layoutId", spec.layoutId())
            .put("leaseSeconds", look.lease().toMillis() / 1000.0)
            .put("lateSeconds", late.toMillis() / 1000.0));
    json.put("secondsUntilReady", ready.toMillis() / 1000.0);
    json.set("clients", Json.array(look.clients(), LayoutClientsReport::json));
    return json;
  }

  private int shards() {
    int moved = look.layout().shards();
    return moved > 0 ? moved : spec.shardCounts().byDefault().shardsMax();
  }

  private boolean isFirst() {
    return look.layout().version() == 1;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(LayoutReport.state(spec.tableName(), look));
    TextTable table = new TextTable(isFirst() ? "THE RECORD WOULD SAY" : "THE RECORD SAYS", "");
    table.row("key", spec.logicalKey().toString());
    if (look.layout().table() != null) {
      table.row("items are in table", look.layout().table());
    }
    table.row("shards of keys without pieces", Integer.toString(shards()));
    table.row("separator", "'" + spec.suffixFormat().separator() + "'");
    table.row("lease", TimeText.of(look.lease()));
    table.row("late requests", TimeText.of(late));
    table.row("ShardingSpec.layoutId()", spec.layoutId());
    text.append(table);
    text.append(
        Wrapped.of(
            isFirst()
                ? "Compare this with the application's spec and store. Clients that differ could not act on the record, and their calls would fail."
                : "Clients that differ cannot act on the record."));
    text.append('\n').append(LayoutClientsReport.text(look.clients(), client -> false));
    text.append(LayoutClientsReport.behind(look.clients()));
    return text.append(
            ready.isZero()
                ? "The table is ready: nothing would be done.\n"
                : "It would wait %s, until every client has registered.\nNothing is changed. Leave --dry-run out to do it.\n"
                    .formatted(TimeText.of(ready)))
        .toString();
  }
}
