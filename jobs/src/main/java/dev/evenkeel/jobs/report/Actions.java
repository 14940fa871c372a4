package dev.evenkeel.jobs.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.Tier.Provisioned;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Build;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Open;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import java.util.Locale;
import java.util.TreeMap;

/** Actions of the lifecycle in words. */
final class Actions {
  private Actions() {}

  /** The kind of an action, such as {@code build}. */
  static String name(TableAction action) {
    return action.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** All members of an action. */
  static ObjectNode json(TableAction action) {
    ObjectNode json =
        Json.object().put("action", name(action)).put("tableName", action.tableName());
    if (action instanceof Build build) {
      period(json, build.period());
    } else if (action instanceof Open open) {
      period(json, open.period());
    } else if (action instanceof Retire retire) {
      period(json, retire.period());
    } else if (action instanceof Reopen reopen) {
      period(json, reopen.period());
    } else if (action instanceof Archive archive) {
      period(json, archive.period());
    } else if (action instanceof Delete delete) {
      period(json, delete.period());
    } else if (action instanceof Forget forget) {
      period(json, forget.period());
    } else if (action instanceof Mend mend) {
      json.set("settings", Json.texts(mend.settings().stream().map(Enum::name).sorted().toList()));
    } else if (action instanceof Reclass reclass) {
      json.put("tableClass", reclass.tableClass().toString());
    } else if (action instanceof Resize resize) {
      json.set("capacity", json(resize.capacity()));
      ObjectNode indexes = json.putObject("indexes");
      new TreeMap<>(resize.indexes()).forEach((name, units) -> indexes.set(name, json(units)));
    }
    return json.put("reason", action.reason());
  }

  static void period(ObjectNode json, TimeSpan period) {
    json.putObject("period")
        .put("start", period.start().toString())
        .put("end", period.end().toString());
  }

  private static ObjectNode json(Capacity capacity) {
    ObjectNode json = Json.object();
    if (capacity instanceof Provisioned units) {
      return json.put("readUnits", units.readUnits()).put("writeUnits", units.writeUnits());
    }
    return json.put("onDemand", true);
  }
}
