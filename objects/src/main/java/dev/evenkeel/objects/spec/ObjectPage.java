package dev.evenkeel.objects.spec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a listing, in the order of the keys' UTF-8 bytes.
 *
 * @param objects may be empty on any page
 * @param nextToken what the next page is asked with; null if this is the last
 */
public record ObjectPage(List<ListedObject> objects, @Nullable String nextToken) {
  public ObjectPage {
    objects = List.copyOf(objects);
  }
}
