package dev.evenkeel.timeseries.spec;

import dev.evenkeel.core.item.KeySchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Tag;

/**
 * The definition of every period table: a {@link CreateTableRequest} without a name, and the
 * settings that such a request cannot hold. Its capacity is that of the table that is being written
 * to; {@link Tier}s say what becomes of it later.
 *
 * <p>Tags go with the request: a second call would be refused while the table is being created.
 * Time to live and point-in-time recovery are set as soon as it is active.
 */
public final class TableTemplate {
  /** AWS, "TimeToLiveSpecification". */
  private static final int ATTRIBUTE_LENGTH_MAX = 255;

  private final CreateTableRequest request;
  private final @Nullable String timeToLive;
  private final boolean pointInTimeRecovery;

  private TableTemplate(
      CreateTableRequest request, @Nullable String timeToLive, boolean pointInTimeRecovery) {
    this.request = request;
    this.timeToLive = timeToLive;
    this.pointInTimeRecovery = pointInTimeRecovery;
  }

  /**
   * A template.
   *
   * @param request key, attribute definitions, indexes, billing mode, capacity, table class, tags,
   *     streams, encryption, deletion protection, warm throughput; no table name
   * @throws IllegalArgumentException if it has a name, no key, a key without an attribute
   *     definition, or no capacity although it is provisioned
   */
  public static TableTemplate of(CreateTableRequest request) {
    TableTemplate template = new TableTemplate(request, null, false);
    template.check();
    return template;
  }

  /**
   * A template from the schema of an entity: key, attribute definitions, and all its secondary
   * indexes with all attributes projected, billed by request. Others begin with this one's {@link
   * #request}.
   *
   * @throws IllegalArgumentException if the schema has no partition key, or a vector index
   */
  public static TableTemplate from(TableSchema<?> schema) {
    return MappedTemplate.of(schema.tableMetadata());
  }

  /**
   * Items go when the time in this attribute has come.
   *
   * @throws IllegalArgumentException if its name has not 1 to 255 characters, or if keys have it as
   *     another type than N, by which nothing goes
   */
  public TableTemplate timeToLive(String attribute) {
    if (attribute.isEmpty() || attribute.length() > ATTRIBUTE_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "the attribute of time to live has a name of %d characters, and 1 to %d are allowed"
              .formatted(attribute.length(), ATTRIBUTE_LENGTH_MAX));
    }
    request.attributeDefinitions().stream()
        .filter(key -> key.attributeName().equals(attribute))
        .filter(key -> key.attributeType() != ScalarAttributeType.N)
        .forEach(TableTemplate::refuseAsExpiry);
    return new TableTemplate(request, attribute, pointInTimeRecovery);
  }

  private static void refuseAsExpiry(AttributeDefinition key) {
    throw new IllegalArgumentException(
        "time to live is a number of seconds, and '%s' is a key of type %s: no item would ever go. Name another attribute"
            .formatted(key.attributeName(), key.attributeTypeAsString()));
  }

  /** Tables can be restored to any second of their last 35 days, and exported. */
  public TableTemplate pointInTimeRecovery() {
    return new TableTemplate(request, timeToLive, true);
  }

  private void check() {
    if (request.tableName() != null) {
      throw new IllegalArgumentException(
          "the template names table '%s', but each period's table has a name of its own"
              .formatted(request.tableName()));
    }
    KeySchema key = key();
    if (key.partition().size() > 1 || key.sort().size() > 1) {
      throw new IllegalArgumentException(
          "the key of a table has one partition attribute and at most one sort attribute, but the template has "
              + key.attributes());
    }
    if (!isProvisioned()) {
      return;
    }
    require(request.provisionedThroughput(), "the table");
    for (GlobalSecondaryIndex index : request.globalSecondaryIndexes()) {
      require(index.provisionedThroughput(), "index '" + index.indexName() + "'");
    }
  }

  private static void require(@Nullable ProvisionedThroughput throughput, String what) {
    if (throughput == null
        || throughput.readCapacityUnits() == null
        || throughput.writeCapacityUnits() == null) {
      throw new IllegalArgumentException(
          "the template is provisioned, but %s has no capacity. Say it, or PAY_PER_REQUEST."
              .formatted(what));
    }
  }

  /** The request, without a name. */
  public CreateTableRequest request() {
    return request;
  }

  /** The attribute of time to live; null if items stay. */
  public @Nullable String timeToLiveAttribute() {
    return timeToLive;
  }

  /** Whether point-in-time recovery is on. */
  public boolean isPointInTimeRecovery() {
    return pointInTimeRecovery;
  }

  /** Whether capacity is provisioned, which is DynamoDB's default. */
  public boolean isProvisioned() {
    return request.billingMode() != BillingMode.PAY_PER_REQUEST;
  }

  /** The key of every period table. */
  public KeySchema key() {
    return KeySchema.of(request.keySchema(), request.attributeDefinitions());
  }

  /** The request that creates a table; tags of the template win over those that are added. */
  public CreateTableRequest creating(String tableName, Map<String, String> addedTags) {
    Map<String, String> tags = new LinkedHashMap<>(addedTags);
    request.tags().forEach(tag -> tags.put(tag.key(), tag.value()));
    List<Tag> all =
        tags.entrySet().stream()
            .map(tag -> Tag.builder().key(tag.getKey()).value(tag.getValue()).build())
            .toList();
    CreateTableRequest.Builder creating = request.toBuilder().tableName(tableName);
    return (all.isEmpty() ? creating : creating.tags(all)).build();
  }
}
