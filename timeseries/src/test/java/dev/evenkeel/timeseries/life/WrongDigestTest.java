package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Files that are what their manifest lists, and not the items that the catalogue tells of. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class WrongDigestTest {
  private final ArchiveWorld world;

  WrongDigestTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.world = new ArchiveWorld(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  @ParameterizedTest
  @EnumSource
  void restore_catalogueTellsOfOtherItems_touchesNothing(Actor.Kind kind) {
    Actor actor = world.actor(kind);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    Map<String, AttributeValue> note = new HashMap<>(world.notes("readings#archives").get(0));
    note.put("digest", AttributeValue.fromS("1:60:" + "0".repeat(64)));
    world.sync.putItem(r -> r.tableName("control").item(note));

    assertThatThrownBy(() -> actor.restore(RestoreOrder.of(ArchiveWorld.DAY)))
        .isInstanceOf(ArchiveMismatchException.class)
        .hasMessageContaining("its files hold other items than were archived");
    assertThat(world.sync.listTables().tableNames())
        .doesNotContain(ArchiveWorld.DAY + RestoreOrder.SUFFIX);
  }
}
