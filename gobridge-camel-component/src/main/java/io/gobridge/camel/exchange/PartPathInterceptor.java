package io.gobridge.camel.exchange;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

import io.gobridge.camel.delivery.Delivery;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;

/**
 * Remembers, on the way into a split, loop, multicast or recipient list, where the exchange stood outside, since Camel
 * keeps only the innermost index. On the way into a wire tap it makes the copy's view of the delivery read-only.
 */
public final class PartPathInterceptor implements InterceptStrategy {

    private static final Set<String> PARTITIONERS = Set.of("split", "loop", "multicast", "recipientList");

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target,
            Processor nextTarget) {
        String node = definition.getShortName();
        if (PARTITIONERS.contains(node)) {
            return new InsideParts(target);
        }
        return "wireTap".equals(node) ? new InsideCopy(target) : target;
    }

    /** Sets the outer path while the exchange is inside. */
    private static final class InsideParts extends DelegateAsyncProcessor {

        private InsideParts(Processor target) {
            super(AsyncProcessorConverterHelper.convert(target));
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            if (exchange.getProperty(GoBridgeConstants.DELIVERY) == null) {
                return super.process(exchange, callback);
            }
            Object outerPath = exchange.getProperty(GoBridgeConstants.PART_PATH);
            Map<ExchangePropertyKey, Object> outerIndexes = takeIndexes(exchange, PartPath.of(exchange));
            return super.process(exchange, doneSync -> {
                restore(exchange, outerPath, outerIndexes);
                callback.done(doneSync);
            });
        }

        private static Map<ExchangePropertyKey, Object> takeIndexes(Exchange exchange, String path) {
            Map<ExchangePropertyKey, Object> indexes = new EnumMap<>(ExchangePropertyKey.class);
            for (ExchangePropertyKey key : PartPath.INDEXES) {
                Object index = exchange.removeProperty(key);
                if (index != null) {
                    indexes.put(key, index);
                }
            }
            exchange.setProperty(GoBridgeConstants.PART_PATH, path);
            return indexes;
        }

        private static void restore(Exchange exchange, Object path, Map<ExchangePropertyKey, Object> indexes) {
            for (ExchangePropertyKey key : PartPath.INDEXES) {
                exchange.removeProperty(key);
            }
            indexes.forEach(exchange::setProperty);
            if (path == null) {
                exchange.removeProperty(GoBridgeConstants.PART_PATH);
            } else {
                exchange.setProperty(GoBridgeConstants.PART_PATH, path);
            }
        }
    }

    /** Makes the delivery read-only while the wire tap copies the exchange, which it does before it returns. */
    private static final class InsideCopy extends DelegateAsyncProcessor {

        private InsideCopy(Processor target) {
            super(AsyncProcessorConverterHelper.convert(target));
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            Delivery delivery = exchange.getProperty(GoBridgeConstants.DELIVERY, Delivery.class);
            if (delivery == null) {
                return super.process(exchange, callback);
            }
            exchange.setProperty(GoBridgeConstants.DELIVERY, new ReadOnlyDelivery(delivery));
            return super.process(exchange, doneSync -> {
                exchange.setProperty(GoBridgeConstants.DELIVERY, delivery);
                callback.done(doneSync);
            });
        }
    }
}
