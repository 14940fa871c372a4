package dev.evenkeel.timeseries.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;

/** Archives that a rebuild leaves: damaged ones, earlier ones, and those of others. */
class FoundArchivesTest extends CatalogueRebuilds {
  private static String folder(ArchivedTable archive) {
    return archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/";
  }

  @Tag("deep")
  @Test
  void rebuild_someAreDamaged_tellsEachAndBringsTheOthersBack() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<ArchivedTable> before = gone(actor);
    lose(DAY, NEXT);
    String file =
        fixture.dataFiles().stream()
            .filter(key -> key.startsWith(folder(before.get(0))))
            .findFirst()
            .orElseThrow();
    byte[] content =
        fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(file)).asByteArray();
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(file));
    String summary = folder(before.get(1)) + "manifest-summary.json";
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(summary), RequestBody.fromString("{"));

    assertThat(actor.rebuildCatalogue())
        .allMatch(found -> found.standing() == Standing.DAMAGED)
        .satisfiesExactlyInAnyOrder(
            found -> assertThat(found.detail()).contains(file, "is not there"),
            found -> {
              assertThat(found.tableName()).isNull();
              assertThat(found.manifest()).endsWith(summary);
            });
    assertThat(actor.archives()).isEmpty();
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), RequestBody.fromBytes(content));
    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactlyInAnyOrder(Standing.WRITTEN, Standing.DAMAGED);
    isAsBefore(before.subList(0, 1), actor);
  }

  @Tag("deep")
  @Test
  void rebuild_severalArchivesOfATable_takesTheLastAndReplacesNothing() {
    Actor actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    ArchivedTable first = fixture.archive(actor);
    fixture.s3.deleteObject(
        r -> r.bucket(fixture.bucket).key(folder(first) + "manifest-summary.json"));
    actor.restartArchive(DAY);
    fixture.now = fixture.now.plusSeconds(60);
    ArchivedTable second = fixture.archive(actor);
    fixture.s3.copyObject(
        r ->
            r.sourceBucket(fixture.bucket)
                .sourceKey(folder(second) + "manifest-summary.json")
                .destinationBucket(fixture.bucket)
                .destinationKey(folder(first) + "manifest-summary.json"));
    fixture.s3.copyObject(
        r ->
            r.sourceBucket(fixture.bucket)
                .sourceKey(folder(second) + "manifest-summary.checksum")
                .destinationBucket(fixture.bucket)
                .destinationKey(folder(first) + "manifest-summary.checksum"));
    fixture.drop(DAY);

    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.LEFT, Standing.KNOWN);
    lose(DAY);
    assertThat(actor.rebuildCatalogue())
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.LEFT, Standing.WRITTEN);
    assertThat(actor.archives())
        .extracting(ArchivedTable::exportId)
        .containsExactly(second.exportId());
  }

  /** Two accounts have tables of the same names, and share a bucket. */
  @Tag("deep")
  @Test
  void rebuild_laterArchivesOfAnotherAccount_areLeftAndHideNone() throws Exception {
    Actor actor = fixture.actor(Kind.SYNC);
    List<ArchivedTable> before = gone(actor);
    lose(before.stream().map(ArchivedTable::tableName).toArray(String[]::new));
    String own = folder(before.get(0)) + "manifest-summary.";
    String others = own.replaceFirst("AWSDynamoDB/0\\d", "AWSDynamoDB/09");
    String summary =
        fixture
            .s3
            .getObjectAsBytes(r -> r.bucket(fixture.bucket).key(own + "json"))
            .asUtf8String()
            .replaceAll(":table/", "9:table/");
    byte[] md5 = MessageDigest.getInstance("MD5").digest(summary.getBytes(UTF_8));
    fixture.s3.putObject(
        r -> r.bucket(fixture.bucket).key(others + "json"), RequestBody.fromString(summary));
    fixture.s3.putObject(
        r -> r.bucket(fixture.bucket).key(others + "checksum"),
        RequestBody.fromString(Base64.getEncoder().encodeToString(md5)));

    List<FoundArchive> rebuilt = actor.rebuildCatalogue();

    assertThat(rebuilt)
        .filteredOn(found -> found.manifest().endsWith(others + "json"))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.standing()).isEqualTo(Standing.LEFT);
              assertThat(found.detail())
                  .contains("9:table/" + DAY)
                  .endsWith("of another account or region");
            });
    assertThat(rebuilt)
        .filteredOn(found -> found.manifest().endsWith(own + "json"))
        .extracting(FoundArchive::standing)
        .containsExactly(Standing.WRITTEN);
    isAsBefore(before, actor);
  }
}
