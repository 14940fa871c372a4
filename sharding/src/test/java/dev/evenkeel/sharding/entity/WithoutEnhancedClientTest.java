package dev.evenkeel.sharding.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
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
import org.junit.jupiter.api.Tag;
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

  @Tag("deep")
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
      assertThat(user.apply(local.endpoint().toString())).matches("monday -> monday\\.[0-3]");
    }
  }

  /** Runs in the class loader without the Enhanced Client. */
  public static final class User implements UnaryOperator<String> {
    @Override
    public String apply(String endpoint) {
      ShardingSpec spec =
          ShardingSpec.builder("lean").partitionKey("day").sortKey("at").shards(4).build();
      Map<String, AttributeValue> key =
          Map.of("day", AttributeValue.fromS("monday"), "at", AttributeValue.fromS("noon"));
      try (DynamoDbClient plain = plain(endpoint);
          DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(spec).build()) {
        create(client);
        client.putItem(put -> put.tableName("lean").item(key));
        String logical =
            client.getItem(get -> get.tableName("lean").key(key)).item().get("day").s();
        String stored = plain.scan(scan -> scan.tableName("lean")).items().get(0).get("day").s();
        return logical + " -> " + stored;
      }
    }

    private static void create(DynamoDbClient client) {
      client.createTable(
          table ->
              table
                  .tableName("lean")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .keySchema(key("day", KeyType.HASH), key("at", KeyType.RANGE))
                  .attributeDefinitions(text("day"), text("at")));
    }

    private static KeySchemaElement key(String attribute, KeyType type) {
      return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
    }

    private static AttributeDefinition text(String attribute) {
      return AttributeDefinition.builder()
          .attributeName(attribute)
          .attributeType(ScalarAttributeType.S)
          .build();
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
