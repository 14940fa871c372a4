package dev.evenkeel.jobs.config;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.timeseries.spec.TableTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The {@code template} of a series, from which its tables are created. */
final class TemplateReader {
  private final Section template;
  private final Map<String, ScalarAttributeType> attributes = new LinkedHashMap<>();

  private TemplateReader(Section template) {
    this.template = template;
  }

  static TableTemplate read(Section template) {
    return template.build(() -> new TemplateReader(template).whole());
  }

  private TableTemplate whole() {
    CreateTableRequest.Builder request = CreateTableRequest.builder();
    request.keySchema(key(template));
    ProvisionedThroughput capacity = capacity(template);
    request.billingMode(capacity == null ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED);
    if (capacity != null) {
      request.provisionedThroughput(capacity);
    }
    List<GlobalSecondaryIndex> globals =
        template.children("globalIndexes").stream().map(this::global).toList();
    List<LocalSecondaryIndex> locals =
        template.children("localIndexes").stream().map(this::local).toList();
    if (!globals.isEmpty()) {
      request.globalSecondaryIndexes(globals);
    }
    if (!locals.isEmpty()) {
      request.localSecondaryIndexes(locals);
    }
    request.attributeDefinitions(definitions());
    TableFeatures.read(template, request);
    TableTemplate made = TableTemplate.of(request.build());
    String timeToLive = template.textOrNull("timeToLive");
    TableTemplate living =
        timeToLive == null ? made : template.at("timeToLive", () -> made.timeToLive(timeToLive));
    return template.isTrue("pointInTimeRecovery") ? living.pointInTimeRecovery() : living;
  }

  private List<KeySchemaElement> key(Section keyed) {
    List<KeySchemaElement> key = new ArrayList<>();
    key.add(element(keyed.required("partitionKey"), KeyType.HASH));
    Section sort = keyed.child("sortKey");
    if (sort != null) {
      key.add(element(sort, KeyType.RANGE));
    }
    return key;
  }

  private KeySchemaElement element(Section keyPart, KeyType type) {
    KeyAttribute attribute = KeyReader.read(keyPart);
    ScalarAttributeType other = attributes.put(attribute.name(), attribute.type());
    if (other != null && other != attribute.type()) {
      keyPart.at(
          "name",
          () -> {
            throw new IllegalArgumentException(
                "attribute '%s' is of type %s here and of type %s elsewhere. It has one type"
                    .formatted(attribute.name(), attribute.type(), other));
          });
    }
    return KeySchemaElement.builder().attributeName(attribute.name()).keyType(type).build();
  }

  private List<AttributeDefinition> definitions() {
    return attributes.entrySet().stream()
        .map(
            entry ->
                AttributeDefinition.builder()
                    .attributeName(entry.getKey())
                    .attributeType(entry.getValue())
                    .build())
        .toList();
  }

  private GlobalSecondaryIndex global(Section index) {
    GlobalSecondaryIndex.Builder made =
        GlobalSecondaryIndex.builder()
            .indexName(index.text("indexName"))
            .keySchema(key(index))
            .projection(projection(index));
    ProvisionedThroughput capacity = capacity(index);
    if (capacity == null && template.has("provisioned")) {
      index.at("indexName", TemplateReader::withoutCapacity);
    }
    return capacity == null ? made.build() : made.provisionedThroughput(capacity).build();
  }

  private static Void withoutCapacity() {
    throw new IllegalArgumentException(
        "the index has no 'provisioned', but its table has. Give its capacity, too");
  }

  private LocalSecondaryIndex local(Section index) {
    KeySchemaElement sort = element(index.required("sortKey"), KeyType.RANGE);
    KeySchemaElement partition = element(template.required("partitionKey"), KeyType.HASH);
    return LocalSecondaryIndex.builder()
        .indexName(index.text("indexName"))
        .keySchema(List.of(partition, sort))
        .projection(projection(index))
        .build();
  }

  private static Projection projection(Section index) {
    Projection.Builder made = Projection.builder();
    made.projectionType(index.has("projection") ? index.text("projection") : "ALL");
    List<String> attributes = index.texts("nonKeyAttributes");
    return attributes.isEmpty() ? made.build() : made.nonKeyAttributes(attributes).build();
  }

  private static @Nullable ProvisionedThroughput capacity(Section table) {
    Section units = table.child("provisioned");
    return units == null
        ? null
        : ProvisionedThroughput.builder()
            .readCapacityUnits(units.number("readUnits"))
            .writeCapacityUnits(units.number("writeUnits"))
            .build();
  }
}
