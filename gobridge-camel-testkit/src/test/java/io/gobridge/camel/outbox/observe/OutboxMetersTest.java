package io.gobridge.camel.outbox.observe;

import java.io.IOException;
import java.io.InputStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultClassResolver;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Micrometer is used where it is, and not missed where it is not. */
class OutboxMetersTest {

    private final CamelContext context = new DefaultCamelContext();

    /** An application without Micrometer, which has this package all the same. */
    private static final class WithoutMicrometer extends ClassLoader {

        WithoutMicrometer() {
            super(OutboxMetersTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String className, boolean resolve) throws ClassNotFoundException {
            if (className.startsWith("io.micrometer.")) {
                throw new ClassNotFoundException(className);
            }
            Class<?> loaded = findLoadedClass(className);
            if (loaded != null) {
                return loaded;
            }
            return className.startsWith("io.gobridge.camel.outbox.observe.")
                    ? define(className)
                    : super.loadClass(className, resolve);
        }

        private Class<?> define(String className) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(className.replace('.', '/') + ".class")) {
                byte[] bytes = file.readAllBytes();
                return defineClass(className, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(className, e);
            }
        }
    }

    @Test
    void shouldLoadNothingOfMicrometerWhereItIsNot() throws Exception {
        WithoutMicrometer loader = new WithoutMicrometer();
        context.setApplicationContextClassLoader(loader);
        context.setClassResolver(new DefaultClassResolver(context) {

            @Override
            public Class<?> resolveClass(String name) {
                try {
                    return Class.forName(name, false, loader);
                } catch (ClassNotFoundException e) {
                    return null;
                }
            }
        });
        Class<?> meters = Class.forName(OutboxMeters.class.getName(), true, loader);
        assertThat(meters).isNotSameAs(OutboxMeters.class);

        Object meter = meters.getMethod("find", CamelContext.class, String.class, String.class, int.class)
                .invoke(null, context, "outbox", "out", 8);

        assertThat(meter).isSameAs(Class.forName(OutboxMeter.class.getName(), true, loader).getField("NONE").get(null));
    }

    @Test
    void shouldMeasureNothingWithoutARegistry() {
        assertThat(OutboxMeters.find(context, "outbox", "out", 8)).isSameAs(OutboxMeter.NONE);
    }

    /** Case 100. */
    @Test
    void shouldCountTheRiskOfDuplicatesByShardAndTakeAllBackInTheEnd() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        context.getRegistry().bind("meters", registry);
        OutboxMeter meter = OutboxMeters.find(context, "outbox", "out", 2);

        meter.duplicatesRisked(1, 3);

        assertThat(registry.get("gobridge.outbox.duplicate.risk").tag("partition", "1").counter().count()).isEqualTo(3);
        assertThat(registry.get("gobridge.outbox.duplicate.risk").tag("partition", "0").counter().count()).isZero();
        meter.close();
        assertThat(registry.getMeters()).isEmpty();
    }
}
