package dev.evenkeel.core.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {
  private static final String ORDERS = "arn:aws:dynamodb:eu-west-1:123456789012:table/orders";

  @Test
  void parse_plainName_hasNoPlace() {
    assertThat(TableName.parse("orders")).isEqualTo(new TableName("orders", null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/index/by-date",
        "/stream/2026-01-01T00:00:00.000",
        "/backup/01234567890123-abcdefab",
        "/export/01234567890123-abcdefab",
        "/import/01234567890123-abcdefab"
      })
  void parse_arnOfATableOrOfAPartOfIt_isThatTable(String part) {
    assertThat(TableName.parse(ORDERS + part))
        .isEqualTo(new TableName("orders", "eu-west-1", "123456789012"));
  }

  @ParameterizedTest
  @CsvSource({"aws-cn,cn-north-1", "aws-us-gov,us-gov-west-1", "aws-iso-b,us-isob-east-1"})
  void parse_otherPartitions_areRead(String partition, String region) {
    assertThat(TableName.parse("arn:%s:dynamodb:%s:1:table/a.b-c_d".formatted(partition, region)))
        .isEqualTo(new TableName("a.b-c_d", region, "1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "arn:",
        "arn:aws:dynamodb:eu-west-1",
        "arn:aws:dynamodb:eu-west-1:123456789012",
        "arn:aws:dynamodb:eu-west-1:123456789012:table/",
        "arn:aws:dynamodb:eu-west-1:123456789012:table//index/x",
        "arn:aws:dynamodb::123456789012:global-table/orders",
        "arn:aws:kinesis:eu-west-1:123456789012:stream/orders",
        "arn:aws:s3:::table/orders"
      })
  void parse_whatNamesNoTable_isRefused(String text) {
    assertThatThrownBy(() -> TableName.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
