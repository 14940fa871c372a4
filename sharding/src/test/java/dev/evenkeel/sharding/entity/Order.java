package dev.evenkeel.sharding.entity;

import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.composite.CompositeKey;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** An order under {@code customerId#productId#country}, as AWS's text recommends. */
// [docs:keys]
@DynamoDbBean
public class Order {
  private @Nullable String key;
  private @Nullable String place;
  private @Nullable String open;
  private @Nullable String customerId;
  private @Nullable Integer productId;
  private @Nullable String country;
  private @Nullable String orderDate;
  private @Nullable String orderId;
  private @Nullable String status;

  @DynamoDbPartitionKey
  @ShardedPartitionKey(shards = 4)
  @CompositeKey({"customerId", "productId", "country"})
  public @Nullable String getKey() {
    return key;
  }

  // [docs]

  static Order of(String customerId, int productId, String country, String date, String id) {
    Order order = new Order();
    order.setCustomerId(customerId);
    order.setProductId(productId);
    order.setCountry(country);
    order.setOrderDate(date);
    order.setOrderId(id);
    return order;
  }

  public void setKey(@Nullable String key) {
    this.key = key;
  }

  @DynamoDbSortKey
  @CompositeKey(
      value = {"orderDate", "orderId"},
      separator = '/')
  public @Nullable String getPlace() {
    return place;
  }

  public void setPlace(@Nullable String place) {
    this.place = place;
  }

  @DynamoDbSecondaryPartitionKey(indexNames = "open")
  @CompositeKey({"country", "status"})
  public @Nullable String getOpen() {
    return open;
  }

  public void setOpen(@Nullable String open) {
    this.open = open;
  }

  public @Nullable String getCustomerId() {
    return customerId;
  }

  public void setCustomerId(@Nullable String customerId) {
    this.customerId = customerId;
  }

  public @Nullable Integer getProductId() {
    return productId;
  }

  public void setProductId(@Nullable Integer productId) {
    this.productId = productId;
  }

  public @Nullable String getCountry() {
    return country;
  }

  public void setCountry(@Nullable String country) {
    this.country = country;
  }

  @DynamoDbSecondarySortKey(indexNames = "open")
  public @Nullable String getOrderDate() {
    return orderDate;
  }

  public void setOrderDate(@Nullable String orderDate) {
    this.orderDate = orderDate;
  }

  public @Nullable String getOrderId() {
    return orderId;
  }

  public void setOrderId(@Nullable String orderId) {
    this.orderId = orderId;
  }

  public @Nullable String getStatus() {
    return status;
  }

  public void setStatus(@Nullable String status) {
    this.status = status;
  }
}
