package dev.evenkeel.core.client;

import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;

/** A bean for the Enhanced Client. */
@DynamoDbBean
public final class Person {
  private String name = "";
  private int age;

  public Person() {}

  Person(String name, int age) {
    this.name = name;
    this.age = age;
  }

  @DynamoDbPartitionKey
  public String getName() {
    return name;
  }

  public void setName(String name) {
    this.name = name;
  }

  public int getAge() {
    return age;
  }

  public void setAge(int age) {
    this.age = age;
  }
}
