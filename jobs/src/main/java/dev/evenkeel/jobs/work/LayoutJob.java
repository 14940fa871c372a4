package dev.evenkeel.jobs.work;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.explain.TimeText;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.jobs.report.AddPieceReport;
import dev.evenkeel.jobs.report.LayoutClientsReport;
import dev.evenkeel.jobs.report.LayoutLook;
import dev.evenkeel.jobs.report.LayoutReport;
import dev.evenkeel.jobs.report.ReadyPlanReport;
import dev.evenkeel.sharding.Layout;
import dev.evenkeel.sharding.LayoutClient;
import dev.evenkeel.sharding.LayoutEditor;
import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.PiecePlan;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Shows and changes the layout of one table. The progress display shows each step as it begins. */
public final class LayoutJob {
  private final Supplier<ShardingSpec.Builder> specs;
  private final DynamoDbClient client;
  private final LayoutEditor editor;
  private final ShardingSpec spec;
  private final String tableName;
  private final String layouts;
  private final Duration lease;
  private final Duration silent;
  private final InstantSource clock;
  private final Consumer<String> progress;

  /**
   * A job; nothing is sent yet.
   *
   * @param specs gives the table's spec as far as it does not depend on the record, anew each time
   * @param store the control table
   * @param silent after which nothing of a client that has died can happen any more
   * @param client an undecorated one
   * @param clock tells how old a record is
   */
  public LayoutJob(
      Supplier<ShardingSpec.Builder> specs,
      LayoutStore store,
      Duration silent,
      DynamoDbClient client,
      InstantSource clock,
      Consumer<String> progress) {
    this.spec = specs.get().layoutFrom(store).build();
    this.specs = specs;
    this.client = client;
    this.editor = LayoutEditor.of(spec, client);
    this.tableName = spec.tableName();
    this.layouts = store.table();
    this.lease = store.lease();
    this.silent = silent;
    this.clock = clock;
    this.progress = progress;
  }

  /** The table. */
  public String tableName() {
    return tableName;
  }

  /** The layout now. */
  public Layout layout() {
    return editor.show();
  }

  /** The report on the layout now. */
  public LayoutReport show() {
    return new LayoutReport(
        "show", tableName, layouts, ofTable(look()), "", List.of(), editor.leadingHere());
  }

  private LayoutReport report(String command, String outcome) {
    return new LayoutReport(command, tableName, layouts, look(), outcome, List.of(), List.of());
  }

  private LayoutLook look() {
    return LayoutLook.at(editor, lease, silent, clock);
  }

  private LayoutLook lookAtClients() {
    return LayoutLook.withClients(editor, lease, silent, clock);
  }

  /** Without a record, a name with a typing error would look like a table to be changed yet. */
  private LayoutLook ofTable(LayoutLook look) {
    if (look.layout().version() == 1) {
      client.describeTable(one -> one.tableName(tableName));
    }
    return look;
  }

  /**
   * The clients that are registered now.
   *
   * @param expected hosts on which a client should be; empty for any
   * @throws JobException if some are expected and none has to be registered
   */
  public LayoutClientsReport clients(List<String> expected) {
    LayoutLook look = ofTable(lookAtClients());
    if (!expected.isEmpty() && !look.registers()) {
      throw new JobException(
          "table '%s' is %s, and clients have to be registered only while it is READY. Run 'evenkeel layout ready' first."
              .formatted(tableName, look.layout().state()));
    }
    return new LayoutClientsReport(tableName, layouts, look, expected);
  }

  /** The report on making it ready, without a change; see {@link #ready}. */
  public ReadyPlanReport planReady() {
    Duration wait = editor.planReady();
    return new ReadyPlanReport(layouts, spec, silent.minus(lease), lookAtClients(), wait);
  }

  /**
   * Waits until every client is registered.
   *
   * @param expected hosts on which a client should be then; empty for any
   */
  public LayoutReport ready(List<String> expected) {
    Duration wait = editor.planReady();
    if (!wait.isZero()) {
      progress.accept("waits %s, until every client has registered".formatted(TimeText.of(wait)));
    }
    editor.ready();
    String outcome = "The next change takes seconds.";
    return new LayoutReport("ready", tableName, layouts, look(), outcome, expected, List.of());
  }

  /** Ends what {@link #ready} began. */
  public LayoutReport settle() {
    editor.settle();
    return report("settle", "Clients need not be registered any more.");
  }

  /**
   * Gives up a change.
   *
   * @throws JobException if items are being moved
   */
  public LayoutReport abort() {
    if (editor.abort()) {
      return editor.show().state().equals("READY")
          ? report(
              "abort",
              "The change is given up. Clients stay registered, which costs: 'evenkeel layout settle' ends that.")
          : report("abort", "The change is given up.");
    }
    if (editor.show().moving() != null) {
      throw new JobException(
          "Items of table '%s' are being moved, which cannot be given up. Finish the move%s."
              .formatted(
                  tableName, editor.show().periods() == null ? ", then move back" : " first"));
    }
    return report("abort", "No change was under way.");
  }

  /** The report on adding a piece, without a change; see {@link #addPiece}. */
  public AddPieceReport plan(AttributeValue key, @Nullable AttributeValue from, int shards) {
    PiecePlan plan = editor.plan(key, from, shards);
    return new AddPieceReport(
        tableName, layouts, key, plan, greatestSortKey(key, plan.pieces()), null);
  }

  /** The sort key above which the piece would begin now; null if there is no item. */
  private @Nullable AttributeValue greatestSortKey(AttributeValue key, Pieces pieces) {
    ShardingSpec now = specs.get().shards(KeyRule.exactly(key, pieces)).build();
    String sortKey = requireNonNull(now.sortKey());
    return ShardingDynamoDbClient.builder(client)
        .table(now)
        .build()
        .query(
            query ->
                query
                    .tableName(tableName)
                    .keyConditionExpression("#partition = :key")
                    .expressionAttributeNames(Map.of("#partition", now.partitionKey()))
                    .expressionAttributeValues(Map.of(":key", key))
                    .consistentRead(true)
                    .scanIndexForward(false)
                    .limit(1))
        .items()
        .stream()
        .map(item -> item.get(sortKey))
        .findFirst()
        .orElse(null);
  }

  /**
   * Adds a piece.
   *
   * @param from where it begins; null for right above the greatest sort key
   * @param mayRetry whether to try once more when clients that did not answer cannot act any more
   * @param expected hosts on which a client must be; empty for any
   * @throws LayoutChangeException if nothing was changed
   * @throws JobException if there is a host without one; no piece was added then
   */
  public AddPieceReport addPiece(
      AttributeValue key,
      @Nullable AttributeValue from,
      int shards,
      boolean mayRetry,
      List<String> expected) {
    PiecePlan plan = editor.plan(key, from, shards);
    if (!plan.ready().isZero()) {
      progress.accept(
          "1 of 2: waits %s, until every client has registered"
              .formatted(TimeText.of(plan.ready())));
      editor.ready();
    }
    List<LayoutClient> clients = editor.clients();
    requireHosts(
        expected,
        clients,
        "No piece was added to table '%s', which stays ready.".formatted(tableName));
    progress.accept(
        "2 of 2: writes of this key wait, when every client has beaten, until each has acknowledged; registered: %d"
            .formatted(clients.size()));
    Pieces added = added(key, from, shards, mayRetry);
    return new AddPieceReport(tableName, layouts, key, plan, null, added);
  }

  /**
   * Refuses a change that a process which should know of it would not know of.
   *
   * @param expected hosts on which a client must be; empty for any
   * @param outcome what did not happen; a sentence
   */
  static void requireHosts(List<String> expected, List<LayoutClient> clients, String outcome) {
    List<String> missing = LayoutClientsReport.missing(expected, clients);
    if (!missing.isEmpty()) {
      throw new JobException(LayoutClientsReport.refusal(outcome, missing));
    }
  }

  private Pieces added(
      AttributeValue key, @Nullable AttributeValue from, int shards, boolean mayRetry) {
    try {
      return editor.addPiece(key, from, shards);
    } catch (LayoutChangeException e) {
      if (!mayRetry || e.reason() != Reason.NOT_ACKNOWLEDGED) {
        throw e;
      }
      progress.accept(e.getMessage() + " Waits " + TimeText.of(silent) + ", and tries again");
      Sender<Object> nobody = Sender.answering(Sender.nothingElse());
      SyncRunner.create().run(Flow.ask(Pause.of(silent)), nobody, Deadline.NONE);
      return editor.addPiece(key, from, shards);
    }
  }
}
