package dev.evenkeel.chunking;

import dev.evenkeel.chunking.spec.children.Child;
import dev.evenkeel.chunking.spec.children.ChildCollectionSpec;
import dev.evenkeel.chunking.spec.children.ChildPage;
import dev.evenkeel.chunking.spec.children.ChildQuery;
import dev.evenkeel.chunking.spec.children.MigratedPage;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The sync or the async collection, by the names of their methods, which are the same. */
interface ChildCollectionUnderTest {

  boolean add(AttributeValue parent, AttributeValue element);

  List<AttributeValue> addAll(AttributeValue parent, Collection<AttributeValue> elements);

  boolean addChild(AttributeValue parent, Child child);

  List<Child> addChildren(AttributeValue parent, Collection<Child> children);

  boolean remove(AttributeValue parent, AttributeValue range);

  List<AttributeValue> removeAll(AttributeValue parent, Collection<AttributeValue> ranges);

  boolean contains(AttributeValue parent, AttributeValue range);

  List<AttributeValue> containing(AttributeValue parent, Collection<AttributeValue> ranges);

  long count(AttributeValue parent);

  ChildPage page(AttributeValue parent, ChildQuery query);

  long clear(AttributeValue parent);

  long migrate(AttributeValue parent);

  MigratedPage migratePage(@Nullable Map<String, AttributeValue> startKey);

  static ChildCollectionUnderTest of(Kind kind, ChildTables tables, ChildCollectionSpec spec) {
    return switch (kind) {
      case SYNC -> calling(ChildCollection.of(tables.client, spec));
      case ASYNC -> calling(ChildAsyncCollection.of(tables.async, spec));
    };
  }

  /** The same with the set of the parents. */
  static ChildCollectionUnderTest united(Kind kind, ChildTables tables, ChildCollectionSpec spec) {
    return switch (kind) {
      case SYNC -> calling(ChildCollection.of(tables.client, spec).withParentSet());
      case ASYNC -> calling(ChildAsyncCollection.of(tables.async, spec).withParentSet());
    };
  }

  private static ChildCollectionUnderTest calling(Object collection) {
    return (ChildCollectionUnderTest)
        Proxy.newProxyInstance(
            ChildCollectionUnderTest.class.getClassLoader(),
            new Class<?>[] {ChildCollectionUnderTest.class},
            (proxy, method, arguments) -> {
              if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
              }
              try {
                Object result =
                    collection
                        .getClass()
                        .getMethod(method.getName(), method.getParameterTypes())
                        .invoke(collection, arguments);
                return result instanceof CompletableFuture<?> future
                    ? ClientUnderTest.join(future)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Everything that a query gives, page by page. */
  default List<Child> all(AttributeValue parent, ChildQuery query) {
    List<Child> all = new ArrayList<>();
    Map<String, AttributeValue> key = query.startKey();
    do {
      ChildPage page = page(parent, query.startingAfter(key));
      all.addAll(page.children());
      key = page.lastEvaluatedKey();
    } while (key != null);
    return all;
  }

  /** The elements of everything that a query gives. */
  default List<AttributeValue> elements(AttributeValue parent, ChildQuery query) {
    return all(parent, query).stream().map(Child::element).toList();
  }
}
