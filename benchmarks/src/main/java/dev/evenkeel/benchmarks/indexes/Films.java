package dev.evenkeel.benchmarks.indexes;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.DistributedUpload;
import dev.evenkeel.upload.UploadSources;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of about half a kilobyte, as AWS's sample of films has them, sorted by partition key. */
final class Films {
  static final String TABLE = "films";
  static final KeySchema KEY =
      KeySchema.of(KeyAttribute.ofString("year"), KeyAttribute.ofNumber("id"));

  private Films() {}

  static Map<String, AttributeValue> film(int year, int id) {
    return Map.of(
        "year", AttributeValue.fromS("year" + year),
        "id", AttributeValue.fromN(Integer.toString(id)),
        "rating", AttributeValue.fromN("8.3"),
        "plot", AttributeValue.fromS(("a plot that thickens " + id + " ").repeat(12)),
        "directors", AttributeValue.fromL(List.of(AttributeValue.fromS("A Director " + id))),
        "actors",
            AttributeValue.fromL(
                List.of(AttributeValue.fromS("One " + id), AttributeValue.fromS("Two " + id))));
  }

  /** Uploads so many films and requires that all are stored. */
  static UploadReport upload(
      DynamoDbClient client,
      int films,
      int filmsPerYear,
      UnaryOperator<DistributedUpload.Builder> settings) {
    DistributedUpload.Builder upload =
        DistributedUpload.builder(client)
            .table(TABLE, KEY)
            .source(
                UploadSources.stream(
                    "films",
                    () -> IntStream.range(0, films).mapToObj(i -> film(i / filmsPerYear, i))));
    UploadReport report = settings.apply(upload).build().run();
    if (!report.complete() || report.progress().itemsStored() != films) {
      throw new IllegalStateException("not every film was uploaded: " + report.progress());
    }
    return report;
  }
}
