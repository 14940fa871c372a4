package dev.evenkeel.chunking.crash;

import static dev.evenkeel.chunking.crash.Protocol.becomes;
import static dev.evenkeel.chunking.crash.Protocol.changes;
import static dev.evenkeel.chunking.crash.Requests.batch;
import static dev.evenkeel.chunking.crash.Requests.batchPut;
import static dev.evenkeel.chunking.crash.Requests.deleting;
import static dev.evenkeel.chunking.crash.Requests.putting;
import static dev.evenkeel.chunking.crash.Requests.setting;
import static dev.evenkeel.chunking.crash.Requests.transaction;
import static dev.evenkeel.chunking.crash.Requests.updating;

import dev.evenkeel.chunking.crash.Protocol.Trait;
import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Every way in which a value comes, is replaced and goes. */
final class Protocols {
  private static final AttributeValue SMALL = AttributeValue.fromS("small");
  private static final Map<String, AttributeValue> NOTHING = Map.of();
  private static final Map<String, AttributeValue> INLINE = Map.of("body", SMALL, "other", SMALL);
  private static final Map<String, AttributeValue> CHUNKED = Map.of("body", Values.large("old"));
  private static final Map<String, AttributeValue> OBJECT = Map.of("image", Values.large("oldi"));
  private static final Map<String, AttributeValue> ALL =
      Map.of(
          "text", Values.text("old"),
          "body", Values.large("old"),
          "image", Values.large("oldi"),
          "other", SMALL);

  private final ChunkingSpec spec;

  Protocols(ChunkingSpec spec) {
    this.spec = spec;
  }

  List<Protocol> all() {
    List<Protocol> all = new ArrayList<>(puts());
    all.addAll(acrossPlacements());
    all.addAll(updates());
    all.addAll(deletes());
    all.addAll(batches());
    all.addAll(transactions());
    all.addAll(inOneTransaction());
    return all;
  }

  private List<Protocol> inOneTransaction() {
    ChunkingSpec whole = spec.toBuilder().commit(CommitMode.TRANSACTION).build();
    List<Protocol> all = new ArrayList<>();
    for (Protocol protocol :
        List.of(
            put("put new", NOTHING, Map.of("body", Values.large("new"))),
            put("put over chunks", CHUNKED, Map.of("body", Values.large("new"))),
            put("put over S3 and chunks", ALL, Map.of("body", Values.large("new"))),
            put(
                "put chunks and S3",
                CHUNKED,
                Map.of("body", Values.large("new"), "image", Values.large("newi"))),
            update("set over chunks", ALL, Map.of("body", Values.large("new"))),
            refusedPut())) {
      all.add(protocol.under(whole).named(protocol.name() + ", one transaction"));
    }
    return all;
  }

  /** One of them, by its name. */
  Protocol named(String name) {
    return all().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private List<Protocol> puts() {
    return List.of(
        put("put new", NOTHING, Map.of("body", Values.large("new"))),
        put("put new of 27 chunks", NOTHING, Map.of("body", Values.wide("new"))),
        put("put new into S3", NOTHING, Map.of("image", Values.large("new"))),
        put("put chunks over chunks", CHUNKED, Map.of("body", Values.large("new"))),
        put("put 27 chunks over chunks", CHUNKED, Map.of("body", Values.wide("new"))),
        put(
            "put everything over everything",
            ALL,
            Map.of(
                "text",
                Values.text("new"),
                "body",
                Values.large("new"),
                "image",
                Values.large("newi"))),
        put(
            "put one new beside one unchanged",
            ALL,
            Map.of("text", Values.text("old"), "body", Values.large("new"))),
        put(
            "put all unchanged",
            ALL,
            Map.of(
                "text",
                Values.text("old"),
                "body",
                Values.large("old"),
                "image",
                Values.large("oldi"),
                "other",
                Values.text("x"))),
        put(
            "put one unchanged, others small",
            ALL,
            Map.of("text", Values.text("old"), "body", SMALL)),
        put("put small over chunks", CHUNKED, INLINE).with(Trait.UNTRACKED),
        put("put small over S3", OBJECT, Map.of("image", SMALL)).with(Trait.UNTRACKED),
        put("put chunks over small", INLINE, Map.of("body", Values.large("new"))),
        refusedPut());
  }

  private Protocol refusedPut() {
    Map<String, AttributeValue> item = Map.of("body", Values.large("new"));
    return of(
            "put whose condition fails",
            CHUNKED,
            key ->
                PutItemRequest.builder()
                    .tableName(CrashFixture.DOCS)
                    .item(Values.with(key, item))
                    .conditionExpression("attribute_exists(never)")
                    .build(),
            UnaryOperator.identity())
        .with(Trait.REFUSED);
  }

  /** The same attribute, whose policy was another when the old value was written. */
  private List<Protocol> acrossPlacements() {
    ChunkingSpec toS3 =
        spec.toBuilder().attribute("body", AttributePolicy.offloaded().moveFrom(400)).build();
    ChunkingSpec seeded = spec.toBuilder().seedLayout("body").build();
    Map<String, AttributeValue> item = Map.of("body", Values.large("new"));
    return List.of(
        put("put S3 over chunks", CHUNKED, item).under(toS3).meeting(spec),
        put("put chunks over S3", CHUNKED, item).meeting(toS3),
        put("put S3 over S3", CHUNKED, item).under(toS3),
        update("set S3 over chunks", ALL, item).under(toS3).meeting(spec),
        update("set chunks over S3", ALL, item).meeting(toS3),
        put("put over chunks in AWS's layout", CHUNKED, item).under(seeded),
        update("remove chunks in AWS's layout", CHUNKED, NOTHING, "body").under(seeded));
  }

  private List<Protocol> updates() {
    return List.of(
        update("set new", NOTHING, Map.of("body", Values.large("new"))),
        update("set over chunks", ALL, Map.of("body", Values.large("new"))),
        update("set over S3", ALL, Map.of("image", Values.large("new"))),
        update(
            "set two, remove one",
            ALL,
            Map.of("body", Values.large("new"), "image", Values.large("newi")),
            "text"),
        update(
            "set one unchanged, one new",
            ALL,
            Map.of("text", Values.text("old"), "body", Values.large("new"))),
        update("set small over chunks", ALL, Map.of("body", SMALL)),
        update("set small over S3", ALL, Map.of("image", SMALL)),
        update("set what is not large", ALL, Map.of("other", Values.text("other"))),
        update("remove chunks and S3", ALL, NOTHING, "body", "image"),
        returning("set over chunks, return all old", ReturnValue.ALL_OLD),
        returning("set over chunks, return all new", ReturnValue.ALL_NEW));
  }

  private Protocol returning(String name, ReturnValue wanted) {
    Map<String, AttributeValue> sets = Map.of("body", Values.large("new"));
    return of(
            name,
            ALL,
            key -> setting(key, sets).toBuilder().returnValues(wanted).build(),
            changes(sets))
        .with(Trait.RETURNS_VALUES);
  }

  private List<Protocol> deletes() {
    return List.of(delete("delete chunks", CHUNKED), delete("delete everything", ALL));
  }

  private Protocol delete(String name, Map<String, AttributeValue> before) {
    return of(
            name,
            before,
            key -> DeleteItemRequest.builder().tableName(CrashFixture.DOCS).key(key).build(),
            becomes(NOTHING))
        .with(Trait.UNTRACKED);
  }

  private List<Protocol> batches() {
    Map<String, AttributeValue> fresh = Map.of("body", Values.large("new"));
    Protocol batch =
        new Protocol(
            "batch of puts and deletes",
            spec,
            List.of(CHUNKED, ALL, CHUNKED),
            keys -> batch(replacing(keys, fresh)),
            List.of(becomes(fresh), becomes(INLINE), becomes(NOTHING)));
    Protocol larger =
        new Protocol(
            "batch of puts, one of them new, and deletes",
            spec,
            List.of(CHUNKED, ALL, CHUNKED, NOTHING),
            keys -> {
              List<WriteRequest> writes = new ArrayList<>(replacing(keys, fresh));
              writes.add(batchPut(Values.with(keys.get(3), fresh)));
              return batch(writes);
            },
            List.of(becomes(fresh), becomes(INLINE), becomes(NOTHING), becomes(fresh)));
    return List.of(batch.with(Trait.ITEM_BY_ITEM), larger.with(Trait.ITEM_BY_ITEM));
  }

  private static List<WriteRequest> replacing(
      List<Map<String, AttributeValue>> keys, Map<String, AttributeValue> fresh) {
    return List.of(
        batchPut(Values.with(keys.get(0), fresh)),
        batchPut(Values.with(keys.get(1), INLINE)),
        WriteRequest.builder().deleteRequest(delete -> delete.key(keys.get(2))).build());
  }

  private List<Protocol> transactions() {
    Map<String, AttributeValue> fresh = Map.of("body", Values.large("new"));
    Map<String, AttributeValue> both =
        Map.of("text", Values.text("old"), "image", Values.large("newi"));
    Protocol staging =
        new Protocol(
            "transaction that stages",
            spec,
            List.of(CHUNKED, ALL, CHUNKED, NOTHING),
            keys ->
                transaction(
                    putting(Values.with(keys.get(0), fresh)),
                    updating(setting(keys.get(1), both)),
                    deleting(keys.get(2)),
                    putting(Values.with(keys.get(3), INLINE))),
            List.of(becomes(fresh), changes(both), becomes(NOTHING), becomes(INLINE)));
    Protocol small =
        new Protocol(
            "transaction that stages nothing",
            spec,
            List.of(ALL, CHUNKED),
            keys ->
                transaction(
                    updating(setting(keys.get(0), Map.of(), "body", "image")),
                    deleting(keys.get(1))),
            List.of(changes(Map.of(), "body", "image"), becomes(NOTHING)));
    return List.of(staging, small);
  }

  private Protocol put(
      String name, Map<String, AttributeValue> before, Map<String, AttributeValue> item) {
    return of(
        name,
        before,
        key ->
            PutItemRequest.builder()
                .tableName(CrashFixture.DOCS)
                .item(Values.with(key, item))
                .build(),
        becomes(item));
  }

  private Protocol update(
      String name,
      Map<String, AttributeValue> before,
      Map<String, AttributeValue> sets,
      String... removes) {
    return of(name, before, key -> setting(key, sets, removes), changes(sets, removes));
  }

  private Protocol of(
      String name,
      Map<String, AttributeValue> before,
      Function<Map<String, AttributeValue>, DynamoDbRequest> request,
      UnaryOperator<Map<String, AttributeValue>> effect) {
    return new Protocol(
        name, spec, List.of(before), keys -> request.apply(keys.get(0)), List.of(effect));
  }
}
