package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.TableFamily;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.internal.page.RowSizes;
import dev.evenkeel.sharding.internal.counter.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.PlainTwins;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of a client, and what its queries remember.
 *
 * @param all both kinds together
 * @param plain those in which no key has shards, but keys may come with determinants
 * @param readAheads where merged pages leave what they read beyond their end
 * @param twins who is told of items that are on no shard
 */
record ShardingTables(
    ManagedTables<ManagedTable> all,
    ManagedTables<ShardedTable> sharded,
    ManagedTables<CounterTable> counters,
    ManagedTables<ShardedTable> plain,
    ReadAheads readAheads,
    RowSizes rowSizes,
    PlainTwins twins) {

  /**
   * The tables of these specs.
   *
   * @param specs one per table; where nothing is sharded the table is not managed at all
   * @param counterSpecs one per table of counters, none of which has another spec
   * @param families of tables, to which none of those belongs that have a spec of their own
   * @param scope where the client finds a table that is named plainly
   * @param readAheads where merged pages leave what they read beyond their end
   * @param twins who is told of items that are on no shard
   */
  static ShardingTables of(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope,
      ReadAheads readAheads,
      PlainTwins twins) {
    ManagedTables<ManagedTable> all = managed(specs, counterSpecs, families, scope);
    return new ShardingTables(
        all,
        all.only(ShardedTable.class),
        all.only(CounterTable.class),
        plain(specs, counterSpecs, families, scope),
        readAheads,
        RowSizes.learning(),
        twins);
  }

  /** The same tables; nothing read ahead is used or dropped, and rows are taken to be small. */
  ShardingTables detached() {
    return new ShardingTables(
        all, sharded, counters, plain, ReadAheads.NONE, RowSizes.assumed(), PlainTwins.NONE);
  }

  /** The tables in which no key has shards, but keys may come with determinants. */
  private static ManagedTables<ShardedTable> plain(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope) {
    Set<String> named =
        Stream.concat(
                specs.stream().map(ShardingSpec::tableName),
                counterSpecs.stream().map(CounterSpec::tableName))
            .map(table -> TableName.parse(table).name())
            .collect(Collectors.toSet());
    return ManagedTables.<ManagedTable>of(
            specs.stream().map(ShardedTable::new).filter(ShardedTable::dropsDeterminants).toList(),
            ManagedTable::tableName,
            families.stream()
                .map(family -> family.except(named).keeping(ShardingTables::isPlain))
                .toList(),
            scope)
        .only(ShardedTable.class);
  }

  private static boolean isPlain(ManagedTable table) {
    return table instanceof ShardedTable sharded && sharded.dropsDeterminants();
  }

  private static ManagedTables<ManagedTable> managed(
      List<ShardingSpec> specs,
      List<CounterSpec> counterSpecs,
      List<TableFamily<ManagedTable>> families,
      TableScope scope) {
    List<ManagedTable> named = new ArrayList<>();
    specs.forEach(spec -> named.add(new ShardedTable(spec)));
    counterSpecs.forEach(spec -> named.add(new CounterTable(spec)));
    ManagedTables.of(named, ManagedTable::tableName, scope);
    List<ManagedTable> plain = named.stream().filter(table -> !isManaged(table)).toList();
    named.removeAll(plain);
    Set<String> excepted = plain.stream().map(ManagedTable::name).collect(Collectors.toSet());
    return ManagedTables.of(
        named,
        ManagedTable::tableName,
        families.stream()
            .map(family -> family.except(excepted).keeping(ShardingTables::isManaged))
            .toList(),
        scope);
  }

  private static boolean isManaged(ManagedTable table) {
    return !(table instanceof ShardedTable sharded) || sharded.managed();
  }
}
