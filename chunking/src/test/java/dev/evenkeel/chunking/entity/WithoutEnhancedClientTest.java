package dev.evenkeel.chunking.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.chunking.ChunkingDynamoDbClient;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * An application that excludes the dependency on the Enhanced Client can use the low-level client
 * as before.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class WithoutEnhancedClientTest {

  private static URL[] classPathWithoutEnhanced() {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> !entry.contains("dynamodb-enhanced"))
        .map(WithoutEnhancedClientTest::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void lowLevelClient_withoutEnhancedOnTheClassPath_works(LocalDynamoDb local)
      throws IOException, ReflectiveOperationException {
    try (URLClassLoader loader =
        new URLClassLoader(classPathWithoutEnhanced(), ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(
              () -> loader.loadClass("software.amazon.awssdk.enhanced.dynamodb.TableSchema"))
          .isInstanceOf(ClassNotFoundException.class);
      @SuppressWarnings("unchecked")
      UnaryOperator<String> user =
          (UnaryOperator<String>)
              loader.loadClass(User.class.getName()).getConstructor().newInstance();
      assertThat(user.apply(local.endpoint().toString())).isEqualTo("5000 as B");
    }
  }

  /** Runs in the class loader without the Enhanced Client. */
  public static final class User implements UnaryOperator<String> {
    @Override
    public String apply(String endpoint) {
      ChunkingSpec spec =
          ChunkingSpec.builder("lean")
              .partitionKey("id")
              .attribute("text", AttributePolicy.compressed(Codecs.gzip()))
              .build();
      Map<String, AttributeValue> key = Map.of("id", AttributeValue.fromS("one"));
      try (DynamoDbClient plain = plain(endpoint);
          DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(spec).build()) {
        create(client);
        spec.verifyAgainst(plain);
        client.putItem(
            put ->
                put.tableName("lean")
                    .item(
                        Map.of(
                            "id", AttributeValue.fromS("one"),
                            "text", AttributeValue.fromS("a".repeat(5000)))));
        String text = client.getItem(get -> get.tableName("lean").key(key)).item().get("text").s();
        AttributeValue stored =
            plain.getItem(get -> get.tableName("lean").key(key)).item().get("text");
        return text.length() + " as " + stored.type();
      }
    }

    private static void create(DynamoDbClient client) {
      client.createTable(
          table ->
              table
                  .tableName("lean")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .keySchema(
                      KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType(ScalarAttributeType.S)
                          .build()));
    }

    private static DynamoDbClient plain(String endpoint) {
      return DynamoDbClient.builder()
          .endpointOverride(URI.create(endpoint))
          .region(Region.US_EAST_1)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("lean", "lean")))
          .build();
    }
  }
}
