package dev.evenkeel.spring;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The series, each of them a logical table over several tables. */
interface TableFamilies {
  /** Whether a name is that of a table of the family; null if the logical table is none. */
  @Nullable Predicate<String> tablesOf(String logicalTable);

  /** The tables of the family that serve now. */
  List<String> servingNow(String logicalTable);

  /** Where there are no series. */
  TableFamilies NONE =
      new TableFamilies() {
        @Override
        public @Nullable Predicate<String> tablesOf(String logicalTable) {
          return null;
        }

        @Override
        public List<String> servingNow(String logicalTable) {
          return List.of(logicalTable);
        }
      };
}
