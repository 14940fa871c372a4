package dev.evenkeel.parquet.internal;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.RefusedOperationException;

/** The failures of copies. */
public final class CopyFailures {
  private CopyFailures() {}

  /** There is nothing to copy. */
  public static RefusedOperationException noArchive(String tableName) {
    return new RefusedOperationException(
        "copy to Parquet",
        tableName,
        "there is no verified archive of it",
        "Archive it first, and look at the catalogue of archives");
  }

  /** A file that is not as it was written. */
  static DecoratorException damaged(String url, Throwable cause) {
    return new DecoratorException(
        "File %s of a copy cannot be read as Parquet. The archive is not concerned. Delete the file and copy again."
            .formatted(url),
        cause);
  }

  /** What was read back is something else. */
  static DecoratorException other(String url, String difference) {
    return new DecoratorException(
        "The copy in %s is not what the archive holds: %s. Nothing names it as whole, and the archive is not concerned. Copy again; if that fails too, report it."
            .formatted(url, difference));
  }

  /** A file too many. */
  static DecoratorException surplus(String url) {
    return new DecoratorException(
        "File %s is of a copy that was broken off, and could not be deleted. Delete it and copy again."
            .formatted(url));
  }
}
