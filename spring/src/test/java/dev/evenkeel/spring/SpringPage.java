package dev.evenkeel.spring;

import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.spec.ShardedPartitionKey;
import dev.evenkeel.sharding.spec.ShardingSpec;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/spring.md}. */
final class SpringPage {
  private SpringPage() {}

  // [docs:layouts]
  @Bean
  static LayoutStore layouts(@Qualifier("plainDynamoDbClient") DynamoDbClient plain) {
    return LayoutStore.builder(plain).build();
  }

  // [docs]
  // [docs:specs]
  @Bean
  static ShardingSpec orders() {
    return ShardingSpec.from("orders", TableSchema.fromBean(Order.class));
  }

  /** An order under its day. */
  @DynamoDbBean
  public static class Order {
    private String day = "";
    private String id = "";

    @DynamoDbPartitionKey
    @ShardedPartitionKey(shards = 16)
    public String getDay() {
      return day;
    }

    public void setDay(String newDay) {
      this.day = newDay;
    }

    @DynamoDbSortKey
    public String getId() {
      return id;
    }

    public void setId(String newId) {
      this.id = newId;
    }
  }

  // [docs]
}
