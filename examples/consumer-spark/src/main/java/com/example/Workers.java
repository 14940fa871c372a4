package com.example;

import dev.evenkeel.spark.SparkPass;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Two workers on Spark in this JVM. */
public final class Workers {
  private Workers() {}

  public static void main(String[] arguments) {
    SparkConf conf =
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("workers")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1");
    try (JavaSparkContext spark = new JavaSparkContext(conf)) {
      List<Long> moved = SparkPass.run(spark, 2, () -> 21L);
      System.out.println("spark: " + moved);
    }
  }
}
