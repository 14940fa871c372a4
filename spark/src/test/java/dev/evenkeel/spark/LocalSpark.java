package dev.evenkeel.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Spark in this JVM, without a user interface. */
final class LocalSpark {
  private LocalSpark() {}

  /**
   * @param master such as {@code local[2,4]}: two tasks at a time, four attempts of each
   */
  static JavaSparkContext start(String master) {
    SparkConf conf =
        new SparkConf()
            .setMaster(master)
            .setAppName("evenkeel")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1");
    return new JavaSparkContext(conf);
  }
}
