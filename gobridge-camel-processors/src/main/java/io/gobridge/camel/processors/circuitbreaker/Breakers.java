package io.gobridge.camel.processors.circuitbreaker;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * The breakers of one step, one for each key. Beyond the limit the idle one that was asked for least recently is
 * forgotten; when none is idle, a new key has none. Thread-safe.
 */
final class Breakers {

    private static final int MOST_KEYS = 10_000;
    private static final int MOST_LABELS = 256;
    private static final int LONGEST_KEY = 256;

    private final Map<String, Breaker> byKey = new LinkedHashMap<>(16, 0.75f, true);
    private final BreakerRules rules;
    private final KeyLabels labels;
    private final int mostKeys;
    private final Breaker global;
    private final LongAdder unguarded = new LongAdder();

    Breakers(BreakerRules rules) {
        this(rules, MOST_KEYS);
    }

    Breakers(BreakerRules rules, int mostKeys) {
        this.rules = rules;
        this.labels = new KeyLabels(MOST_LABELS);
        this.mostKeys = mostKeys;
        this.global = new Breaker("global", rules);
    }

    /** Returns the breaker of the key; empty when there is no room for it. */
    Optional<Breaker> of(String key) {
        if (rules.settings().key().isGlobal()) {
            return Optional.of(global);
        }
        String bounded = key.length() <= LONGEST_KEY ? key : digest(key);
        synchronized (this) {
            Breaker known = byKey.get(bounded);
            return known == null ? add(bounded, key) : Optional.of(known);
        }
    }

    /** A header may be as long as its broker allows, and ten thousand of them must not fill the heap. */
    private static String digest(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    private Optional<Breaker> add(String bounded, String key) {
        if (byKey.size() >= mostKeys && !forgetOne(rules.clock().instant())) {
            unguarded.increment();
            return Optional.empty();
        }
        Breaker added = new Breaker(labels.of(key), rules);
        byKey.put(bounded, added);
        return Optional.of(added);
    }

    private boolean forgetOne(Instant now) {
        for (Iterator<Breaker> eldest = byKey.values().iterator(); eldest.hasNext();) {
            if (!eldest.next().isBusy(now)) {
                eldest.remove();
                return true;
            }
        }
        return false;
    }

    synchronized int size() {
        return byKey.size();
    }

    /** Returns how many messages passed without a breaker since there was no room for their keys. */
    long unguarded() {
        return unguarded.sum();
    }
}
