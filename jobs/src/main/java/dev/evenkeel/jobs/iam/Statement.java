package dev.evenkeel.jobs.iam;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.evenkeel.jobs.report.Json;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One permission.
 *
 * @param sid its name
 * @param actions sorted, each once
 * @param resources sorted, each once
 * @param conditions operators, each with keys and their values
 */
public record Statement(
    String sid,
    List<String> actions,
    List<String> resources,
    Map<String, Map<String, String>> conditions) {

  /** Sorts and copies the lists. */
  public Statement {
    actions = List.copyOf(new TreeSet<>(actions));
    resources = List.copyOf(new TreeSet<>(resources));
    conditions = Map.copyOf(conditions);
  }

  static Statement of(String sid, Collection<String> actions, Collection<String> resources) {
    return new Statement(sid, List.copyOf(actions), List.copyOf(resources), Map.of());
  }

  Statement when(String operator, String key, String value) {
    Map<String, Map<String, String>> all = new TreeMap<>(conditions);
    all.put(operator, Map.of(key, value));
    return new Statement(sid, actions, resources, all);
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("Sid", sid).put("Effect", "Allow");
    json.set("Action", Json.texts(actions));
    json.set("Resource", Json.texts(resources));
    if (!conditions.isEmpty()) {
      ObjectNode condition = json.putObject("Condition");
      new TreeMap<>(conditions)
          .forEach(
              (operator, values) -> {
                ObjectNode keys = condition.putObject(operator);
                new TreeMap<>(values).forEach(keys::put);
              });
    }
    return json;
  }
}
