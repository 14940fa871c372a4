package com.example.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Hits by day, and documents of any size. */
@SpringBootApplication
public class SampleApplication {
  public static void main(String[] arguments) {
    SpringApplication.run(SampleApplication.class, arguments);
  }
}
