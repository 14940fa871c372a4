package com.example.guides;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The memory of chats and agents, each in one item, however long it is. A conversation that somebody
 * else has changed since this thread read it is not overwritten: {@link #updateMessages} fails with
 * {@link ConditionalCheckFailedException}. Read it again then, and add to what is there now.
 */
public final class LongChatMemoryStore implements ChatMemoryStore {
  private final DynamoDbClient client;
  private final String tableName;
  private final ThreadLocal<ReadRevision> lastRead = new ThreadLocal<>();

  /**
   * @param client a chunking client, with a spec of the table
   */
  public LongChatMemoryStore(DynamoDbClient client, String tableName) {
    this.client = client;
    this.tableName = tableName;
  }

  /** The revision of a conversation that this thread has read, null if there was none. */
  private record ReadRevision(Object memoryId, AttributeValue revision) {}

  @Override
  public List<ChatMessage> getMessages(Object memoryId) {
    Map<String, AttributeValue> item =
        client.getItem(get -> get.tableName(tableName).key(key(memoryId)).consistentRead(true)).item();
    lastRead.set(new ReadRevision(memoryId, item.get("Revision")));
    if (item.isEmpty()) {
      return List.of();
    }
    return ChatMessageDeserializer.messagesFromJson(item.get("Messages").s());
  }

  @Override
  public void updateMessages(Object memoryId, List<ChatMessage> messages) {
    ReadRevision read = lastRead.get();
    AttributeValue before =
        read != null && read.memoryId().equals(memoryId) ? read.revision() : null;
    AttributeValue now = AttributeValue.fromS(UUID.randomUUID().toString()); // never seen before
    PutItemRequest.Builder put =
        PutItemRequest.builder()
            .tableName(tableName)
            .item(
                Map.of(
                    "Id", AttributeValue.fromS(memoryId.toString()),
                    "Revision", now,
                    "Messages",
                        AttributeValue.fromS(ChatMessageSerializer.messagesToJson(messages))));
    if (before == null) {
      put.conditionExpression("attribute_not_exists(Id)");
    } else {
      put.conditionExpression("Revision = :before")
          .expressionAttributeValues(Map.of(":before", before));
    }
    client.putItem(put.build());
    lastRead.set(new ReadRevision(memoryId, now));
  }

  @Override
  public void deleteMessages(Object memoryId) {
    client.deleteItem(delete -> delete.tableName(tableName).key(key(memoryId)));
    lastRead.remove();
  }

  private static Map<String, AttributeValue> key(Object memoryId) {
    return Map.of("Id", AttributeValue.fromS(memoryId.toString()));
  }
}
