package com.example.guides;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

public final class LongChat {
  public static void main(String[] arguments) {
    try (DynamoDbClient plain =
        DynamoDbClient.builder().endpointOverride(URI.create(arguments[0])).build()) {
      createTables(plain);
      // [docs:store]
      ChunkingSpec spec =
          ChunkingSpec.builder("chats")
              .partitionKey("Id")
              .attribute("Messages", AttributePolicy.compressed(Codecs.gzip()).thenChunked())
              .chunkTable("chat_chunks")
              .intentTable("chat_intents")
              .build();
      ChunkingDynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(spec).build();
      ChatMemoryStore store = new LongChatMemoryStore(client, "chats");
      // [docs]
      store.updateMessages("chat-1", conversation(200));
      List<ChatMessage> messages = store.getMessages("chat-1");
      System.out.printf(
          "%d messages of %d characters, in %d chunks, read back alike: %b%n",
          messages.size(),
          texts(messages).stream().mapToInt(String::length).sum(),
          plain.scan(scan -> scan.tableName("chat_chunks")).count(),
          messages.equals(conversation(200)));

      ChatMemoryStore elsewhere = new LongChatMemoryStore(client, "chats"); // another process
      add(elsewhere, elsewhere.getMessages("chat-1"), "from elsewhere");
      try {
        add(store, messages, "from here");
      } catch (ConditionalCheckFailedException changed) {
        System.out.println("changed meanwhile: read again");
        add(store, store.getMessages("chat-1"), "from here");
      }
      List<ChatMessage> all = store.getMessages("chat-1");
      System.out.println(all.size() + " messages, the last two: " + texts(all.subList(200, 202)));

      elsewhere.deleteMessages("chat-1");
      for (String text : List.of("a new", "conversation", "of three messages")) {
        add(elsewhere, elsewhere.getMessages("chat-1"), text);
      }
      try {
        add(store, all, "to the one before");
      } catch (ConditionalCheckFailedException another) {
        System.out.println("another one by now: " + texts(store.getMessages("chat-1")));
      }

      // [docs:memory]
      ChatMemory memory =
          MessageWindowChatMemory.builder().id("chat-2").maxMessages(500).chatMemoryStore(store).build();
      memory.add(UserMessage.from("What is in the file?"));
      memory.add(AiMessage.from("x".repeat(500_000)));
      // [docs]
      System.out.printf(
          "a ChatMemory of %d messages, all in the store: %b%n",
          memory.messages().size(), memory.messages().equals(store.getMessages("chat-2")));

      store.deleteMessages("chat-1");
      System.out.println("deleted: " + store.getMessages("chat-1").isEmpty());
    }
  }

  private static void add(ChatMemoryStore store, List<ChatMessage> messages, String text) {
    List<ChatMessage> longer = new ArrayList<>(messages);
    longer.add(UserMessage.from(text));
    store.updateMessages("chat-1", longer);
  }

  /** Questions, and answers of 8,000 characters. */
  private static List<ChatMessage> conversation(int messages) {
    Random random = new Random(42);
    List<ChatMessage> all = new ArrayList<>();
    for (int i = 0; i < messages; i += 2) {
      all.add(UserMessage.from("Question " + i));
      all.add(
          AiMessage.from(
              random
                  .ints(8_000, 'a', 'z' + 1)
                  .mapToObj(Character::toString)
                  .collect(Collectors.joining())));
    }
    return all;
  }

  private static List<String> texts(List<ChatMessage> messages) {
    return messages.stream()
        .map(m -> m instanceof AiMessage answer ? answer.text() : ((UserMessage) m).singleText())
        .toList();
  }

  /** The table itself, the table of chunks, and that of writes which are under way. */
  private static void createTables(DynamoDbClient plain) {
    for (String table : new String[] {"chats", "chat_chunks"}) {
      plain.createTable(
          create ->
              create
                  .tableName(table)
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      key -> key.attributeName("Id").attributeType(ScalarAttributeType.S))
                  .keySchema(key -> key.attributeName("Id").keyType(KeyType.HASH)));
    }
    plain.createTable(
        create ->
            create
                .tableName("chat_intents")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    bucket -> bucket.attributeName("Bucket").attributeType(ScalarAttributeType.N),
                    due -> due.attributeName("Due").attributeType(ScalarAttributeType.S))
                .keySchema(
                    bucket -> bucket.attributeName("Bucket").keyType(KeyType.HASH),
                    due -> due.attributeName("Due").keyType(KeyType.RANGE)));
    for (String table : new String[] {"chats", "chat_chunks", "chat_intents"}) {
      plain.waiter().waitUntilTableExists(wait -> wait.tableName(table)); // at AWS, some seconds
    }
  }
}
