package dev.evenkeel.spring;

import dev.evenkeel.core.ClientThreads;
import io.micrometer.context.ContextSnapshotFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.TaskDecorator;

/** What clients carry of their callers' context, if the application has a hook for that. */
@Configuration(proxyBeanMethods = false)
class ThreadsConfiguration {
  /** A hook of Spring's, for tasks on other threads, is one for requests on other threads. */
  @Bean
  @ConditionalOnMissingBean
  ClientThreads evenkeelClientThreads(ObjectProvider<TaskDecorator> decorators) {
    TaskDecorator decorator = decorators.getIfUnique();
    return decorator == null
        ? ClientThreads.shared()
        : ClientThreads.shared().withContext(decorator::decorate);
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ContextSnapshotFactory.class)
  static class Context {
    @Bean
    @ConditionalOnMissingBean({ClientThreads.class, TaskDecorator.class})
    ClientThreads evenkeelContextThreads(ObjectProvider<ContextSnapshotFactory> factories) {
      ContextSnapshotFactory snapshots =
          factories.getIfUnique(() -> ContextSnapshotFactory.builder().build());
      return ClientThreads.shared().withContext(work -> snapshots.captureAll().wrap(work));
    }
  }
}
