package dev.evenkeel.timeseries.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Archives that a rebuild leaves: damaged ones, earlier ones, and those of others. */
class FoundArchivesTest extends CatalogueRebuilds {
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
    byte[] content = removed(file);
    String checksum = folder(before.get(1)) + "manifest-summary.checksum";
    byte[] unused = removed(checksum);

    assertThat(actor.rebuildCatalogue())
        .allMatch(found -> found.standing() == Standing.DAMAGED)
        .satisfiesExactlyInAnyOrder(
            found -> assertThat(found.detail()).contains(file, "is not there"),
            found -> {
              assertThat(found.tableName()).isEqualTo(NEXT);
              assertThat(found.detail()).contains(checksum, "is not there");
            });
    assertThat(actor.archives()).isEmpty();
    write(file, content);
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

  /**
   * Writes a summary.
   *
   * @param key without its {@code json}
   */
  private void withChecksum(String key, String summary) throws Exception {
    byte[] bytes = summary.getBytes(UTF_8);
    byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes);
    write(key + "json", bytes);
    write(key + "checksum", Base64.getEncoder().encode(md5));
  }

  /** The earlier one lacks an item, and a restore of it would say that it has all. */
  @Test
  void rebuild_lastArchiveCannotBeRead_doesNotWriteAnEarlierOne() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    String summary = folders.get(1) + "manifest-summary.";
    byte[] checksum = removed(summary + "checksum");

    List<FoundArchive> known = actor.rebuildCatalogue();
    byte[] json = removed(summary + "json");
    List<FoundArchive> unknown = actor.rebuildCatalogue();

    assertThat(List.of(in(folders.get(1), known), in(folders.get(1), unknown)))
        .extracting(FoundArchive::standing)
        .containsOnly(Standing.DAMAGED);
    assertThat(in(folders.get(1), known).tableName()).isEqualTo(DAY);
    assertThat(in(folders.get(0), known).detail())
        .endsWith("is a later archive of the table, and is damaged");
    assertThat(in(folders.get(0), unknown).detail())
        .endsWith("cannot be read: mend it, or move it out of the prefix");
    assertThat(List.of(in(folders.get(0), known), in(folders.get(0), unknown)))
        .extracting(FoundArchive::standing)
        .containsOnly(Standing.LEFT);
    assertThat(actor.archives()).extracting(ArchivedTable::tableName).doesNotContain(DAY);

    write(summary + "json", json);
    write(summary + "checksum", checksum);
    write(folders.get(1) + "data/", new byte[0]); // as the S3 console shows a folder
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items + 1);
  }

  @KindsInTurn
  void rebuild_lastArchiveComesBack_replacesWhatARebuildWroteOfItsTable(Kind kind) {
    Actor actor = fixture.actor(kind);
    List<String> folders = archivedTwice(actor);
    Map<String, byte[]> manifests = new TreeMap<>();
    for (String name :
        List.of("files.json", "files.checksum", "summary.json", "summary.checksum")) {
      String key = folders.get(1) + "manifest-" + name;
      manifests.put(key, removed(key));
    }
    assertThat(in(folders.get(0), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items);
    manifests.forEach(this::write);

    FoundArchive planned = in(folders.get(1), actor.planCatalogue());
    FoundArchive written = in(folders.get(1), actor.rebuildCatalogue());

    assertThat(planned.standing()).isEqualTo(Standing.LOST);
    assertThat(written.standing()).isEqualTo(Standing.WRITTEN);
    assertThat(List.of(planned.detail(), written.detail()))
        .allMatch(
            detail -> detail.contains("of %d items, which a rebuild".formatted(fixture.items)))
        .allMatch(detail -> detail.contains("table '%s-restored', which".formatted(DAY)));
    fixture.drop(DAY + "-restored");
    assertThat(actor.restore(RestoreOrder.of(DAY)).items()).isEqualTo(fixture.items + 1);
    assertThat(in(folders.get(0), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.LEFT);
  }

  /** Incremental exports of other tables may lie in the same folder. */
  @Test
  void rebuild_laterExportOfAnotherKind_isPassedOverUnlessItIsOfTheTable() throws Exception {
    Actor actor = fixture.actor(Kind.SYNC);
    String own = archivedTwice(actor).get(1) + "manifest-summary.";
    String later = own.replaceFirst("AWSDynamoDB/0\\d", "AWSDynamoDB/09");
    String incremental =
        fixture
            .s3
            .getObjectAsBytes(r -> r.bucket(fixture.bucket).key(own + "json"))
            .asUtf8String()
            .replace("FULL_EXPORT", "INCREMENTAL_EXPORT");

    withChecksum(later, incremental);
    assertThat(in(own, actor.planCatalogue()).standing()).isEqualTo(Standing.LEFT);
    withChecksum(later, incremental.replace(DAY, "orders"));
    List<FoundArchive> rebuilt = actor.rebuildCatalogue();

    assertThat(in(own, rebuilt).standing()).isEqualTo(Standing.WRITTEN);
    assertThat(rebuilt).noneMatch(found -> found.manifest().endsWith(later + "json"));
  }

  /** Somebody's prefix is this one with AWSDynamoDB/ after it. */
  @Test
  void rebuild_laterArchiveOfAPrefixBelow_isNotTakenForOneThatCannotBeRead() {
    Actor actor = fixture.actor(Kind.SYNC);
    String own = archivedTwice(actor).get(1);
    String below = own.replaceFirst("AWSDynamoDB/0\\d", "AWSDynamoDB/AWSDynamoDB/09");
    write(below + "manifest-summary.json", "{}".getBytes(UTF_8));

    List<FoundArchive> rebuilt = actor.rebuildCatalogue();

    assertThat(rebuilt).noneMatch(found -> found.manifest().contains("AWSDynamoDB/09"));
    assertThat(in(own, rebuilt).standing()).isEqualTo(Standing.WRITTEN);
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
    withChecksum(others, summary);

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
