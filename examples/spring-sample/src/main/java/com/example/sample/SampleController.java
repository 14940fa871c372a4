package com.example.sample;

import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Uses the client that Spring injects, and knows nothing of shards and chunks. */
@RestController
public class SampleController {
  private final DynamoDbClient client;

  public SampleController(DynamoDbClient client) {
    this.client = client;
  }

  @PutMapping("/hits/{day}/{at}")
  public void hit(@PathVariable String day, @PathVariable String at) {
    client.putItem(put -> put.tableName("hits").item(Map.of("day", text(day), "at", text(at))));
  }

  /** The newest hits of a day, the newest first. */
  @GetMapping("/hits/{day}")
  public List<String> newest(@PathVariable String day) {
    return client
        .query(
            query ->
                query
                    .tableName("hits")
                    .keyConditionExpression("#day = :day")
                    .expressionAttributeNames(Map.of("#day", "day"))
                    .expressionAttributeValues(Map.of(":day", text(day)))
                    .scanIndexForward(false)
                    .limit(5))
        .items()
        .stream()
        .map(hit -> hit.get("at").s())
        .toList();
  }

  @PutMapping("/documents/{id}")
  public void store(@PathVariable String id, @RequestBody String body) {
    client.putItem(
        put -> put.tableName("documents").item(Map.of("id", text(id), "body", text(body))));
  }

  @GetMapping("/documents/{id}")
  public String document(@PathVariable String id) {
    Map<String, AttributeValue> document =
        client.getItem(get -> get.tableName("documents").key(Map.of("id", text(id)))).item();
    if (document.isEmpty()) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    return document.get("body").s();
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }
}
