package dev.evenkeel.jobs.work;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An event of a period table as programs outside of this process get it. */
public enum HookEvent {
  /** The table is active and answers. */
  ACTIVE("active"),
  /** No item of its period may come any more. */
  RETIRING("retiring");

  private final String text;

  HookEvent(String text) {
    this.text = text;
  }

  /** A hook for this event alone. */
  LifecycleHook hook(Consumer<TableEvent> calling) {
    HookEvent own = this;
    return new LifecycleHook() {
      @Override
      public void onTableActive(TableEvent event) {
        if (own == ACTIVE) {
          calling.accept(event);
        }
      }

      @Override
      public void onTableRetiring(TableEvent event) {
        if (own == RETIRING) {
          calling.accept(event);
        }
      }
    };
  }

  /** The members of an event, by their names in JSON. */
  Map<String, String> members(TableEvent event) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("event", text);
    members.put("series", event.series());
    members.put("tableName", event.table().tableName());
    put(members, "tableArn", event.table().tableArn());
    put(members, "streamArn", event.table().latestStreamArn());
    members.put("start", event.period().start().toString());
    members.put("end", event.period().end().toString());
    return members;
  }

  private static void put(Map<String, String> members, String name, @Nullable String value) {
    if (value != null) {
      members.put(name, value);
    }
  }

  /** An event as JSON. */
  String json(TableEvent event) {
    var json = Json.object();
    members(event).forEach(json::put);
    return json.toString();
  }
}
