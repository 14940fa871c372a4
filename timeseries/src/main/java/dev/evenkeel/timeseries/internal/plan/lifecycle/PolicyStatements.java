package dev.evenkeel.timeseries.internal.plan.lifecycle;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is read of a resource policy. */
final class PolicyStatements {
  private static final JsonFactory JSON = new JsonFactory();

  private PolicyStatements() {}

  /**
   * The id of each statement, empty for one without. A policy may have one statement that is in no
   * list. A text that cannot be read has none, so that it is taken for somebody else's.
   */
  static List<String> sids(String policy) {
    List<String> sids = new ArrayList<>();
    try (JsonParser json = JSON.createParser(policy)) {
      JsonToken unused = json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isStatement = json.currentName().equals("Statement");
        JsonToken value = json.nextToken();
        if (isStatement && value == JsonToken.START_OBJECT) {
          sids.add(sid(json));
        } else if (isStatement && value == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            sids.add(sid(json));
          }
        } else {
          json.skipChildren();
        }
      }
      return sids;
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String sid(JsonParser json) throws IOException {
    String sid = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean isSid = json.currentName().equals("Sid");
      if (json.nextToken() == JsonToken.VALUE_STRING && isSid) {
        sid = json.getText();
      }
      json.skipChildren();
    }
    return sid;
  }
}
