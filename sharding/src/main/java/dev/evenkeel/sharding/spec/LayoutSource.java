package dev.evenkeel.sharding.spec;

/**
 * Where the layouts of tables are looked up: a {@link dev.evenkeel.sharding.LayoutStore}. Not to be
 * implemented by others.
 */
public interface LayoutSource {

  /** The name of the control table that holds the layout records. */
  String table();
}
