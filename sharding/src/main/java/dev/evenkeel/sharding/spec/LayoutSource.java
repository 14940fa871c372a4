package dev.evenkeel.sharding.spec;

/**
 * Where the layouts of tables are looked up: a {@link dev.evenkeel.sharding.LayoutStore}. The
 * counts of a spec hold for all keys of which the table's record says nothing. The client that
 * sends needs a {@link dev.evenkeel.sharding.LayoutGuard}. Not to be implemented by others.
 */
public interface LayoutSource {

  /** The name of the control table that holds the layout records. */
  String table();
}
