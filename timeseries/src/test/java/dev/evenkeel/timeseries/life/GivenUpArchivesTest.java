package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.FoundArchive.Standing;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A rebuild knows an archive that was given up by its mark, whatever else is left. */
class GivenUpArchivesTest extends CatalogueRebuilds {
  /** Nothing is left of the last one that tells of it but its data. */
  @Test
  void rebuild_lastArchiveLostAllManifests_doesNotWriteOneThatWasGivenUp() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    for (String name :
        List.of("files.json", "files.checksum", "summary.json", "summary.checksum")) {
      byte[] unused = removed(folders.get(1) + "manifest-" + name);
    }

    List<FoundArchive> all = actor.rebuildCatalogue();

    assertThat(in(folders.get(0), all).standing()).isEqualTo(Standing.LEFT);
    assertThat(in(folders.get(0), all).detail()).startsWith("it was given up while its table");
    assertThat(actor.archives()).extracting(ArchivedTable::tableName).doesNotContain(DAY);
  }

  /** As of a control table that was put back from a copy. */
  @Test
  void rebuild_catalogueHasAnArchiveThatWasGivenUp_saysHowToReplaceIt() {
    Actor actor = fixture.actor(Kind.SYNC);
    List<String> folders = archivedTwice(actor);
    write(folders.get(0) + "_given-up", mark);
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
    fixture.sync.updateItem(
        r ->
            r.tableName("control")
                .key(
                    Map.of(
                        "pk", AttributeValue.fromS("readings#archives"),
                        "sk", AttributeValue.fromS(DAY)))
                .updateExpression("SET #export = :export, created = :created")
                .expressionAttributeNames(Map.of("#export", "export"))
                .expressionAttributeValues(
                    Map.of(
                        ":export", AttributeValue.fromS(exportId(folders.get(0))),
                        ":created", AttributeValue.fromS("2026-01-01T00:00:00Z"))));

    FoundArchive left = in(folders.get(1), actor.rebuildCatalogue());

    assertThat(left.standing()).isEqualTo(Standing.LEFT);
    assertThat(left.detail())
        .contains(exportId(folders.get(0)), "which was given up. If this one is to be in its place")
        .contains("take the item with pk 'readings#archives' and sk '" + DAY + "' out of control");
    lose(DAY);
    assertThat(in(folders.get(1), actor.rebuildCatalogue()).standing()).isEqualTo(Standing.WRITTEN);
  }

  private static String exportId(String folder) {
    return folder.substring(folder.indexOf("AWSDynamoDB/") + 12, folder.length() - 1);
  }
}
