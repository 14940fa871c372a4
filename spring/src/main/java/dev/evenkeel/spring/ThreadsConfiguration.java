package dev.evenkeel.spring;

import dev.evenkeel.core.ClientThreads;
import io.micrometer.context.ContextSnapshotFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What clients carry of their callers' context. A {@code TaskDecorator} is not taken by itself:
 * many clear what they find on a thread, which may be the caller's own here.
 */
@Configuration(proxyBeanMethods = false)
class ThreadsConfiguration {
  @Bean
  @ConditionalOnMissingBean
  ClientThreads evenkeelClientThreads() {
    return ClientThreads.shared();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ContextSnapshotFactory.class)
  static class Context {
    @Bean
    @ConditionalOnMissingBean(ClientThreads.class)
    ClientThreads evenkeelContextThreads(ObjectProvider<ContextSnapshotFactory> factories) {
      ContextSnapshotFactory snapshots =
          factories.getIfUnique(() -> ContextSnapshotFactory.builder().build());
      return ClientThreads.shared().withContext(work -> snapshots.captureAll().wrap(work));
    }
  }
}
