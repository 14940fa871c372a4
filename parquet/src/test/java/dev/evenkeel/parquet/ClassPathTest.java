package dev.evenkeel.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What parquet-java would bring and copies do not need is not there, in any test of this module.
 */
class ClassPathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.hadoop.conf.Configuration",
        "org.xerial.snappy.Snappy",
        "org.apache.commons.pool.ObjectPool",
        "org.apache.parquet.avro.AvroParquetWriter"
      })
  void unneededLibrary_isNotThere(String type) {
    assertThatThrownBy(() -> Class.forName(type)).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void neededLibrary_isThere() throws ClassNotFoundException {
    assertThat(Class.forName("com.github.luben.zstd.Zstd")).isNotNull();
  }
}
