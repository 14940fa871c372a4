package dev.evenkeel.jobs.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds what looks like a credential, which a configuration must not contain, as files are copied,
 * committed and printed.
 */
final class Credentials {
  private static final Pattern KEY =
      Pattern.compile(
          "(?i).*(access[-_]?key|secret|passw|credential|session[-_]?token|private[-_]?key).*");

  /** AWS, "IAM identifiers": the prefixes of long-lived and of temporary access keys. */
  private static final Pattern VALUE = Pattern.compile(".*\\b(AKIA|ASIA)[A-Z0-9]{16}\\b.*");

  private static final String REMEDY =
      "Configurations hold none: take it out, and if the file was shared, revoke it."
          + " Credentials come from the environment, a profile or a role, as the AWS SDK finds"
          + " them.";

  private Credentials() {}

  /** The position of each credential; the values are not repeated. */
  static List<Problem> in(PositionedYaml yaml) {
    List<Problem> found = new ArrayList<>();
    look(yaml, yaml.root(), JsonPointer.empty(), found);
    return found;
  }

  /** Attribute names may look like anything; of values only the position is reported. */
  private static boolean isAttribute(JsonPointer key) {
    JsonPointer mapping = key.head();
    return mapping != null
        && mapping.last() != null
        && "attributes".equals(mapping.last().getMatchingProperty());
  }

  private static void look(
      PositionedYaml yaml, JsonNode node, JsonPointer at, List<Problem> found) {
    node.properties()
        .forEach(
            entry -> {
              JsonPointer below = at.appendProperty(entry.getKey());
              if (KEY.matcher(entry.getKey()).matches() && !isAttribute(below)) {
                found.add(
                    new Problem(
                        yaml.key(below),
                        "'%s' looks like a credential. %s".formatted(entry.getKey(), REMEDY)));
              } else {
                look(yaml, entry.getValue(), below, found);
              }
            });
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        look(yaml, node.path(i), at.appendIndex(i), found);
      }
    }
    if (node.isTextual() && VALUE.matcher(node.asText()).matches()) {
      found.add(new Problem(yaml.value(at), "this looks like an AWS access key. " + REMEDY));
    }
  }
}
