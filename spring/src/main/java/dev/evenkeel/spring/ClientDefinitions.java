package dev.evenkeel.spring;

import dev.evenkeel.core.client.StackLayer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Puts a decorated client under the name of each client bean, as Spring does with scoped proxies.
 * The client itself stays a bean, which Spring closes, with no name of its own to be injected by;
 * {@code plainName} is one that has to be asked for. So specs may depend on the plain client.
 *
 * <p>Definitions are changed before the first bean is made, and before tests replace beans.
 */
final class ClientDefinitions implements BeanDefinitionRegistryPostProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(ClientDefinitions.class);

  /** The attribute of a definition that holds the decorated client, once that is made. */
  private static final String MADE = "evenkeel.made";

  private final Environment environment;
  private final Map<String, ClientKind<?>> decorated = new LinkedHashMap<>();
  private boolean areNamed;

  ClientDefinitions(Environment environment) {
    this.environment = environment;
  }

  /**
   * The name of the bean below a decorated one; tools that replace beans of a type pass it over.
   */
  static String target(String name) {
    return ScopedProxyUtils.getTargetBeanName("evenkeel.plain." + name);
  }

  /** The decorated beans, by name. */
  Map<String, ClientKind<?>> decorated() {
    return decorated;
  }

  /**
   * The decorated client of that name, below whatever post-processors have put around it.
   *
   * @return null if nothing is decorated by that name: a test has put another bean in its place, or
   *     each user gets a client of its own
   */
  static <C> @Nullable C made(
      ConfigurableListableBeanFactory factory, ClientKind<C> kind, String name) {
    if (!factory.containsBeanDefinition(name)) {
      return null;
    }
    BeanDefinition definition = factory.getBeanDefinition(name);
    if (!definition.isSingleton()) {
      return null;
    }
    factory.getBean(name); // makes a lazy one
    return kind.type().cast(definition.getAttribute(MADE));
  }

  @Override
  public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
    // Others may still add definitions.
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
    List<String> wanted =
        Binder.get(environment)
            .bind(EvenkeelProperties.PREFIX + ".clients", Bindable.listOf(String.class))
            .orElse(List.of());
    areNamed = !wanted.isEmpty();
    List<String> found = new ArrayList<>();
    for (ClientKind<?> kind : ClientKind.ALL) {
      for (String name : factory.getBeanNamesForType(kind.type(), true, false)) {
        found.add(name);
        if (wanted.isEmpty() || wanted.contains(name)) {
          decorate(factory, kind, name);
        }
      }
    }
    List<String> absent = wanted.stream().filter(name -> !found.contains(name)).toList();
    if (!absent.isEmpty()) {
      throw EvenkeelProperties.setting("clients")
          .wrong("no client bean has the name %s. There are %s.".formatted(absent, found));
    }
  }

  private <C> void decorate(
      ConfigurableListableBeanFactory factory, ClientKind<C> kind, String name) {
    Class<?> declared = factory.getType(name, false);
    if (ScopedProxyUtils.isScopedTarget(name)
        || (declared != null && StackLayer.Stacked.class.isAssignableFrom(declared))) {
      return;
    }
    if (!factory.containsBeanDefinition(name)) {
      LOG.warn(
          "Bean '{}' was registered as an object, and is not decorated. Declare it with a bean"
              + " method.",
          name);
      return;
    }
    BeanDefinitionRegistry registry = (BeanDefinitionRegistry) factory;
    String plainName = "plain" + StringUtils.capitalize(name);
    if (registry.isBeanNameInUse(plainName)) {
      throw clients(
          "bean '%s' has the name that the plain client of '%s' gets. Give it another."
              .formatted(plainName, name));
    }
    BeanDefinition own = registry.getBeanDefinition(name);
    RootBeanDefinition stacked = over(kind, own, target(name));
    stacked.setInstanceSupplier(
        () -> {
          C client = stacked(factory, kind, name);
          if (stacked.isSingleton()) {
            stacked.setAttribute(MADE, client);
          }
          return client;
        });
    stacked.setDecoratedDefinition(new BeanDefinitionHolder(own, target(name)));
    stacked.setPrimary(own.isPrimary());
    stacked.setFallback(own.isFallback());
    stacked.setAutowireCandidate(own.isAutowireCandidate());
    if (own instanceof AbstractBeanDefinition settings) {
      if (settings.getLazyInit() != null) {
        stacked.setLazyInit(settings.getLazyInit());
      }
      stacked.copyQualifiersFrom(settings);
      stacked.setDefaultCandidate(settings.isDefaultCandidate());
    }
    RootBeanDefinition plain = over(kind, own, target(name));
    plain.setInstanceSupplier(() -> factory.getBean(target(name), kind.type()));
    plain.setDefaultCandidate(false);
    plain.setLazyInit(true);

    own.setPrimary(false);
    own.setFallback(false);
    own.setAutowireCandidate(false);
    own.setLazyInit(true);
    registry.removeBeanDefinition(name);
    registry.registerBeanDefinition(target(name), own);
    registry.registerBeanDefinition(name, stacked);
    registry.registerBeanDefinition(ScopedProxyUtils.getTargetBeanName(plainName), plain);
    registry.registerAlias(ScopedProxyUtils.getTargetBeanName(plainName), plainName);
    decorated.put(name, kind);
  }

  private <C> C stacked(ConfigurableListableBeanFactory factory, ClientKind<C> kind, String name) {
    C plain = factory.getBean(target(name), kind.type());
    // Asked before the stack is made: what that is made of is noted under the same name.
    String made = madeOf(factory, kind, name);
    ClientStack stack = factory.getBean(ClientStack.class);
    if (stack.isEmpty()) {
      return plain;
    }
    if (StackLayer.isIn(plain)) {
      throw clients(
          "bean '%s' is decorated by Evenkeel already. Name the beans to decorate, without it, or return the plain client from its method."
              .formatted(name));
    }
    C client = stack.over(kind, plain);
    if (client == plain) {
      return plain;
    }
    if (made != null) {
      throw clients(
          "bean '%s' is made of bean '%s', and both would be decorated. Name the one to decorate, or have it made of 'plain%s'."
              .formatted(name, made, StringUtils.capitalize(made)));
    }
    if (!areNamed && StackLayer.CACHING.isPartOf(client)) {
      if (count(kind) > 1) {
        throw clients(
            "there are several beans of type %s, and what one of them reads would answer all: %s. Name those that have the same account, endpoint and rights."
                .formatted(kind.type().getSimpleName(), decorated.keySet()));
      }
      if (!isOne(factory, name)) {
        throw clients(
            "bean '%s' has a scope, and what one of its clients reads would be cached for all. Make it a singleton, or name it here if all its clients have the same account, endpoint and rights."
                .formatted(name));
      }
    }
    return client;
  }

  /**
   * The client bean of a kind that another one is made of; null for none. Bean methods that call
   * each other are noted under the name of the bean, injection under that of the bean below. What
   * is found by way of other beans counts unless both are named: an interceptor may use a client of
   * its own. The beans whose methods make others are left out.
   */
  private @Nullable String madeOf(
      ConfigurableListableBeanFactory factory, ClientKind<?> kind, String name) {
    Deque<String> open = new ArrayDeque<>(List.of(name, target(name)));
    Set<String> seen = new HashSet<>(open);
    while (!open.isEmpty()) {
      String bean = open.pop();
      for (String needed : factory.getDependenciesForBean(bean)) {
        if (!needed.equals(maker(factory, bean)) && seen.add(needed)) {
          if (kind.equals(decorated.get(needed))) {
            return needed;
          }
          if (!areNamed) {
            open.push(needed);
          }
        }
      }
    }
    return null;
  }

  /** The bean whose method makes another one. */
  private static @Nullable String maker(ConfigurableListableBeanFactory factory, String name) {
    return factory.containsBeanDefinition(name)
        ? factory.getBeanDefinition(name).getFactoryBeanName()
        : null;
  }

  /** Whether all who use the bean have the same client, also behind a scoped proxy. */
  private static boolean isOne(ConfigurableListableBeanFactory factory, String name) {
    String scoped = ScopedProxyUtils.getTargetBeanName(name);
    return factory.isSingleton(target(name))
        && (!factory.containsBean(scoped) || factory.isSingleton(scoped));
  }

  private long count(ClientKind<?> kind) {
    return decorated.values().stream().filter(kind::equals).count();
  }

  private static SettingException clients(String problem) {
    return EvenkeelProperties.setting("clients").wrong(problem);
  }

  /** A bean that is closed before its target, and that does not close it. */
  private static RootBeanDefinition over(ClientKind<?> kind, BeanDefinition own, String target) {
    RootBeanDefinition definition = new RootBeanDefinition(kind.type());
    definition.setScope(own.getScope());
    definition.setDestroyMethodName("");
    definition.setSource(own.getSource());
    if (own.isSingleton()) {
      definition.setDependsOn(target);
    }
    return definition;
  }
}
